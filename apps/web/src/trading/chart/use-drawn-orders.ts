import { useFormats } from "@candor/ui/ui-context.tsx";
import type { WireOrder } from "@candor/wire/objects";
import { useMemo } from "react";
import { useT } from "../../i18n/use-t.ts";
import { live } from "../../shell/services/services.ts";
import { useLiveValue } from "../market/use-live-value.ts";
import { linePriceOf } from "../orders/order-figures.ts";
import { useTriggers } from "../orders/trailing-triggers.ts";
import type { DrawnOrder } from "./candle-chart.tsx";
import { useWithEntry } from "./use-entry-line.ts";

/** The user's open spot orders in a market, and the average cost of its coin, as lines of its chart. */
export function useSpotLines(symbol: string): readonly DrawnOrder[] {
  const openOrders = useLiveValue(live.account, (account) => account.openOrders);
  return useWithEntry(symbol, "spot", useDrawnOrders(symbol, useTriggers("spot", openOrders)));
}

/** Priced orders in a market, labeled for its chart. An untriggered order is drawn at its trigger. */
export function useDrawnOrders(symbol: string, orders: readonly WireOrder[]): readonly DrawnOrder[] {
  const t = useT();
  const formats = useFormats();
  return useMemo(
    () =>
      orders.flatMap((order): DrawnOrder[] => {
        const price = linePriceOf(order);
        if (order.symbol !== symbol || price === null) return [];
        const side = t(order.side === "buy" ? "trade.buy" : "trade.sell");
        const amount = formats.decimal(order.quantity ?? order.quoteQuantity, { minDecimals: 0 });
        const label = `${side} ${amount} · ${formats.decimal(price)}`;
        return [{ orderId: order.orderId, side: order.side, price, label }];
      }),
    [orders, symbol, t, formats],
  );
}
