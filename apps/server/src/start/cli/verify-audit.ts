import { verifyAuditLog } from "../../operators/desk/audit-views.ts";

/** Checks the operators' audit log beside the journal. Throws what it finds wrong. */
export function verifyAudit(home: string, print: (line: string) => void): void {
  const { entries, head, problems, unfinished } = verifyAuditLog(home, []);
  if (problems.length > 0) throw new Error(`the audit log was changed: ${problems.join("; ")}`);
  if (entries === 0) {
    print("Audit log   no operator has done anything yet");
    return;
  }
  print(
    `Audit log   ${entries.toLocaleString("en")} entries, each as it was written; last ${head.number}:${head.hash}`,
  );
  if (unfinished > 0) print(`            ${unfinished} actions were begun and never finished`);
}
