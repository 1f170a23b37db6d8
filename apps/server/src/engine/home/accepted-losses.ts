import type { AcceptedLoss } from "@candor/domain/commands/store-commands";
import { type AuditEntry, readAuditLog } from "../../kit/durable/audit-log.ts";
import type { HomeProblem, Inspection } from "./inspect-home.ts";

export const ACCEPT_LOSS = "accept-loss";
const AUDIT_STORE = "audit";

/** Position of a partly lost store. */
interface Stand {
  readonly records: number;
  readonly hash: string;
}
export const NOWHERE: Stand = { records: 0, hash: "" };

export interface Acceptances {
  readonly accepted: readonly AcceptedLoss[];
  /** Problems that were not accepted. */
  readonly left: readonly HomeProblem[];
}

/**
 * Determines which losses operators accepted: the audit log has an entry for each since the positions were last
 * recorded, with what was recorded and what remained. An acceptance is valid only for that loss, until the next
 * recording.
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
  // Losses detected only later, by read models or identity, are accepted for the store's current position.
  for (const [store, entry] of entries) {
    const stand = present.get(store);
    if (stand !== undefined && isOf(entry, undefined, stand)) accepted.push(lossOf(entry));
  }
  return { accepted, left };
}

/** Returns the newest unused acceptance of each store. */
function freshEntries({ home, problems, noted, present }: Inspection): Map<string, AuditEntry> {
  const entries = new Map<string, AuditEntry>();
  const isAuditLost = problems.some(({ store }) => store === AUDIT_STORE);
  // The log cannot be read, so it has no valid entries.
  if (isAuditLost && present.get(AUDIT_STORE) === undefined) return entries;
  // If the log itself was lost, all of its entries may be from after the loss.
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

/** A crash during a start in between may have added records, but never removed any. */
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
