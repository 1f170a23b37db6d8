import { readAuditLog } from "../operator/audit-log.ts";

/** Operators by the sequence number of the command that carried out what they did; those of the founding have none. */
export function setBy(home: string): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  readAuditLog(home, ({ phase, operator, after }) => {
    if (phase === "done" && typeof after?.seq === "number") found.set(after.seq, operator);
  });
  return found;
}
