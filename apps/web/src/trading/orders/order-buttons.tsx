import { hasLimitPrice } from "@candor/domain/order-types";
import { Button, IconButton } from "@candor/ui/button.tsx";
import { MinusIcon } from "@candor/ui/icons.tsx";
import { PenIcon } from "@candor/ui/page-icons.tsx";
import type { WireOrder } from "@candor/wire/objects";
import { useT } from "../../i18n/use-t.ts";
import { canMovePrice, changeWords } from "./price-change.ts";
import { useIsCanceling } from "./use-order-changes.ts";

/** Actions for pending orders; a stable object. */
export interface OrderActions {
  readonly onCancel: (order: WireOrder) => void;
  readonly onReduce: (order: WireOrder) => void;
  readonly onChangePrice: (order: WireOrder) => void;
  readonly onCancelAll: () => void;
}

export function CancelAllButton({ onCancelAll }: Pick<OrderActions, "onCancelAll">) {
  const t = useT();
  return (
    <Button tone="ghost" size="small" data-hotkey="cancel-all" onClick={onCancelAll}>
      {t("trade.cancelAll")}
    </Button>
  );
}

/** Only resting or untriggered orders with their own quantity can be reduced. */
const canReduce = (order: WireOrder): boolean =>
  order.groupId === null && order.quantity !== null && hasLimitPrice(order.type);

interface OrderButtonsProps {
  readonly order: WireOrder;
  readonly actions: OrderActions;
  /** In a table, where words would take the place of figures. */
  readonly isInTable?: boolean;
}

export function OrderButtons({ order, actions, isInTable = false }: OrderButtonsProps) {
  const t = useT();
  const isBusy = useIsCanceling(order.orderId);
  return (
    <span className="row order-acts">
      {canMovePrice(order) && (
        <IconButton label={t(changeWords(order))} onClick={() => actions.onChangePrice(order)}>
          <PenIcon size="s" />
        </IconButton>
      )}
      {canReduce(order) && isInTable && (
        <IconButton label={t("trade.reduce")} onClick={() => actions.onReduce(order)}>
          <MinusIcon size="s" />
        </IconButton>
      )}
      {canReduce(order) && !isInTable && (
        <Button size="small" tone="ghost" onClick={() => actions.onReduce(order)}>
          {t("trade.reduce")}
        </Button>
      )}
      <Button size="small" tone="line" busy={isBusy} onClick={() => actions.onCancel(order)}>
        {t("trade.cancel")}
      </Button>
    </span>
  );
}
