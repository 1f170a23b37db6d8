import type { ClusterState, DatabaseStandby, NodeReport } from "../../kit/journal-database/cluster-table.ts";
import type { DatabaseSettings } from "../../kit/journal-database/database-settings.ts";

export interface ReportThreadSettings {
  readonly database: DatabaseSettings;
}

/** What a process reports: itself, and processes that have no database. */
export interface Reports {
  readonly own: NodeReport;
  readonly others: readonly NodeReport[];
}

export type ToReportThread =
  | { readonly kind: "reports"; readonly reports: Reports }
  | { readonly kind: "close" };

export type FromReportThread =
  | {
      readonly kind: "reported";
      readonly state: ClusterState;
      readonly standbys: readonly DatabaseStandby[];
      /** Names under which other kinds of processes report. */
      readonly taken: readonly string[];
    }
  | { readonly kind: "failed"; readonly problem: string };
