import { existsSync } from "node:fs";
import path from "node:path";
import type { Frame } from "@candor/journal/frame";
import type { JournalPort } from "@candor/journal/journal-port";
import { JournalReader } from "@candor/journal/journal-reader";
import { openJournal } from "./replicated-home.ts";

const JOURNAL_NAME = "audit";
const SEGMENT_BYTES = 1024 * 1024;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** State before or after an action: small facts without personal data. */
export type AuditFacts = Readonly<Record<string, string | number | boolean | null>>;

/**
 * An action is logged before it is done (`begun`) and after (`done`, or `failed`), so that a crash in between hides
 * none. Reads are logged as `done` at once, forbidden actions as `refused`.
 */
export interface AuditRecord {
  readonly phase: "begun" | "done" | "failed" | "refused";
  readonly operator: string;
  /** Set if signed in to the console; absent for the server's own account. */
  readonly via?: "console";
  /** For example `verification pass`. */
  readonly action: string;
  readonly target: string;
  readonly reason: string;
  readonly before?: AuditFacts;
  readonly after?: AuditFacts;
  readonly problem?: string;
  /** Number of the entry that began the action. */
  readonly begun?: number;
}

export interface AuditEntry extends AuditRecord {
  readonly number: number;
  readonly timeMs: number;
  /** Hash of this entry and, through the chain, of all entries before; hexadecimal. */
  readonly hash: string;
}

export interface AuditHead {
  readonly number: number;
  readonly hash: string;
}

/** Returns `<CANDOR_HOME>/audit`. */
export function auditDirectory(home: string): string {
  return path.join(home, "audit");
}

/** Log of who did what to whom and why: append-only, synced to disk and hash-chained. */
export class AuditLog {
  private readonly journal: JournalPort;
  private readonly nowMs: () => number;

  private constructor(journal: JournalPort, nowMs: () => number) {
    this.journal = journal;
    this.nowMs = nowMs;
  }

  /** Throws JournalCorruptError if an entry was changed, DirectoryLockedError if another process has the log open. */
  static open(home: string, nowMs: () => number): AuditLog {
    const options = { name: JOURNAL_NAME, segmentBytes: SEGMENT_BYTES };
    return new AuditLog(openJournal(auditDirectory(home), options), nowMs);
  }

  /** Returns when the entry is on disk. */
  append(record: AuditRecord): AuditHead {
    const { journal } = this;
    journal.append({
      firstSeq: journal.lastSeq + 1,
      records: 1,
      timeMs: Math.max(this.nowMs(), journal.lastTimeMs),
      payload: encoder.encode(JSON.stringify(record)),
    });
    return this.head;
  }

  get head(): AuditHead {
    return { number: this.journal.lastSeq, hash: toHex(this.journal.lastHash) };
  }

  close(): void {
    this.journal.close();
  }
}

/** End of the log that was read. */
export interface AuditEnd extends AuditHead {
  /** Bytes after the last valid entry: an interrupted write, or a damaged last entry. */
  readonly strayBytes: number;
}

/**
 * Reads the log of a home, even while a server runs, and checks every checksum and link. Throws JournalCorruptError at
 * the first altered entry.
 * @param fromNumber files that end before this entry are skipped and trusted
 */
export function readAuditLog(home: string, visit: (entry: AuditEntry) => void, fromNumber = 1): AuditEnd {
  const directory = auditDirectory(home);
  if (!existsSync(directory)) return { number: 0, hash: "", strayBytes: 0 };
  const end = new JournalReader(directory, JOURNAL_NAME).read((frame: Frame) => {
    const record = JSON.parse(decoder.decode(frame.payload)) as AuditRecord;
    visit({ ...record, number: frame.firstSeq, timeMs: frame.timeMs, hash: toHex(frame.hash) });
  }, fromNumber);
  return { number: end.nextSeq - 1, hash: toHex(end.lastHash), strayBytes: end.tornBytes };
}

const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");
