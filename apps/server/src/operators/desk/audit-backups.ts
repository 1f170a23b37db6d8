import type { BackupLine } from "@candor/wire/console/system";
import { type AuditEntry, readAuditLog } from "../../kit/durable/audit-log.ts";
import { BACKUP_ACTION } from "../protocol/operator-messages.ts";

const MAX_BACKUPS = 50;

/** Returns the newest backups that the audit log has, newest first. */
export function backupsIn(home: string): readonly BackupLine[] {
  const backups = new Map<number, BackupLine>();
  readAuditLog(home, (entry) => {
    if (entry.action !== BACKUP_ACTION) return;
    const begun = backups.get(entry.begun ?? 0);
    if (entry.phase === "begun") backups.set(entry.number, started(entry));
    else if (begun !== undefined && entry.begun !== undefined) backups.set(entry.begun, ended(begun, entry));
  });
  return [...backups.values()].slice(-MAX_BACKUPS).toReversed();
}

function started({ timeMs, operator, target }: AuditEntry): BackupLine {
  return {
    startedAtMs: timeMs,
    endedAtMs: null,
    operator,
    target,
    state: "not finished",
    seq: null,
    problem: "",
  };
}

function ended(backup: BackupLine, { phase, timeMs, after, problem }: AuditEntry): BackupLine {
  const seq = typeof after?.seq === "number" ? after.seq : null;
  return {
    ...backup,
    endedAtMs: timeMs,
    state: phase === "done" ? "complete" : "failed",
    seq,
    problem: problem ?? "",
  };
}
