import type { PositionLeg } from "@candor/domain/enumerations";
import type { WireTrade } from "@candor/wire/objects";
import type { ListedMarket } from "../../../market/market-data/listings.ts";
import { wireFee } from "../../../market/market-data/wire-trade.ts";
import type { Fill } from "../../../records/projections/queries/fills.ts";
import { formatValue } from "./profit-wire.ts";

/**
 * Formats a trade from the read models for its user.
 * @param leg the position, in hedge mode
 */
export function toWireFill(fill: Fill, market: ListedMarket, leg?: PositionLeg): WireTrade {
  const { format, spec } = market;
  return {
    tradeId: String(fill.tradeId),
    marketTradeId: String(fill.marketTradeId),
    orderId: String(fill.orderId),
    product: fill.lever ? "lever" : market.kind,
    symbol: spec.symbol,
    side: fill.side,
    ...(leg !== undefined && { positionSide: leg }),
    price: format.price(fill.priceTicks),
    quantity: format.quantity(fill.quantityLots),
    quote: format.quoteAmount(fill.quoteUnits),
    ...wireFee(fill.side, fill.feeUnits, market),
    role: fill.role,
    realizedProfit: market.kind === "contract" ? format.quoteAmount(fill.realizedUnits) : null,
    labelled: fill.labelled,
    timeMs: fill.timeMs,
  };
}

/** Formats a trade of a history, which also says what a spot or margin trade realized. */
export function toWirePastFill(fill: Fill, market: ListedMarket): WireTrade {
  const trade = toWireFill(fill, market);
  return market.kind === "contract" ? trade : { ...trade, realizedProfit: formatValue(fill.profitE16) };
}
