import { mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { syncDirectory } from "@candor/journal/file-access";
import type { Frame } from "@candor/journal/frame";
import { Journal } from "@candor/journal/journal";

const SEGMENT_BYTES = 1024 * 1024;
/** Records of one frame when a generation is written anew. */
const RECORDS_PER_FRAME = 1_000;
/** A log with fewer outdated records than this is never written anew. */
const MIN_OUTDATED = 10_000;
const FORM_VERSION = 1;
const GENERATION = /^generation-([0-9]{6})$/;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** What the records of a log add up to. */
export interface RecordState<Item extends object> {
  apply(record: Item): void;
  /** The records that give this state again. */
  dump(): Iterable<Item>;
  /** Applied records that `dump` would leave out. */
  readonly outdated: number;
}

export interface RecordLogOptions<Item extends object, State extends RecordState<Item>> {
  readonly directory: string;
  /** Which log this is; kept on disk, so that no other one is opened in its place. */
  readonly name: string;
  readonly newState: () => State;
  readonly nowMs: () => number;
  /** The log takes nothing more; the process has to end. */
  readonly onFailure: (error: Error) => void;
}

/** The first line of every generation. */
interface Header {
  readonly log: string;
  readonly version: number;
  /** Hash of the last frame of the generation before, hexadecimal; "" for none. */
  readonly previousHash: string;
}

interface Waiting {
  readonly line: string;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Facts that survive kill -9 and power loss: a state in memory and the hash-chained journal of the JSON records that
 * made it. A record changes the state at once and is promised only when it is on disk; the records of one turn of the
 * event loop share one write. When a write fails nothing more is taken: the process has to end, and what was promised
 * is found again at the next start. A log with many outdated records is written anew when it is opened.
 */
export class RecordLog<Item extends object, State extends RecordState<Item>> {
  readonly state: State;
  private readonly journal: Journal;
  private readonly options: RecordLogOptions<Item, State>;
  private queue: Waiting[] = [];
  private flushing: NodeJS.Immediate | undefined;

  private constructor(journal: Journal, state: State, options: RecordLogOptions<Item, State>) {
    this.journal = journal;
    this.state = state;
    this.options = options;
  }

  /** Opens the newest generation, or the first; throws what the journal throws on a locked or damaged directory. */
  static open<Item extends object, State extends RecordState<Item>>(
    options: RecordLogOptions<Item, State>,
  ): RecordLog<Item, State> {
    const { directory } = options;
    if (mkdirSync(directory, { recursive: true, mode: 0o700 }) !== undefined)
      syncDirectory(dirname(directory));
    const generations = listGenerations(directory);
    const newest = generations.at(-1) ?? 1;
    const opened = RecordLog.openGeneration(join(directory, generationName(newest)), options);
    try {
      for (const older of generations.slice(0, -1)) removeGeneration(directory, older);
      if (opened.journal.recovery.lastSeq === 0) opened.append([headerLine(options.name, "")]);
      return opened.isWorthRewriting() ? opened.rewrite(newest) : opened;
    } catch (error) {
      opened.journal.close();
      throw error;
    }
  }

  private static openGeneration<Item extends object, State extends RecordState<Item>>(
    directory: string,
    options: RecordLogOptions<Item, State>,
  ): RecordLog<Item, State> {
    const { name } = options;
    const state = options.newState();
    let headed = false;
    const journal = Journal.open(directory, { name, segmentBytes: SEGMENT_BYTES }, (frame: Frame) => {
      for (const line of decoder.decode(frame.payload).split("\n")) {
        if (headed) state.apply(JSON.parse(line) as Item);
        else checkHeader(JSON.parse(line) as Header, name);
        headed = true;
      }
    });
    return new RecordLog(journal, state, options);
  }

  /** Resolves when the record is on disk. */
  commit(record: Item): Promise<void> {
    this.state.apply(record);
    return new Promise((resolve, reject) => {
      this.queue.push({ line: JSON.stringify(record), resolve, reject });
      this.flushing ??= setImmediate(() => this.flush());
    });
  }

  /** Writes what is waiting and lets the directory go. */
  close(): void {
    if (this.flushing !== undefined) {
      clearImmediate(this.flushing);
      this.flush();
    }
    this.journal.close();
  }

  private flush(): void {
    this.flushing = undefined;
    const batch = this.queue;
    this.queue = [];
    if (batch.length === 0) return;
    try {
      this.append(batch.map(({ line }) => line));
    } catch (error) {
      for (const { reject } of batch) reject(error);
      this.options.onFailure(error instanceof Error ? error : new Error(String(error)));
      return;
    }
    for (const { resolve } of batch) resolve();
  }

  private append(lines: readonly string[]): void {
    appendLines(this.journal, lines, this.options.nowMs());
  }

  private isWorthRewriting(): boolean {
    const { outdated } = this.state;
    return outdated > MIN_OUTDATED && outdated * 2 > this.journal.lastSeq;
  }

  /** Writes the present state into a generation of its own and removes this one. */
  private rewrite(generation: number): RecordLog<Item, State> {
    const { directory, name, nowMs } = this.options;
    const next = join(directory, generationName(generation + 1));
    const draft = `${next}.new`;
    const journal = Journal.open(draft, { name, segmentBytes: SEGMENT_BYTES });
    try {
      let lines = [headerLine(name, Buffer.from(this.journal.lastHash).toString("hex"))];
      for (const record of this.state.dump()) {
        lines.push(JSON.stringify(record));
        if (lines.length < RECORDS_PER_FRAME) continue;
        appendLines(journal, lines, nowMs());
        lines = [];
      }
      if (lines.length > 0) appendLines(journal, lines, nowMs());
    } finally {
      journal.close();
    }
    renameSync(draft, next);
    syncDirectory(directory);
    this.journal.close();
    removeGeneration(directory, generation);
    return RecordLog.openGeneration(next, this.options);
  }
}

function checkHeader(header: Header, name: string): void {
  if (header.log !== name || header.version !== FORM_VERSION)
    throw new Error(
      `this is version ${header.version} of the log ${header.log}, not version ${FORM_VERSION} of ${name}`,
    );
}

function headerLine(name: string, previousHash: string): string {
  const header: Header = { log: name, version: FORM_VERSION, previousHash };
  return JSON.stringify(header);
}

function appendLines(journal: Journal, lines: readonly string[], nowMs: number): void {
  journal.append({
    firstSeq: journal.lastSeq + 1,
    records: lines.length,
    timeMs: Math.max(nowMs, journal.lastTimeMs),
    payload: encoder.encode(lines.join("\n")),
  });
}

const generationName = (generation: number): string => `generation-${String(generation).padStart(6, "0")}`;

function removeGeneration(directory: string, generation: number): void {
  rmSync(join(directory, generationName(generation)), { recursive: true, force: true });
}

/** Complete generations, oldest first; a draft that was never finished is removed. */
function listGenerations(directory: string): number[] {
  const found: number[] = [];
  for (const name of readdirSync(directory)) {
    const match = GENERATION.exec(name);
    if (match?.[1] !== undefined) found.push(Number(match[1]));
    else if (name.endsWith(".new")) rmSync(join(directory, name), { recursive: true, force: true });
  }
  return found.sort((a, b) => a - b);
}
