import { showToast } from "@candor/ui/toast-store";
import { useT } from "../../i18n/use-t.ts";
import { download } from "../../shared/files/download.ts";
import { plusDays, utcMidnight } from "../../shared/profit/utc-days.ts";
import { toastError, useAct } from "../../shell/calls/use-call.ts";
import { socket } from "../../shell/services/services.ts";

export const EXPORT_FILES = ["profit", "positions", "trades", "orders", "funds", "tax"] as const;
export type ExportFile = (typeof EXPORT_FILES)[number];

/** Most days of one file; the server's limit. */
export const MAX_EXPORT_DAYS = 366;

export interface FileExport {
  readonly isBusy: boolean;
  /** Downloads the days, YYYY-MM-DD in UTC, both inclusive. Resolves to whether it began. */
  readonly run: (file: ExportFile, from: string, to: string) => Promise<boolean>;
}

/** Exports records of a period as a spreadsheet file. */
export function useFileExport(): FileExport {
  const t = useT();
  const profit = useAct("profitExport");
  const funds = useAct("exportRecords");
  const run = async (file: ExportFile, from: string, to: string): Promise<boolean> => {
    const untilMs = Math.min(utcMidnight(plusDays(to, 1)), socket.clock.now());
    const outcome =
      file === "funds"
        ? await funds.run({ sinceMs: utcMidnight(from), untilMs })
        : await profit.run({ file, from, to });
    if (outcome === null) return false;
    if (!outcome.ok) {
      toastError(outcome.error);
      return false;
    }
    download(outcome.reply.fullurl, outcome.reply.fileName);
    showToast(t("profit.exportDone", { file: outcome.reply.fileName }), { kind: "success" });
    return true;
  };
  return { isBusy: profit.isBusy || funds.isBusy, run };
}
