import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { JournalReader } from "@candor/journal/journal-reader";
import { listSegments, segmentFile } from "@candor/journal/segment";
import { openJournal } from "../../kit/durable/replicated-home.ts";
import type { ExchangeHome } from "./exchange-home.ts";

/** Name of the journal in its segment files. */
const SKIPS_JOURNAL = "skips";
const SEGMENT_BYTES = 1024 * 1024;

/** The decision that a command is never executed. */
export interface SkippedCommand {
  /** Sequence number at which the command is, or will be, in the journal as a rejection. */
  readonly seq: number;
  /** From here on, the same bytes are rejected too. */
  readonly fromSeq: number;
  /** `offered`: it was never journaled. `journal`: it was executed by an earlier version. */
  readonly source: "offered" | "journal";
  readonly kind: string;
  readonly userId: number;
  readonly sha256: string;
  /** The command's bytes, in base64. */
  readonly record: string;
  readonly error: string;
  /** For `journal`: digest of its frame's events with the rejection, in hex, which replaces the acknowledged one. */
  readonly outputsDigest?: string;
  readonly reason: string;
  readonly decidedBy: readonly string[];
  readonly decidedAtMs: number;
}

/** A skipped command's bytes are not those in the journal. */
class SkipMismatchError extends Error {
  constructor(seq: number) {
    super(`the decision to skip command ${seq} is about another command than the journal has there`);
    this.name = "SkipMismatchError";
  }
}

/** The commands that are rejected instead of executed, in every replay alike. */
export class SkipList {
  readonly all: readonly SkippedCommand[];
  private readonly firstSeq: number;
  private readonly records: readonly Buffer[];

  constructor(all: readonly SkippedCommand[]) {
    this.all = all;
    this.firstSeq = Math.min(Number.POSITIVE_INFINITY, ...all.map(({ seq }) => seq));
    this.records = all.map(({ record }) => Buffer.from(record, "base64"));
  }

  /**
   * Returns which commands of a batch to skip, counted from 0; undefined if none. The usual list is empty and costs one
   * comparison a batch. Throws SkipMismatchError.
   */
  in(bytes: Uint8Array<ArrayBuffer>, firstSeq: number, commands: number): ReadonlySet<number> | undefined {
    if (firstSeq + commands - 1 < this.firstSeq) return undefined;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let found: Set<number> | undefined;
    let seq = firstSeq;
    for (let at = 0; at < bytes.length; seq++) {
      const length = view.getUint16(at, true);
      if (this.has(seq, bytes, at, length)) (found ??= new Set()).add(seq - firstSeq);
      at += length;
    }
    return found;
  }

  /** The digest that replaces a frame's acknowledged one; undefined if the acknowledged one is right. */
  digestOf(firstSeq: number, lastSeq: number): Uint8Array | undefined {
    if (lastSeq < this.firstSeq) return undefined;
    const skip = this.all.findLast(({ seq, outputsDigest }) => {
      return outputsDigest !== undefined && seq >= firstSeq && seq <= lastSeq;
    });
    return skip?.outputsDigest === undefined ? undefined : Buffer.from(skip.outputsDigest, "hex");
  }

  private has(seq: number, bytes: Uint8Array, at: number, length: number): boolean {
    for (const [index, record] of this.records.entries()) {
      const skip = this.all[index] as SkippedCommand;
      const isSame =
        record.length === length && record.compare(bytes, at, at + length, 0, record.length) === 0;
      const isPlace = skip.source === "journal" && skip.seq === seq;
      if (isPlace && !isSame) throw new SkipMismatchError(seq);
      if (isSame && (isPlace || seq >= skip.fromSeq)) return true;
    }
    return false;
  }
}

export const NO_SKIPS = new SkipList([]);

/** Reads the decisions of a home, even while a server runs. Throws JournalCorruptError. */
export function readSkips({ skipDirectory }: ExchangeHome): SkipList {
  if (!existsSync(skipDirectory) || listSegments(skipDirectory).length === 0) return NO_SKIPS;
  const all: SkippedCommand[] = [];
  new JournalReader(skipDirectory, SKIPS_JOURNAL).read(({ payload }) => {
    all.push(JSON.parse(Buffer.from(payload).toString("utf8")) as SkippedCommand);
  });
  return new SkipList(all);
}

/** Changes with each decision in a home; undefined while there is none. */
export function skipsMark({ skipDirectory }: ExchangeHome): number | undefined {
  const last = existsSync(skipDirectory) ? listSegments(skipDirectory).at(-1) : undefined;
  return last === undefined ? undefined : statSync(join(skipDirectory, segmentFile(last))).mtimeMs;
}

/** Adds a decision; durable on return. The caller must hold the lock of the exchange's journal. */
export function appendSkip({ skipDirectory }: ExchangeHome, skip: SkippedCommand): void {
  const journal = openJournal(skipDirectory, { name: SKIPS_JOURNAL, segmentBytes: SEGMENT_BYTES });
  try {
    journal.append({
      firstSeq: journal.lastSeq + 1,
      records: 1,
      timeMs: Math.max(skip.decidedAtMs, journal.lastTimeMs),
      payload: Buffer.from(JSON.stringify(skip)),
    });
  } finally {
    journal.close();
  }
}
