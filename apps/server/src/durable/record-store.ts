import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Frame } from "@candor/journal/frame";
import { Journal } from "@candor/journal/journal";

const SEGMENT_BYTES = 1024 * 1024;
/** Records of one frame when a generation is written anew. */
const RECORDS_PER_FRAME = 1_000;
const GENERATION = /^generation-([0-9]{6})$/;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A state that is made by applying records in order. */
export interface RecordedState<R> {
  apply(record: R): void;
  /** Records from which an equal state is made; `previousHash` names the journal that they take the place of. */
  dump(nowMs: number, previousHash: string): Iterable<R>;
}

export interface RecordStoreOptions<R, S extends RecordedState<R>> {
  /** Which journal this is; no other one is opened in its place. */
  readonly name: string;
  readonly newState: () => S;
  /** The first record of a new store; absent: it begins empty. */
  readonly found?: (state: S) => R;
  /** Asked at each opening: write a fresh generation, so that what is outdated leaves the disk? */
  readonly worthRewriting: (state: S) => boolean;
  readonly nowMs: () => number;
  /** The journal takes nothing more; the process has to end. */
  readonly onFailure: (error: Error) => void;
}

interface Waiting<R> {
  readonly record: R;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A state and its journal. A record changes the state at once and is promised only when it is on disk; the records of
 * one turn of the event loop share one write. When a write fails nothing more is taken: the process has to end, and
 * what was promised is found again at the next start.
 */
export class RecordStore<R, S extends RecordedState<R>> {
  readonly state: S;
  private readonly journal: Journal;
  private readonly options: RecordStoreOptions<R, S>;
  private queue: Waiting<R>[] = [];
  private flushing: NodeJS.Immediate | undefined;

  private constructor(journal: Journal, state: S, options: RecordStoreOptions<R, S>) {
    this.journal = journal;
    this.state = state;
    this.options = options;
  }

  /**
   * Opens the newest generation in `directory`, or founds the first. Throws what the journal throws on a locked or
   * damaged directory.
   */
  static open<R, S extends RecordedState<R>>(
    directory: string,
    options: RecordStoreOptions<R, S>,
  ): RecordStore<R, S> {
    if (mkdirSync(directory, { recursive: true, mode: 0o700 }) !== undefined)
      syncDirectory(dirname(directory));
    const generations = listGenerations(directory);
    const newest = generations.at(-1) ?? 1;
    const state = options.newState();
    const journal = openGeneration(join(directory, generationName(newest)), options.name, state);
    try {
      for (const older of generations.slice(0, -1)) removeGeneration(directory, older);
      const store = new RecordStore(journal, state, options);
      if (journal.recovery.lastSeq === 0 && options.found !== undefined)
        store.applyAndAppend(options.found(state));
      return options.worthRewriting(state) ? store.rewrite(directory, newest) : store;
    } catch (error) {
      journal.close();
      throw error;
    }
  }

  /** Resolves when the record is on disk. */
  commit(record: R): Promise<void> {
    this.state.apply(record);
    return new Promise((resolve, reject) => {
      this.queue.push({ record, resolve, reject });
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

  private applyAndAppend(record: R): void {
    this.state.apply(record);
    append(this.journal, [record], this.options.nowMs());
  }

  private flush(): void {
    this.flushing = undefined;
    const batch = this.queue;
    this.queue = [];
    if (batch.length === 0) return;
    try {
      append(
        this.journal,
        batch.map(({ record }) => record),
        this.options.nowMs(),
      );
    } catch (error) {
      for (const { reject } of batch) reject(error);
      this.options.onFailure(error instanceof Error ? error : new Error(String(error)));
      return;
    }
    for (const { resolve } of batch) resolve();
  }

  /** Writes the present state into a generation of its own and removes this one. */
  private rewrite(directory: string, generation: number): RecordStore<R, S> {
    const { name, newState, nowMs } = this.options;
    const next = join(directory, generationName(generation + 1));
    const draft = `${next}.new`;
    const journal = Journal.open(draft, { name, segmentBytes: SEGMENT_BYTES });
    try {
      let records: R[] = [];
      const previousHash = Buffer.from(this.journal.lastHash).toString("hex");
      for (const record of this.state.dump(nowMs(), previousHash)) {
        records.push(record);
        if (records.length === RECORDS_PER_FRAME) {
          append(journal, records, nowMs());
          records = [];
        }
      }
      if (records.length > 0) append(journal, records, nowMs());
    } finally {
      journal.close();
    }
    renameSync(draft, next);
    syncDirectory(directory);
    this.journal.close();
    removeGeneration(directory, generation);
    const state = newState();
    return new RecordStore(openGeneration(next, name, state), state, this.options);
  }
}

function openGeneration<R>(directory: string, name: string, state: RecordedState<R>): Journal {
  return Journal.open(directory, { name, segmentBytes: SEGMENT_BYTES }, (frame: Frame) => {
    for (const line of decoder.decode(frame.payload).split("\n")) state.apply(JSON.parse(line) as R);
  });
}

function append<R>(journal: Journal, records: readonly R[], nowMs: number): void {
  journal.append({
    firstSeq: journal.lastSeq + 1,
    records: records.length,
    timeMs: Math.max(nowMs, journal.lastTimeMs),
    payload: encoder.encode(records.map((record) => JSON.stringify(record)).join("\n")),
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

function syncDirectory(directory: string): void {
  const handle = openSync(directory, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
