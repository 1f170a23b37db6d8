import { parentPort, workerData } from "node:worker_threads";
import { backupsIn } from "./audit-backups.ts";
import type { AuditAnswers, AuditQuestion } from "./audit-query.ts";
import { auditRows, setBy, verifyAuditLog } from "./audit-views.ts";

/** Reads the audit log and exits. */
parentPort?.postMessage(answer(workerData as AuditQuestion));

function answer(question: AuditQuestion): AuditAnswers[AuditQuestion["kind"]] {
  switch (question.kind) {
    case "list":
      return auditRows(question.home, question.limit, question.lastNumber);
    case "set-by":
      return setBy(question.home);
    case "backups":
      return backupsIn(question.home);
    case "verify":
      return verifyAuditLog(question.home, question.known);
  }
}
