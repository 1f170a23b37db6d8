import type { WireTrade } from "@candor/protocol/wire/objects";
import type { ListedMarket } from "../../market-data/listings.ts";
import type { Fill } from "../../projections/queries/fills.ts";

/** Writes a trade from the read models, as its user has it. */
export function toWireFill(fill: Fill, market: ListedMarket): WireTrade {
  const { format, spec } = market;
  const buys = fill.side === "buy";
  return {
    tradeId: String(fill.tradeId),
    orderId: String(fill.orderId),
    product: "spot",
    symbol: spec.symbol,
    side: fill.side,
    price: format.price(fill.priceTicks),
    quantity: format.quantity(fill.quantityLots),
    quote: format.quoteAmount(fill.quoteUnits),
    fee: buys ? format.baseAmount(fill.feeUnits) : format.quoteAmount(fill.feeUnits),
    feeAsset: buys ? spec.base : spec.quote,
    role: fill.role,
    realizedProfit: null,
    labelled: fill.labelled,
    timeMs: fill.timeMs,
  };
}
