import { readdirSync, renameSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeDirectory, syncPath } from "@candor/journal/file-access";
import type { Frame } from "@candor/journal/frame";
import type { JournalPort } from "@candor/journal/journal-port";
import { GENERATION, generationName, ORIGIN, originAfter, UNFINISHED } from "./generations.ts";
import { openJournal, replicaOf } from "./replicated-home.ts";
import { writeDurably } from "./write-durably.ts";

const SEGMENT_BYTES = 1024 * 1024;
/** Records per frame when rewriting at startup. */
const RECORDS_PER_FRAME = 1_000;
/** Fewer while the store is in use, so that nobody waits for a rewrite. */
const RECORDS_PER_STEP = 200;

/** Ends the name of a generation that is written at startup. */
const DRAFT = ".new";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A state built by applying records in order. */
export interface RecordedState<R> {
  apply(record: R): void;
  /**
   * Returns records that rebuild an equal state; `previousHash` names the journal they replace. A store that rewrites
   * while it runs needs records that do not change with the state.
   */
  dump(nowMs: number, previousHash: string): Iterable<R>;
  /** Called when the state is rewritten: nothing counts as outdated any more. */
  rewritten?(): void;
}

export interface RecordStoreOptions<R, S extends RecordedState<R>> {
  /** Name of this journal. Journals with another name are rejected. */
  readonly name: string;
  readonly newState: () => S;
  /** First record of a new store; if absent, it starts empty. */
  readonly found?: (state: S) => R;
  /** Called at each opening: whether to rewrite into a new generation, which removes outdated records from disk. */
  readonly worthRewriting: (state: S) => boolean;
  /** The same, called after each write while the store is in use. Absent means never. */
  readonly worthRewritingNow?: (state: S) => boolean;
  readonly nowMs: () => number;
  /** Called when the journal is closed after a failed write; the process must exit. */
  readonly onFailure: (error: Error) => void;
}

interface Waiting<R> {
  readonly record: R;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** A new generation that is being written step by step. */
interface Rewriting<R> {
  readonly journal: JournalPort;
  readonly generation: number;
  /** The records at the start of the rewrite, and how many of them are written. */
  readonly records: readonly R[];
  written: number;
  /** Records committed since then. */
  readonly tail: R[];
  readonly done: PromiseWithResolvers<void>;
}

/**
 * A state and its journal. A record changes the state at once, and its promise resolves once it is on disk. Records of
 * one turn of the event loop share one write. After a failed write nothing more is accepted: the process must exit, and
 * everything acknowledged is found again at the next start.
 */
export class RecordStore<R, S extends RecordedState<R>> {
  readonly state: S;
  private readonly directory: string;
  private readonly options: RecordStoreOptions<R, S>;
  private journal: JournalPort;
  private generation: number;
  private queue: Waiting<R>[] = [];
  private flushing: NodeJS.Immediate | undefined;
  /** Timer for records that can wait; the next urgent record flushes them, too. */
  private flushingLater: NodeJS.Timeout | undefined;
  private rewriting: Rewriting<R> | undefined;
  private stepping: NodeJS.Immediate | undefined;
  /**
   * Called with each record that has just changed the state. If it returns a promise, the record is acknowledged only
   * once that is resolved too: for copies of the state in other threads.
   */
  onChange: (record: R) => Promise<void> | undefined = () => undefined;

  private constructor(
    directory: string,
    generation: number,
    journal: JournalPort,
    state: S,
    options: RecordStoreOptions<R, S>,
  ) {
    this.directory = directory;
    this.generation = generation;
    this.journal = journal;
    this.state = state;
    this.options = options;
  }

  /**
   * Opens the newest generation in `directory`, or creates the first. Throws the journal's error on a locked or damaged
   * directory.
   */
  static open<R, S extends RecordedState<R>>(
    directory: string,
    options: RecordStoreOptions<R, S>,
  ): RecordStore<R, S> {
    makeDirectory(directory);
    const generations = listGenerations(directory);
    const newest = generations.at(-1) ?? 1;
    const state = options.newState();
    const journal = openGeneration(join(directory, generationName(newest)), options.name, state);
    try {
      for (const older of generations.slice(0, -1)) removeGeneration(directory, older);
      const store = new RecordStore(directory, newest, journal, state, options);
      if (journal.recovery.lastSeq === 0 && options.found !== undefined)
        store.applyAndAppend(options.found(state));
      return options.worthRewriting(state) ? store.rewrite() : store;
    } catch (error) {
      journal.close();
      throw error;
    }
  }

