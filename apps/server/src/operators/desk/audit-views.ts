import {
  type AuditEntry,
  type AuditFacts,
  type AuditHead,
  readAuditLog,
} from "../../kit/durable/audit-log.ts";
import type { Row } from "../protocol/operator-messages.ts";
import { asSentence } from "../protocol/sentences.ts";
import { timeOf } from "./time-of.ts";

/** An action has at most as many: its beginning and its end. */
const ENTRIES_OF_A_ROW = 2;

/**
 * The newest entries, oldest first; an action that was finished is one row.
 * @param lastNumber how far the log goes: no more of it is read than the rows need. Absent: all of it is
 */
export function auditRows(home: string, limit: number, lastNumber?: number): Row[] {
  const entries = new Map<number, AuditEntry>();
  const fromNumber = Math.max(1, (lastNumber ?? 0) - ENTRIES_OF_A_ROW * limit + 1);
  readAuditLog(
    home,
    (entry) => {
      if (entry.begun !== undefined) entries.delete(entry.begun);
      entries.set(entry.number, entry);
    },
    fromNumber,
  );
  return [...entries.values()].slice(-limit).map(rowOf);
}

/** "15–16": begun and done, so that nobody misses the number of the first; "15, 18" where others came between. */
function numbersOf({ number, begun }: AuditEntry): string {
  if (begun === undefined) return String(number);
  return begun === number - 1 ? `${begun}–${number}` : `${begun}, ${number}`;
}

function rowOf(entry: AuditEntry) {
  const { timeMs, operator, via, action, target, phase, before, after, reason, problem } = entry;
  return {
    entry: numbersOf(entry),
    time: timeOf(timeMs),
    operator,
    via: via ?? "server",
    action: `${action} ${target}`.trim(),
    outcome:
      problem === undefined ? (phase === "begun" ? "begun, never finished" : phase) : `${phase}: ${problem}`,
    change: [write(before), write(after)].filter((facts) => facts !== "").join(" → "),
    reason,
  };
}

function write(facts: AuditFacts | undefined): string {
  return Object.entries(facts ?? {})
    .map(([name, value]) => `${name} ${value}`)
    .join(", ");
}

/** Operators by the sequence number of the command that carried out what they did; those of the founding have none. */
export function setBy(home: string): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  readAuditLog(home, ({ phase, operator, after }) => {
    if (phase === "done" && typeof after?.seq === "number") found.set(after.seq, operator);
  });
  return found;
}

export interface AuditVerdict {
  readonly head: AuditHead;
  readonly entries: number;
  /** Actions that were begun and never finished. */
  readonly unfinished: number;
  /** What is wrong; empty: every entry is as it was written. */
  readonly problems: readonly string[];
}

/**
 * Checks the whole log. `known` are entries whose hashes are known from elsewhere: from the running server, or noted
 * down before. Only they can show that entries were cut off at the end, or that the whole log was written anew.
 */
export function verifyAuditLog(home: string, known: readonly AuditHead[]): AuditVerdict {
  const problems: string[] = [];
  const open = new Set<number>();
  const missing = new Map(known.filter(({ number }) => number > 0).map((head) => [head.number, head.hash]));
  let entries = 0;
  let head: AuditHead = { number: 0, hash: "" };
  try {
    const end = readAuditLog(home, (entry) => {
      entries++;
      if (entry.phase === "begun") open.add(entry.number);
      if (entry.begun !== undefined) open.delete(entry.begun);
      const expected = missing.get(entry.number);
      if (expected !== undefined && expected !== entry.hash)
        problems.push(`Entry ${entry.number} is not the one that is known: its hash is ${entry.hash}.`);
      missing.delete(entry.number);
    });
    head = { number: end.number, hash: end.hash };
    if (end.strayBytes > 0)
      problems.push(
        `Behind entry ${end.number} there are ${end.strayBytes} bytes that are no entry: cut short, or changed.`,
      );
    for (const number of missing.keys()) problems.push(`Entry ${number} is known and missing.`);
  } catch (error) {
    problems.push(asSentence(error instanceof Error ? error.message : String(error)));
  }
  return { head, entries, unfinished: open.size, problems };
}
