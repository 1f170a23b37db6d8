import { verifyAuditLog } from "../../operators/desk/audit-views.ts";

/** Checks the operators' audit log next to the journal. Throws on the first problem. */
export function verifyAudit(home: string, print: (line: string) => void): void {
  const { entries, head, problems, unfinished } = verifyAuditLog(home, []);
  if (problems.length > 0) throw new Error(`the audit log has been altered: ${problems.join("; ")}`);
  if (entries === 0) {
    print("Audit log   no operator actions yet");
    return;
  }
  print(
    `Audit log   ${entries.toLocaleString("en")} entries, all unaltered; last ${head.number}:${head.hash}`,
  );
  if (unfinished > 0) print(`            ${unfinished} actions were started but never finished`);
}
