import type { BackupLine } from "@candor/wire/console/system";
import type { AuditHead } from "../../kit/durable/audit-log.ts";
import type { Row } from "../protocol/operator-messages.ts";
import type { AuditVerdict } from "./audit-views.ts";

/** Queries for the thread that reads the audit log. */
export type AuditQuestion =
  | { readonly kind: "list"; readonly home: string; readonly limit: number; readonly lastNumber: number }
  | { readonly kind: "set-by"; readonly home: string }
  | { readonly kind: "backups"; readonly home: string }
  | { readonly kind: "verify"; readonly home: string; readonly known: readonly AuditHead[] };

export interface AuditAnswers {
  readonly list: readonly Row[];
  /**
   * Operators by sequence number of the command that carried out their action; commands from the founding have none.
   */
  readonly "set-by": ReadonlyMap<number, string>;
  readonly backups: readonly BackupLine[];
  readonly verify: AuditVerdict;
}
