import type { AcceptedLoss } from "@candor/domain/commands/store-commands";
import { type AuditEntry, readAuditLog } from "../../kit/durable/audit-log.ts";
import type { HomeProblem, Inspection } from "./inspect-home.ts";

export const ACCEPT_LOSS = "accept-loss";
export const AUDIT_STORE = "audit";

/** Where something stands that is lost in part. */
interface Stand {
  readonly records: number;
  readonly hash: string;
}
export const NOWHERE: Stand = { records: 0, hash: "" };

export interface Acceptances {
  readonly accepted: readonly AcceptedLoss[];
  /** Problems that nobody accepted. */
  readonly left: readonly HomeProblem[];
}

/**
 * Which losses operators accepted knowingly: the audit log has entries of that since the last note, each with what was
 * noted and what there was. An acceptance serves for that loss alone; the next note uses it up.
 */
export function acceptedLosses(inspection: Inspection): Acceptances {
  const { problems, present } = inspection;
  const entries = freshEntries(inspection);
  const left: HomeProblem[] = [];
  const accepted: AcceptedLoss[] = [];
  for (const problem of problems) {
    const entry = entries.get(problem.store);
    if (entry !== undefined && isOf(entry, problem.noted, problem.present)) accepted.push(lossOf(entry));
    else left.push(problem);
    entries.delete(problem.store);
  }
  // What is found out only later, by read models or identity, was accepted for the store as it stands.
  for (const [store, entry] of entries) {
    const stand = present.get(store);
    if (stand !== undefined && isOf(entry, undefined, stand)) accepted.push(lossOf(entry));
  }
  return { accepted, left };
}

/** The newest acceptance of each store, among those that no note has used up. */
function freshEntries({ home, problems, noted, present }: Inspection): Map<string, AuditEntry> {
  const entries = new Map<string, AuditEntry>();
  const isAuditLost = problems.some(({ store }) => store === AUDIT_STORE);
  // It cannot be read: nothing in it counts.
  if (isAuditLost && present.get(AUDIT_STORE) === undefined) return entries;
  // Of a log that was lost all that there is may have come after the loss.
  const from = isAuditLost ? 1 : (noted.get(AUDIT_STORE)?.records ?? 0) + 1;
  readAuditLog(
    home,
    (entry) => {
      if (entry.action === ACCEPT_LOSS && entry.phase === "done" && entry.number >= from)
        entries.set(entry.target, entry);
    },
    from,
  );
  return entries;
}

/** A crash of the start in between may have added records, never taken any away. */
function isOf({ before, after }: AuditEntry, noted: Stand | undefined, present: Stand = NOWHERE): boolean {
  const isOfNoted = noted === undefined || (before?.hash === noted.hash && before.records === noted.records);
  const isOfPresent = after?.hash === present.hash || Number(after?.records) < present.records;
  return isOfNoted && isOfPresent;
}

function lossOf({ target, operator, reason, before, after }: AuditEntry): AcceptedLoss {
  return {
    store: target,
    operator,
    reason,
    before: Number(before?.records ?? 0),
    after: Number(after?.records ?? 0),
  };
}
