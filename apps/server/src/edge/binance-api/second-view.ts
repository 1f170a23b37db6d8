import type { ListedMarket } from "../../market/market-data/listings.ts";
import { SECOND_MS, type SecondBar } from "../../market/market-data/second-bars.ts";

/** Returns a bar's fields as in events. */
export function fieldsOfSecond(bar: SecondBar, { format }: ListedMarket) {
  return {
    t: bar.openTimeMs,
    T: bar.openTimeMs + SECOND_MS - 1,
    f: bar.firstId,
    L: bar.lastId,
    o: format.price(bar.openTicks),
    c: format.price(bar.closeTicks),
    h: format.price(bar.highTicks),
    l: format.price(bar.lowTicks),
    v: format.quantity(bar.lots),
    n: bar.trades,
    q: format.quoteAmount(bar.quoteUnits),
    V: format.quantity(bar.buyerLots),
    Q: format.quoteAmount(bar.buyerQuoteUnits),
    B: "0",
  };
}

/** Returns a bar as a row of a chart. */
export function secondRow(bar: SecondBar, market: ListedMarket) {
  const { t, T, o, h, l, c, v, q, n, V, Q, B } = fieldsOfSecond(bar, market);
  return [t, o, h, l, c, v, T, q, n, V, Q, B];
}
