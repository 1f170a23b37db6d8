import type { AuditHead } from "./audit-log.ts";
import type { AuditVerdict } from "./audit-views.ts";
import type { Row } from "./operator-messages.ts";

/** What the thread that reads the audit log is asked. */
export type AuditQuestion =
  | { readonly kind: "list"; readonly home: string; readonly limit: number }
  | { readonly kind: "verify"; readonly home: string; readonly known: readonly AuditHead[] };

export interface AuditAnswers {
  readonly list: readonly Row[];
  readonly verify: AuditVerdict;
}
