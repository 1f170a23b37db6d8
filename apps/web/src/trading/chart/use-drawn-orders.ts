import { formatDecimal } from "@candor/money/decimal";
import { useFormats } from "@candor/ui/ui-context.tsx";
import type { WireOrder } from "@candor/wire/objects";
import { useMemo } from "react";
import { useT } from "../../i18n/use-t.ts";
import { live } from "../../shell/services/services.ts";
import { useLiveValue } from "../market/use-live-value.ts";
import type { ShownMarket } from "../market/use-market.ts";
import { linePriceOf } from "../orders/order-figures.ts";
import { actWords } from "../orders/order-words.ts";
import { canDragLine, leftOf } from "../orders/price-change.ts";
import { useTriggers } from "../orders/trailing-triggers.ts";
import type { ChangePrice } from "../orders/use-order-changes.ts";
import { useSpotPriceChange } from "../orders/use-orders.ts";
import type { DrawnOrder, LineMove } from "./lines/drawn-line.ts";
import { useWithEntry } from "./use-entry-line.ts";

/** What makes lines movable: their market, and the action. */
export interface LineChanges {
  readonly shown: ShownMarket;
  /** Must be stable. */
  readonly changePrice: ChangePrice;
}

/**
 * The user's open spot orders in a market, movable if the market is given, and the average cost of its coin, as lines of
 * its chart.
 */
export function useSpotLines(symbol: string, shown?: ShownMarket): readonly DrawnOrder[] {
  const openOrders = useLiveValue(live.account, (account) => account.openOrders);
  const changePrice = useSpotPriceChange();
  const terms = shown?.terms;
  const look = shown?.look;
  const changes = useMemo(
    () => (terms === undefined || look === undefined ? undefined : { terms, look, changePrice }),
    [terms, look, changePrice],
  );
  return useWithEntry(symbol, "spot", useLines(symbol, useTriggers("spot", openOrders), changes));
}

/** Priced orders in a market, labeled for its chart. An untriggered order is drawn at its trigger. */
export function useDrawnOrders(
  symbol: string,
  orders: readonly WireOrder[],
  { shown, changePrice }: LineChanges,
): readonly DrawnOrder[] {
  const { terms, look } = shown;
  const changes = useMemo(() => ({ terms, look, changePrice }), [terms, look, changePrice]);
  return useLines(symbol, orders, changes);
}

type Changes = Pick<ShownMarket, "terms" | "look"> & { readonly changePrice: ChangePrice };

function useLines(
  symbol: string,
  orders: readonly WireOrder[],
  changes: Changes | undefined,
): readonly DrawnOrder[] {
  const t = useT();
  const formats = useFormats();
  return useMemo(
    () =>
      orders.flatMap((order): DrawnOrder[] => {
        const price = linePriceOf(order);
        if (order.symbol !== symbol || price === null) return [];
        const side = t(actWords(order));
        const amount = formats.decimal(order.quantity ?? order.quoteQuantity, { minDecimals: 0 });
        const label = `${side} ${amount} · ${formats.decimal(price)}`;
        const line = { orderId: order.orderId, side: order.side, price, label };
        if (changes === undefined || !canDragLine(order)) return [line];
        return [{ ...line, move: moveOf(order, changes, (words) => `${side} ${words}`, formats) }];
      }),
    [orders, symbol, changes, t, formats],
  );
}

function moveOf(
  order: WireOrder,
  { terms, look, changePrice }: Changes,
  subject: (words: string) => string,
  formats: ReturnType<typeof useFormats>,
): LineMove {
  const isWaiting = order.status === "untriggered";
  const left = formatDecimal(leftOf(order, terms), look.baseScale, look.quantityDecimals);
  return {
    title: isWaiting ? "lines.moveTrigger" : "lines.changePrice",
    kind: "lines.order",
    subject: subject(`${formats.decimal(left, { minDecimals: 0 })} ${look.base}`),
    terms,
    factsAt: () => [],
    send: (price) => changePrice(order, isWaiting ? { stopPrice: price } : { price }),
  };
}
