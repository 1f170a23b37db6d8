import { formatDecimal } from "@candor/money/decimal";
import type { WireOrder } from "@candor/protocol/wire/objects";
import { Button } from "@candor/ui/button.tsx";
import { DecimalInput } from "@candor/ui/decimal-input.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { Sheet } from "@candor/ui/sheet.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { readLots } from "./market-terms.ts";
import { useMarket } from "./use-market.ts";

export interface ReduceSheetProps {
  /** Null: closed. */
  readonly order: WireOrder | null;
  readonly onClose: () => void;
  readonly onReduce: (order: WireOrder, quantity: string) => Promise<boolean>;
}

/** Makes an order smaller without losing its place. */
export function ReduceSheet({ order, onClose, onReduce }: ReduceSheetProps) {
  const t = useT();
  return (
    <Sheet open={order !== null} onOpenChange={(open) => !open && onClose()} title={t("trade.reduceTitle")}>
      {order !== null && <ReduceForm key={order.orderId} order={order} onClose={onClose} onReduce={onReduce} />}
    </Sheet>
  );
}

function ReduceForm({ order, onClose, onReduce }: ReduceSheetProps & { readonly order: WireOrder }) {
  const t = useT();
  const formats = useFormats();
  const shown = useMarket(order.symbol);
  const [quantity, setQuantity] = useState("");
  const [isBusy, setBusy] = useState(false);
  if (shown === null || shown === undefined) return null;
  const { terms, look } = shown;
  const lots = readLots(quantity, terms);
  const present = readLots(order.quantity ?? "", terms) ?? 0;
  const executed = readLots(order.executedQuantity, terms) ?? 0;
  const isSmaller = lots !== undefined && lots < present && lots > executed;
  const submit = async () => {
    if (!isSmaller) return;
    setBusy(true);
    const text = formatDecimal(lots * terms.scale.lotUnits, terms.scale.baseScale, look.quantityDecimals);
    const isDone = await onReduce(order, text);
    setBusy(false);
    if (isDone) onClose();
  };
  return (
    <form
      className="stack-4"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <DecimalInput
        label={t("trade.reduceTo", { coin: look.base })}
        value={quantity}
        onValueChange={setQuantity}
        decimals={look.quantityDecimals}
        placeholder={formats.decimal(order.quantity)}
        autoFocus
      />
      <Notice>{t("trade.reduceNote")}</Notice>
      <Button type="submit" tone="primary" block busy={isBusy} disabled={!isSmaller}>
        {t("trade.reduceConfirm", { amount: formats.decimal(quantity === "" ? null : quantity), coin: look.base })}
      </Button>
    </form>
  );
}
