import { Button } from "@candor/ui/button.tsx";
import { KeyValue } from "@candor/ui/card.tsx";
import { Sheet } from "@candor/ui/sheet.tsx";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import type { LivePosition } from "./contract-live.ts";
import { MoneyText } from "./figure-text.tsx";
import { positionName } from "./position-name.ts";
import type { ContractActions } from "./use-contract-actions.ts";

export interface CloseAllSheetProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly positions: readonly LivePosition[];
  /** Number of orders that would be canceled too. */
  readonly orders: number;
  readonly acts: ContractActions;
}

/** Asks for confirmation and lists what will be closed. */
export function CloseAllSheet({ open, onOpenChange, positions, orders, acts }: CloseAllSheetProps) {
  const t = useT();
  const [isBusy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    await acts.closeAll();
    setBusy(false);
    onOpenChange(false);
  };
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t("contract.closeAllTitle")}>
      <div className="stack-4">
        <p>{t("contract.closeAllNote", { count: orders })}</p>
        <h3 className="small muted">{t("contract.unrealized")}</h3>
        <KeyValue
          lines={positions.map((live) => ({
            key: live.name,
            label: positionName(t, live),
            value: <MoneyText units={live.figures.unrealizedUnits} terms={live.held.terms} signed hasCoin />,
          }))}
        />
        <div className="g2">
          <Button onClick={() => onOpenChange(false)}>{t("contract.keepOpen")}</Button>
          <Button tone="danger" busy={isBusy} onClick={() => void confirm()}>
            {t("contract.closeAll")}
          </Button>
        </div>
      </div>
    </Sheet>
  );
}
