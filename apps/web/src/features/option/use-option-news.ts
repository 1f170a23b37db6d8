import { showToast } from "@candor/ui/toast-store";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { useEffect, useRef } from "react";
import { useT } from "../../i18n/use-t.ts";
import { useLive } from "../../shell/hooks/use-live.ts";
import { evidencePath } from "../../shell/routing/routes.ts";
import { useOptionStore } from "./option-live.ts";
import { END_TOASTS } from "./option-words.ts";

const READ_MS = 5_000;

/** Notifies how a contract ended, with a link to its evidence. */
export function useOptionNews(): void {
  const t = useT();
  const formats = useFormats();
  const { ended } = useLive(useOptionStore());
  const lastShown = useRef<string | null>(null);
  useEffect(() => {
    if (ended === null || lastShown.current === ended.optionId) return;
    lastShown.current = ended.optionId;
    const words = END_TOASTS[ended.status];
    if (words === undefined) return;
    const amount = formats.decimal(ended.status === "lost" ? ended.amount : ended.payout, { minDecimals: 2 });
    showToast(t(words, { amount }), {
      kind: ended.status === "lost" ? "error" : "success",
      durationMs: READ_MS,
      link: { to: evidencePath("option", ended.optionId), label: t("records.check") },
    });
  }, [ended, formats, t]);
}