  /**
   * Resolves once the record is on disk.
   * @param withinMs how long it may wait to share a write
   */
  commit(record: R, withinMs = 0): Promise<void> {
    this.state.apply(record);
    const copied = this.onChange(record);
    const written = this.write(record, withinMs);
    return copied === undefined ? written : Promise.all([written, copied]).then(() => undefined);
  }

  private write(record: R, withinMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.queue.push({ record, resolve, reject });
      if (withinMs > 0) this.flushingLater ??= setTimeout(() => this.flush(), withinMs);
      else this.flushing ??= setImmediate(() => this.flush());
    });
  }

  /** Resolves once all earlier records are in a new generation and outdated ones are off the disk. */
  async rewriteNow(): Promise<void> {
    while (this.rewriting !== undefined) await this.rewriting.done.promise;
    // Queued records are already in the state and must not also be in the tail.
    this.flush();
    await this.beginRewriting().done.promise;
  }

  /** Writes queued records and releases the directory. Drops a rewrite in progress. */
  close(): void {
    clearImmediate(this.flushing);
    this.flush();
    clearImmediate(this.stepping);
    if (this.rewriting !== undefined) this.drop(this.rewriting);
    this.journal.close();
  }

  private drop({ journal, generation, done }: Rewriting<R>): void {
    journal.close();
    discardDraft(join(this.directory, generationName(generation)));
    done.resolve();
    this.rewriting = undefined;
  }

  private applyAndAppend(record: R): void {
    this.state.apply(record);
    append(this.journal, [record], this.options.nowMs());
  }

  private flush(): void {
    this.flushing = undefined;
    clearTimeout(this.flushingLater);
    this.flushingLater = undefined;
    const batch = this.queue;
    this.queue = [];
    if (batch.length === 0) return;
    const records = batch.map(({ record }) => record);
    try {
      append(this.journal, records, this.options.nowMs());
    } catch (error) {
      for (const { reject } of batch) reject(error);
      this.fail(error);
      return;
    }
    for (const { resolve } of batch) resolve();
    this.rewriting?.tail.push(...records);
    if (this.rewriting !== undefined || this.options.worthRewritingNow?.(this.state) !== true) return;
    try {
      this.beginRewriting();
    } catch (error) {
      this.fail(error);
    }
  }

  private fail(error: unknown): void {
    this.options.onFailure(error instanceof Error ? error : new Error(String(error)));
  }

  /** Starts writing the current state to a new generation. The old one stays active until that is finished. */
  private beginRewriting(): Rewriting<R> {
    const { directory, options } = this;
    const generation = this.generation + 1;
    writeFileSync(join(directory, `${generationName(generation)}.unfinished`), "");
    syncPath(directory);
    const path = join(directory, generationName(generation));
    const journal = openJournal(path, optionsOf(options.name), undefined, path);
    const records = [...this.state.dump(options.nowMs(), hexOf(this.journal.lastHash))];
    this.state.rewritten?.();
    const done = Promise.withResolvers<void>();
    done.promise.catch(() => undefined); // onFailure receives the error; nobody else may be waiting
    this.rewriting = { journal, generation, records, written: 0, tail: [], done };
    this.stepping = setImmediate(() => this.step());
    return this.rewriting;
  }

  private step(): void {
    const { rewriting } = this;
    if (rewriting === undefined) return;
    const { journal, records, written, tail } = rewriting;
    try {
      const next = records.slice(written, written + RECORDS_PER_STEP);
      if (next.length > 0) append(journal, next, this.options.nowMs());
      rewriting.written += next.length;
      // Steps must be larger than those of the commits, or the tail could grow as fast as it is written.
      if (next.length === 0 && tail.length > RECORDS_PER_FRAME)
        append(journal, tail.splice(0, RECORDS_PER_FRAME), this.options.nowMs());
      if (rewriting.written === records.length && tail.length <= RECORDS_PER_FRAME) this.finish(rewriting);
      else this.stepping = setImmediate(() => this.step());
    } catch (error) {
      rewriting.done.reject(error);
      this.fail(error);
    }
  }

  /** Activates the new generation: removing its mark, once durable, decides. */
  private finish({ journal, generation, tail, done }: Rewriting<R>): void {
    if (tail.length > 0) append(journal, tail, this.options.nowMs());
    this.activate(generation, join(this.directory, generationName(generation)));
    unlinkSync(join(this.directory, `${generationName(generation)}.unfinished`));
    syncPath(this.directory);
    this.journal.close();
    removeGeneration(this.directory, this.generation);
    this.journal = journal;
    this.generation = generation;
    this.rewriting = undefined;
    done.resolve();
  }

  /**
   * Records what the next generation follows, which proves to the next start that no records are missing between them.
   * In a database, this decides that it replaces the others.
   */
  private activate(next: number, directory: string): void {
    const { generation, journal, options } = this;
    const ended = { generation, records: journal.lastSeq, hash: hexOf(journal.lastHash) };
    const origin = originAfter(this.directory, ended, options.name);
    const found = replicaOf(join(this.directory, generationName(next)));
    found?.replica.activate(found.below, origin);
    writeDurably(join(directory, ORIGIN), origin);
  }

  /** Writes the current state to a new generation and removes this one. */
  private rewrite(): RecordStore<R, S> {
    const { directory, generation } = this;
    const { name, newState, nowMs } = this.options;
    const next = join(directory, generationName(generation + 1));
    const draft = `${next}${DRAFT}`;
    const journal = openJournal(draft, optionsOf(name), undefined, next);
    try {
      let records: R[] = [];
      for (const record of this.state.dump(nowMs(), hexOf(this.journal.lastHash))) {
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
    this.activate(generation + 1, draft);
    renameSync(draft, next);
    syncPath(directory);
    this.journal.close();
    removeGeneration(directory, generation);
    const state = newState();
    const reopened = openGeneration(next, name, state);
    return new RecordStore(directory, generation + 1, reopened, state, this.options);
  }
}

const optionsOf = (name: string) => ({ name, segmentBytes: SEGMENT_BYTES });

function openGeneration<R>(directory: string, name: string, state: RecordedState<R>): JournalPort {
  return openJournal(directory, optionsOf(name), (frame: Frame) => {
    for (const line of decoder.decode(frame.payload).split("\n")) state.apply(JSON.parse(line) as R);
  });
}

function append(journal: JournalPort, records: readonly unknown[], nowMs: number): void {
  journal.append({
    firstSeq: journal.lastSeq + 1,
    records: records.length,
    timeMs: Math.max(nowMs, journal.lastTimeMs),
    payload: encoder.encode(records.map((record) => JSON.stringify(record)).join("\n")),
  });
}

function removeGeneration(directory: string, generation: number): void {
  rmSync(join(directory, generationName(generation)), { recursive: true, force: true });
}

/** Deletes a generation in the database that never became active. */
function discardDraft(directory: string): void {
  const found = replicaOf(directory);
  found?.replica.discard(found.below);
}

const hexOf = (hash: Uint8Array): string => Buffer.from(hash).toString("hex");

/** Returns complete generations, oldest first, and removes unfinished ones. */
function listGenerations(directory: string): number[] {
  const found: number[] = [];
  for (const name of readdirSync(directory)) {
    const unfinished = UNFINISHED.exec(name)?.[1];
    if (unfinished === undefined) continue;
    discardDraft(join(directory, generationName(Number(unfinished))));
    removeGeneration(directory, Number(unfinished));
    syncPath(directory);
    unlinkSync(join(directory, name));
  }
  for (const name of readdirSync(directory)) {
    const match = GENERATION.exec(name);
    if (match?.[1] !== undefined) found.push(Number(match[1]));
    else if (name.endsWith(DRAFT)) {
      discardDraft(join(directory, name.slice(0, -DRAFT.length)));
      rmSync(join(directory, name), { recursive: true, force: true });
    }
  }
  return found.sort((a, b) => a - b);
}
