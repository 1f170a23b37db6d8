import type { ListedMarket } from "../../market/market-data/listings.ts";
import type { PublicTrade as AnyTrade } from "../../market/market-data/wire-trade.ts";

/** What the views show of a trade. */
export type PublicTrade = Pick<
  AnyTrade,
  "aggregateId" | "marketTradeId" | "priceTicks" | "quantityLots" | "takerSide" | "timeMs"
>;

/** Returns the value of a trade. The market's steps guarantee whole units. */
function quoteOf({ priceTicks, quantityLots }: PublicTrade, { scale, format }: ListedMarket): string {
  return format.quoteAmount(priceTicks * quantityLots * scale.quoteUnitsPerTickLot);
}

export function publicTrade(trade: PublicTrade, market: ListedMarket) {
  const { format } = market;
  return {
    id: trade.marketTradeId,
    price: format.price(trade.priceTicks),
    qty: format.quantity(trade.quantityLots),
    quoteQty: quoteOf(trade, market),
    time: trade.timeMs,
    isBuyerMaker: trade.takerSide === "sell",
    isBestMatch: true,
  };
}

/** Aggregates the trades one taker made at one price. Oldest first. */
export function aggregateTrades(trades: readonly PublicTrade[], { format }: ListedMarket) {
  const groups: PublicTrade[][] = [];
  for (const trade of trades) {
    const group = groups.at(-1);
    if (group?.[0]?.aggregateId === trade.aggregateId) group.push(trade);
    else groups.push([trade]);
  }
  return groups.map((group) => {
    const [first] = group as [PublicTrade];
    return {
      a: first.aggregateId,
      p: format.price(first.priceTicks),
      q: format.quantity(group.reduce((sum, { quantityLots }) => sum + quantityLots, 0)),
      f: first.marketTradeId,
      l: (group.at(-1) ?? first).marketTradeId,
      T: first.timeMs,
      m: first.takerSide === "sell",
      M: true,
    };
  });
}

/** Returns a trade as Binance's futures list it. There is no retail price improvement. */
export function contractTrade({ isBestMatch: _spotOnly, ...trade }: ReturnType<typeof publicTrade>) {
  return { ...trade, isRPITrade: false };
}

/** Returns an aggregate trade as Binance's futures list it; `nq` excludes retail price improvement. */
export function contractAggregate({ M: _spotOnly, ...trade }: ReturnType<typeof aggregateTrades>[number]) {
  return { ...trade, nq: trade.q };
}
