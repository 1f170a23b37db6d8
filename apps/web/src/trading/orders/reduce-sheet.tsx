import { Button } from "@candor/ui/button.tsx";
import { DecimalInput } from "@candor/ui/decimal-input.tsx";
import { Form } from "@candor/ui/form.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { Sheet } from "@candor/ui/sheet.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import type { WireOrder } from "@candor/wire/objects";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { quantityText, readLots } from "../market/market-terms.ts";
import { useMarket } from "../market/use-market.ts";

export interface ReduceSheetProps {
  /** Null if the sheet is closed. */
  readonly order: WireOrder | null;
  readonly onClose: () => void;
  readonly onReduce: (order: WireOrder, quantity: string) => Promise<boolean>;
}

/** Reduces an order without losing its queue position. */
export function ReduceSheet({ order, onClose, onReduce }: ReduceSheetProps) {
  const t = useT();
  return (
    <Sheet open={order !== null} onOpenChange={(open) => !open && onClose()} title={t("trade.reduceTitle")}>
      {order !== null && (
        <ReduceForm key={order.orderId} order={order} onClose={onClose} onReduce={onReduce} />
      )}
    </Sheet>
  );
}

function ReduceForm({ order, onClose, onReduce }: ReduceSheetProps & { readonly order: WireOrder }) {
  const t = useT();
  const formats = useFormats();
  const shown = useMarket(order.symbol, order.product === "contract" ? "contract" : "spot");
  const [quantity, setQuantity] = useState("");
  const [isBusy, setBusy] = useState(false);
  if (shown === null || shown === undefined) return null;
  const { terms, look } = shown;
  const lots = readLots(quantity, terms);
  const present = readLots(order.quantity ?? "", terms) ?? 0;
  const executed = readLots(order.executedQuantity, terms) ?? 0;
  const figure = (count: number) => formats.decimal(quantityText(count, terms), { minDecimals: 0 });
  const isSmaller = lots !== undefined && lots < present && lots > executed;
  const submit = async () => {
    if (!isSmaller) return;
    setBusy(true);
    const isDone = await onReduce(order, quantityText(lots, terms));
    setBusy(false);
    if (isDone) onClose();
  };
  return (
    <Form className="stack-4" onSubmit={submit}>
      <DecimalInput
        label={t("trade.reduceTo", { coin: look.base })}
        value={quantity}
        onValueChange={setQuantity}
        decimals={look.quantityDecimals}
        counts={look.base}
        placeholder={figure(present)}
        error={
          lots !== undefined && !isSmaller
            ? t("trade.problemReduce", {
                least: figure(executed),
                most: figure(present),
              })
            : undefined
        }
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the only field of its sheet
        autoFocus
      />
      <Notice>{t("trade.reduceNote")}</Notice>
      <Button type="submit" tone="primary" block busy={isBusy} disabled={!isSmaller}>
        {isSmaller ? t("trade.reduceConfirm", { amount: figure(lots), coin: look.base }) : t("trade.reduce")}
      </Button>
    </Form>
  );
}
