import { Worker } from "node:worker_threads";
import type { AuditAnswers, AuditQuestion as AuditQuery } from "./audit-query.ts";

/**
 * Reads the audit log in a separate thread: the log keeps growing, and reading it must not block trading. Rejects with
 * an error in the log, or of the thread.
 */
export function queryAuditLog<K extends AuditQuery["kind"]>(
  question: Extract<AuditQuery, { kind: K }>,
): Promise<AuditAnswers[K]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./audit-worker.ts", import.meta.url), {
      name: "audit",
      workerData: question,
    });
    worker.once("message", (answer: AuditAnswers[K]) => resolve(answer));
    worker.once("error", reject);
    worker.once("exit", (code) => reject(new Error(`audit log thread exited with code ${code}`)));
  });
}
