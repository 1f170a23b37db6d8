import { showToast } from "@candor/ui/toast-store";
import { useEffect } from "react";
import type { PrivateMessage } from "../../data/socket-messages.ts";
import { useT } from "../../i18n/use-t.ts";
import { CONTRACT_HISTORY } from "../../shell/routing/routes.ts";
import { live } from "../../shell/services/services.ts";

/** Long enough to read the message and follow its link. */
const NEWS_TOAST_MS = 10_000;

/** Notifies at once of a liquidation or deleveraging, with a link to the details. */
export function useLiquidationNews(): void {
  const t = useT();
  useEffect(() => {
    const hear = (message: PrivateMessage): void => {
      if (message.type !== "position") return;
      const { cause, symbol } = message.data;
      if (cause !== "liquidation" && cause !== "adl") return;
      showToast(t(cause === "adl" ? "contract.deleveragedToast" : "contract.liquidatedToast", { symbol }), {
        kind: "error",
        durationMs: NEWS_TOAST_MS,
        link: { to: `${CONTRACT_HISTORY}?view=liquidations`, label: t("contract.seeWhy") },
      });
    };
    return live.socket.onPrivate(hear);
  }, [t]);
}
