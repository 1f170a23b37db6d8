import { Button } from "@candor/ui/button.tsx";
import { Sheet } from "@candor/ui/sheet.tsx";
import { useT } from "../../i18n/use-t.ts";

export interface CancelAllSheetProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly count: number;
  /** Absent for all pairs. */
  readonly pair: string | undefined;
  readonly onConfirm: () => void;
}

/** Asks for confirmation and shows what will be canceled. */
export function CancelAllSheet({ open, onOpenChange, count, pair, onConfirm }: CancelAllSheetProps) {
  const t = useT();
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={pair === undefined ? t("trade.cancelAllTitle") : t("trade.cancelPairTitle", { pair })}
    >
      <div className="stack-4">
        <p>{t("trade.cancelAllNote", { count })}</p>
        <div className="g2">
          <Button onClick={() => onOpenChange(false)}>{t("trade.keepOrders")}</Button>
          <Button
            tone="danger"
            onClick={() => {
              onOpenChange(false);
              onConfirm();
            }}
          >
            {t("trade.cancelAll")}
          </Button>
        </div>
      </div>
    </Sheet>
  );
}
