import { parentPort, workerData } from "node:worker_threads";
import type { AuditQuestion } from "./audit-question.ts";
import { auditRows, verifyAuditLog } from "./audit-views.ts";

/** Reads the audit log and ends. */
const question = workerData as AuditQuestion;
parentPort?.postMessage(
  question.kind === "list"
    ? auditRows(question.home, question.limit)
    : verifyAuditLog(question.home, question.known),
);
