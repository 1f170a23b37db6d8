import { signOfDecimal } from "@candor/text/decimal-text";
import { showToast } from "@candor/ui/toast-store";
import { useFormats } from "@candor/ui/ui-context.tsx";
import type { CallReply } from "@candor/wire/calls";
import type { WireOrder } from "@candor/wire/objects";
import { useCallback } from "react";
import type { ApiRequest } from "../../data/legacy-api.ts";
import { useT } from "../../i18n/use-t.ts";
import { refresh } from "../../shell/calls/use-call.ts";
import { tradePath } from "../../shell/routing/routes.ts";
import { api, live } from "../../shell/services/services.ts";
import { reasonOf } from "./order-words.ts";
import { RECORDS_PARAM, type RecordsTab } from "./records-tab.ts";
import {
  type ChangePrice,
  type ChangesOf,
  type OrderChanges,
  useOrderChanges,
  usePriceChange,
} from "./use-order-changes.ts";
import {
  type Payload,
  type Placing,
  REASON_TOAST_MS,
  TRIES,
  usePlacing,
  useShowFailure,
} from "./use-placing.ts";

export interface SpotOrderActions extends Placing, OrderChanges {
  /** Sends an order without a message about its outcome. Throws ApiError. */
  readonly sendOrder: typeof sendOrder;
}

const SPOT: ChangesOf = {
  product: "spot",
  take: ({ order, asOfSeq }) => live.account.applyReply({ order, asOfSeq }),
  stale: ["record", "walletIndex"],
};

/** Placing, canceling and reducing, with a message for each outcome. */
export function useOrders(): SpotOrderActions {
  const showFailure = useShowFailure();
  const showPlaced = useShowPlaced(spotPath);
  const send = useCallback(
    async (payload: Payload, key: string): Promise<void> => {
      showPlaced(await sendOrder(payload, key));
      void refresh("record", "walletIndex");
    },
    [showPlaced],
  );
  const placing = usePlacing(send, showFailure);
  const changes = useOrderChanges(SPOT, showFailure);
  return { ...placing, ...changes, sendOrder };
}

async function sendOrder(payload: Payload, key: string): Promise<readonly WireOrder[]> {
  // The orders of a list get keys derived from the list's.
  const named = "pending" in payload ? { listClientOrderId: key } : { clientOrderId: key };
  const request = { ...payload, ...named } as ApiRequest<"doOrder">;
  const reply = await api.call("doOrder", request, { tries: TRIES });
  const orders = ordersOf(reply);
  live.account.applyReply({ orders, asOfSeq: reply.asOfSeq });
  return orders;
}

/** Changing the price of spot orders, for the chart. */
export const useSpotPriceChange = (): ChangePrice => usePriceChange(SPOT, useShowFailure());

/** Returns one order, or the two legs of an OCO; none for a timed option, which is not placed here. */
function ordersOf(reply: CallReply<"doOrder">): readonly WireOrder[] {
  if ("orders" in reply) return reply.orders;
  return "order" in reply ? [reply.order] : [];
}

const spotPath = (order: WireOrder, tab: RecordsTab): string =>
  `${tradePath(order.symbol)}&${RECORDS_PARAM}=${tab}`;

/**
 * Reports a new order's outcome with a link to the open orders or to the history.
 * @param pathOf must be stable
 */
export function useShowPlaced(
  pathOf: (order: WireOrder, tab: "open" | "history") => string,
): (orders: readonly WireOrder[]) => void {
  const t = useT();
  const formats = useFormats();
  return useCallback(
    (orders) => {
      // In an OCO, the limit leg may have filled at once.
      const order = orders.find((each) => signOfDecimal(each.executedQuantity) > 0) ?? orders[0];
      if (order === undefined) return;
      const link = (tab: "open" | "history") => ({ to: pathOf(order, tab), label: t("trade.seeOrders") });
      const coin = live.tickers.getSnapshot().markets.find((each) => each.symbol === order.symbol)?.tokenCur;
      const amount = formats.decimal(order.executedQuantity, { minDecimals: 0 });
      const values = { amount, coin: coin ?? order.symbol };
      const hasFilled = signOfDecimal(order.executedQuantity) > 0;
      const why = reasonOf(order);
      const reason = why === undefined ? "" : t(why);
      if (order.status === "expired" || order.status === "canceled") {
        showToast(
          hasFilled
            ? t("trade.partlyExpiredToast", { ...values, reason })
            : t("trade.expiredToast", { reason }),
          { kind: hasFilled ? "success" : "error", durationMs: REASON_TOAST_MS, link: link("history") },
        );
      } else if (order.status === "filled")
        showToast(t("trade.filledToast", values), { kind: "success", link: link("history") });
      else if (hasFilled)
        showToast(t("trade.partlyFilledToast", values), { kind: "success", link: link("open") });
      else showToast(t("trade.placed"), { kind: "success", link: link("open") });
    },
    [t, formats, pathOf],
  );
}
