import { showToast } from "@candor/ui/toast-store";
import { useT } from "../../i18n/use-t.ts";
import { download } from "../../shared/files/download.ts";
import { toastError, useAct } from "../../shell/calls/use-call.ts";
import { socket } from "../../shell/services/services.ts";
import type { RecordFilter } from "./record-filter.ts";
import { exportSpan, MAX_EXPORT_DAYS, MAX_EXPORT_ROWS, requestOf } from "./record-filter.ts";

/** Exports the filtered entries as a spreadsheet file. */
export function useExport(filter: RecordFilter): { readonly isBusy: boolean; readonly run: () => void } {
  const t = useT();
  const act = useAct("exportRecords");
  const run = async () => {
    const { isCut, ...span } = exportSpan(filter, socket.clock.now());
    const outcome = await act.run({ ...requestOf(filter), ...span });
    if (outcome === null) return;
    if (!outcome.ok) {
      // The span is within its limit, so the number of entries is too high.
      if (outcome.error.fields.some(({ path }) => path === "sinceMs"))
        return showToast(t("wallet.exportTooMany", { most: MAX_EXPORT_ROWS }), { kind: "error" });
      return toastError(outcome.error);
    }
    const { fullurl, fileName, rows } = outcome.reply;
    download(fullurl, fileName);
    showToast(
      isCut
        ? t("wallet.exportCut", { count: rows, days: MAX_EXPORT_DAYS })
        : t("wallet.exportDone", { count: rows }),
      { kind: "success" },
    );
  };
  return { isBusy: act.isBusy, run: () => void run() };
}
