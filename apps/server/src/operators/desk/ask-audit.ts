import { Worker } from "node:worker_threads";
import type { AuditAnswers, AuditQuestion } from "./audit-question.ts";

/**
 * Reads the audit log in a thread of its own: the log grows for ever, and whoever looks at it must not hold up those who
 * trade. Rejects with what is wrong with the log, or with the thread.
 */
export function askAudit<K extends AuditQuestion["kind"]>(
  question: Extract<AuditQuestion, { kind: K }>,
): Promise<AuditAnswers[K]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./audit-worker.ts", import.meta.url), {
      name: "audit",
      workerData: question,
    });
    worker.once("message", (answer: AuditAnswers[K]) => resolve(answer));
    worker.once("error", reject);
    worker.once("exit", (code) =>
      reject(new Error(`the thread that reads the audit log ended with ${code}`)),
    );
  });
}
