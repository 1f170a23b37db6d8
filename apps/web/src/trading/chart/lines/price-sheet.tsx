import { Button } from "@candor/ui/button.tsx";
import { compareDecimals } from "@candor/ui/decimal-math";
import { Sheet } from "@candor/ui/sheet.tsx";
import { showToast } from "@candor/ui/toast-store";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { useT } from "../../../i18n/use-t.ts";
import { refresh, toastError, useAct } from "../../../shell/calls/use-call.ts";
import { useAppStore } from "../../../state/app-store.ts";
import type { ShownMarket } from "../../market/use-market.ts";

interface PriceSheetProps {
  /** Null if closed. */
  readonly price: string | null;
  readonly shown: ShownMarket;
  readonly onPrice: ((price: string) => void) | undefined;
  readonly onClose: () => void;
}

/** What can be done at a price of the chart. Nothing is sent to the market from here. */
export function PriceSheet({ price, shown, onPrice, onClose }: PriceSheetProps) {
  const t = useT();
  const formats = useFormats();
  const isLoggedIn = useAppStore((state) => state.token !== "");
  const setAlert = useAlertAt(shown);
  const text = price === null ? "" : formats.decimal(price);
  const close = (act: () => unknown) => () => {
    onClose();
    act();
  };
  return (
    <Sheet
      open={price !== null}
      onOpenChange={(open) => !open && onClose()}
      title={t("lines.atPrice", { pair: shown.look.name, price: text })}
    >
      {price !== null && (
        <div className="stack">
          {onPrice !== undefined && (
            <Button tone="primary" block onClick={close(() => onPrice(price))}>
              {t("lines.orderHere")}
            </Button>
          )}
          {isLoggedIn && (
            <Button tone="line" block onClick={close(() => void setAlert(price))}>
              {t("lines.alertHere")}
            </Button>
          )}
        </div>
      )}
    </Sheet>
  );
}

/** Adds a price alert of the market's index. Its direction follows from the current price. */
function useAlertAt({ market }: ShownMarket): (price: string) => Promise<void> {
  const t = useT();
  const formats = useFormats();
  const act = useAct("notifyAlerts");
  return async (price) => {
    const isAbove = compareDecimals(price, market.indexPrice ?? market.chPrice ?? "0") > 0;
    const direction = isAbove ? "above" : "below";
    const outcome = await act.run({ action: "add", symbol: market.symbol, direction, price });
    if (outcome === null) return;
    if (!outcome.ok) return toastError(outcome.error);
    showToast(t("lines.alertSet", { price: formats.decimal(price) }), { kind: "success" });
    await refresh("notifyAlerts");
  };
}
