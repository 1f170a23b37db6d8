import type { WireOrder } from "@candor/protocol/wire/objects";
import { Button } from "@candor/ui/button.tsx";
import { useT } from "../../../i18n/use-t.ts";

/** What can be done with orders that wait. */
export interface OrderActions {
  /** Orders under way to be canceled. */
  readonly busyIds: ReadonlySet<string>;
  readonly onCancel: (order: WireOrder) => void;
  readonly onReduce: (order: WireOrder) => void;
  readonly onCancelAll: () => void;
}

export function CancelAllButton({ onCancelAll }: Pick<OrderActions, "onCancelAll">) {
  const t = useT();
  return (
    <Button tone="ghost" size="small" onClick={onCancelAll}>
      {t("trade.cancelAll")}
    </Button>
  );
}

/** Only what rests in the book, or waits for its trigger, with a quantity of its own can shrink. */
const canReduce = (order: WireOrder): boolean =>
  order.groupId === null &&
  order.quantity !== null &&
  (order.type === "limit" || order.type === "stop-limit");

export function OrderActs({
  order,
  busyIds,
  onCancel,
  onReduce,
}: OrderActions & { readonly order: WireOrder }) {
  const t = useT();
  return (
    <span className="row order-acts">
      {canReduce(order) && (
        <Button size="small" tone="ghost" onClick={() => onReduce(order)}>
          {t("trade.reduce")}
        </Button>
      )}
      <Button size="small" tone="line" busy={busyIds.has(order.orderId)} onClick={() => onCancel(order)}>
        {t("trade.cancel")}
      </Button>
    </span>
  );
}
