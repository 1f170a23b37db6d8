import type { WireOrder } from "@candor/wire/objects";
import { type ReactNode, useMemo, useState } from "react";
import { CancelAllSheet } from "./cancel-all-sheet.tsx";
import type { OrderActions } from "./order-buttons.tsx";
import { PriceChangeSheet } from "./price-change-sheet.tsx";
import { ReduceSheet } from "./reduce-sheet.tsx";
import type { ChangePrice } from "./use-order-changes.ts";

export interface OrderChangeActions {
  readonly cancel: (order: WireOrder) => Promise<unknown>;
  readonly changePrice: ChangePrice;
  readonly reduce: Parameters<typeof ReduceSheet>[0]["onReduce"];
  readonly cancelAll: (symbol: string | undefined) => Promise<unknown>;
}

interface Props {
  readonly acts: OrderChangeActions;
  /** Number of orders that "all" would cancel. */
  readonly count: number;
  /** Market to which "all" applies, with its name; absent for every market. */
  readonly only?: { readonly symbol: string; readonly name: string } | undefined;
  /** Renders the list with its actions. */
  readonly children: (actions: OrderActions) => ReactNode;
}

/** A list of orders with the sheets that change them, for any product. */
export function OrderChanges({ acts, count, only, children }: Props) {
  const [reducing, setReducing] = useState<WireOrder | null>(null);
  const [moving, setMoving] = useState<WireOrder | null>(null);
  const [isAsking, setAsking] = useState(false);
  const { cancel } = acts;
  const actions = useMemo(
    (): OrderActions => ({
      onCancel: (order) => void cancel(order),
      onReduce: setReducing,
      onChangePrice: setMoving,
      onCancelAll: () => setAsking(true),
    }),
    [cancel],
  );
  return (
    <>
      {children(actions)}
      <ReduceSheet order={reducing} onClose={() => setReducing(null)} onReduce={acts.reduce} />
      <PriceChangeSheet order={moving} onClose={() => setMoving(null)} onChange={acts.changePrice} />
      <CancelAllSheet
        open={isAsking}
        onOpenChange={setAsking}
        count={count}
        pair={only?.name}
        onConfirm={() => void acts.cancelAll(only?.symbol)}
      />
    </>
  );
}
