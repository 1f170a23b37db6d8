import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Frame } from "@candor/journal/frame";
import { Journal } from "@candor/journal/journal";
import type { IdentityRecord } from "./identity-records.ts";
import { IdentityState } from "./identity-state.ts";

const JOURNAL_NAME = "identity";
const SEGMENT_BYTES = 1024 * 1024;
/** Records of one frame when a generation is written anew. */
const RECORDS_PER_FRAME = 1_000;
/** A journal with fewer outdated records than this is never written anew. */
const MIN_OUTDATED = 10_000;
const GENERATION = /^generation-([0-9]{6})$/;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export interface StoreOptions {
  readonly nowMs: () => number;
  /** The founding record of a new store. */
  readonly houseCode: () => string;
  /** The journal takes nothing more; the process has to end. */
  readonly onFailure: (error: Error) => void;
  /** Write a fresh generation now, whatever is outdated: what was erased is then off the disk. */
  readonly compact?: boolean;
}

interface Waiting {
  readonly record: IdentityRecord;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The state and its journal. A record changes the state at once and is promised only when it is on disk; the
 * records of one turn of the event loop share one write. When a write fails nothing more is taken: the process
 * has to end, and what was promised is found again at the next start.
 */
export class IdentityStore {
  readonly state: IdentityState;
  private readonly journal: Journal;
  private readonly options: StoreOptions;
  private queue: Waiting[] = [];
  private flushing: NodeJS.Immediate | undefined;

  private constructor(journal: Journal, state: IdentityState, options: StoreOptions) {
    this.journal = journal;
    this.state = state;
    this.options = options;
  }

  /**
   * Opens the newest generation in `directory`, or founds the first. Throws what the journal throws on a locked
   * or damaged directory.
   */
  static open(directory: string, options: StoreOptions): IdentityStore {
    if (mkdirSync(directory, { recursive: true, mode: 0o700 }) !== undefined)
      syncDirectory(dirname(directory));
    const generations = listGenerations(directory);
    const newest = generations.at(-1) ?? 1;
    const state = new IdentityState();
    const journal = openGeneration(join(directory, generationName(newest)), state);
    try {
      for (const older of generations.slice(0, -1)) removeGeneration(directory, older);
      const store = new IdentityStore(journal, state, options);
      if (journal.recovery.lastSeq === 0) store.found(options.houseCode());
      const worthwhile = state.outdated > Math.max(MIN_OUTDATED, 4 * state.userCount);
      if (!worthwhile && options.compact !== true) return store;
      return store.rewrite(directory, newest);
    } catch (error) {
      journal.close();
      throw error;
    }
  }

  /** Resolves when the record is on disk. */
  commit(record: IdentityRecord): Promise<void> {
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

  private found(houseCode: string): void {
    const { nextUserId } = this.state;
    const record = { type: "founded", version: 1, houseCode, nextUserId, previousHash: "" } as const;
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
  private rewrite(directory: string, generation: number): IdentityStore {
    const { nowMs } = this.options;
    const next = join(directory, generationName(generation + 1));
    const draft = `${next}.new`;
    const journal = Journal.open(draft, { name: JOURNAL_NAME, segmentBytes: SEGMENT_BYTES });
    try {
      let records: IdentityRecord[] = [];
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
    const state = new IdentityState();
    return new IdentityStore(openGeneration(next, state), state, this.options);
  }
}

function openGeneration(directory: string, state: IdentityState): Journal {
  const options = { name: JOURNAL_NAME, segmentBytes: SEGMENT_BYTES };
  return Journal.open(directory, options, (frame: Frame) => {
    for (const line of decoder.decode(frame.payload).split("\n"))
      state.apply(JSON.parse(line) as IdentityRecord);
  });
}

function append(journal: Journal, records: readonly IdentityRecord[], nowMs: number): void {
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
