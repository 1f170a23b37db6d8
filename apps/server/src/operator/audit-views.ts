import { type AuditEntry, type AuditFacts, type AuditHead, readAuditLog } from "./audit-log.ts";
import type { Row } from "./operator-messages.ts";
import { timeOf } from "./time-of.ts";

/** The newest entries, oldest first; an action that was finished is one row. */
export function auditRows(home: string, limit: number): Row[] {
  const entries = new Map<number, AuditEntry>();
  readAuditLog(home, (entry) => {
    if (entry.begun !== undefined) entries.delete(entry.begun);
    entries.set(entry.number, entry);
  });
  return [...entries.values()].slice(-limit).map(rowOf);
}

function rowOf({
  number,
  timeMs,
  operator,
  via,
  action,
  target,
  phase,
  before,
  after,
  reason,
  problem,
}: AuditEntry) {
  return {
    entry: number,
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
        problems.push(`entry ${entry.number} is not the one that is known: its hash is ${entry.hash}`);
      missing.delete(entry.number);
    });
    head = { number: end.number, hash: end.hash };
    if (end.strayBytes > 0)
      problems.push(`${end.strayBytes} bytes behind entry ${end.number} are no entry: cut short, or changed`);
    for (const number of missing.keys()) problems.push(`entry ${number} is known and missing`);
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
  }
  return { head, entries, unfinished: open.size, problems };
}
