import {
  type AuditEntry,
  type AuditFacts,
  type AuditHead,
  readAuditLog,
} from "../../kit/durable/audit-log.ts";
import type { Row } from "../protocol/operator-messages.ts";
import { asSentence } from "../protocol/sentences.ts";
import { timeOf } from "./time-of.ts";

/** Maximum entries per action: its beginning and its end. */
const ENTRIES_PER_ROW = 2;

/**
 * Returns the newest entries, oldest first; a finished action is one row.
 * @param lastNumber end of the log: only as much is read as the rows need. Absent: all of it is read
 */
export function auditRows(home: string, limit: number, lastNumber?: number): Row[] {
  const entries = new Map<number, AuditEntry>();
  const fromNumber = Math.max(1, (lastNumber ?? 0) - ENTRIES_PER_ROW * limit + 1);
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

/** "15–16" for begun and done, so that the first number is not missing; "15, 18" if others came in between. */
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

/**
 * Returns operators by sequence number of the command that carried out their action; commands from the founding have
 * none.
 */
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
  /** Number of actions that were begun and never finished. */
  readonly unfinished: number;
  /** Problems found; empty if no entry was altered. */
  readonly problems: readonly string[];
}

/**
 * Checks the whole log. `known` are entries whose hashes are known from elsewhere: from the running server, or written
 * down earlier. Only they can reveal that the end was cut off or the whole log rewritten.
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
        problems.push(`Entry ${entry.number} does not match the known one: its hash is ${entry.hash}.`);
      missing.delete(entry.number);
    });
    head = { number: end.number, hash: end.hash };
    if (end.strayBytes > 0)
      problems.push(
        `After entry ${end.number} there are ${end.strayBytes} bytes that are not an entry: truncated or altered.`,
      );
    for (const number of missing.keys()) problems.push(`Entry ${number} is known but missing.`);
  } catch (error) {
    problems.push(asSentence(error instanceof Error ? error.message : String(error)));
  }
  return { head, entries, unfinished: open.size, problems };
}
