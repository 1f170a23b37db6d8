import type { PositionLeg, Side } from "@candor/domain/enumerations";
import { marketTradeIdOf, type TradeMade } from "@candor/domain/events/events";
import type { WirePublicTrade, WireTrade } from "@candor/wire/objects";
import type { ListedMarket } from "./listings.ts";

export type TradeRole = WireTrade["role"];

/**
 * Formats a fill for its maker or its taker.
 * @param realizedUnits realized PnL of a contract trade
 * @param feeUnits the fee, if it is not in the trade: a liquidation's
 * @param leg the position, in hedge mode
 */
export function toWireTrade(
  trade: TradeMade,
  role: TradeRole,
  timeMs: number,
  market: ListedMarket,
  realizedUnits = 0,
  feeUnits = feeOf(trade, role),
  leg?: PositionLeg,
): WireTrade {
  const { format, spec } = market;
  const makerSide = trade.takerSide === "buy" ? "sell" : "buy";
  const side = role === "taker" ? trade.takerSide : makerSide;
  return {
    tradeId: String(trade.tradeId),
    marketTradeId: String(marketTradeIdOf(trade)),
    orderId: String(role === "taker" ? trade.takerOrderId : trade.makerOrderId),
    product: (role === "taker" ? trade.takerLever : trade.makerLever) ? "lever" : market.kind,
    symbol: spec.symbol,
    side,
    ...(leg !== undefined && { positionSide: leg }),
    price: format.price(trade.priceTicks),
    quantity: format.quantity(trade.quantityLots),
    quote: format.quoteAmount(trade.quoteUnits),
    ...wireFee(side, feeUnits, market),
    role,
    realizedProfit: market.kind === "contract" ? format.quoteAmount(realizedUnits) : null,
    labelled: role === "taker" ? trade.makerLabelled : trade.takerLabelled,
    timeMs,
  };
}

/** Returns the trading fee paid by one side. */
export function feeOf(trade: TradeMade, role: TradeRole): number {
  return role === "taker" ? trade.takerFeeUnits : trade.makerFeeUnits;
}

/** Fees are deducted from the received asset; for a contract, from the quote coin. */
export function wireFee(
  side: Side,
  feeUnits: number,
  { format, kind, spec }: ListedMarket,
): Pick<WireTrade, "fee" | "feeAsset"> {
  return side === "buy" && kind === "spot"
    ? { fee: format.baseAmount(feeUnits), feeAsset: spec.base }
    : { fee: format.quoteAmount(feeUnits), feeAsset: spec.quote };
}

/** Public fields of a trade, in the core's integers. */
export interface PublicTrade {
  /** Counts the trades of all markets. */
  readonly tradeId: number;
  /** Counts the trades of this market. */
  readonly marketTradeId: number;
  /** Counts the aggregates of this market: consecutive fills of one order at one price. */
  readonly aggregateId: number;
  readonly seq: number;
  readonly timeMs: number;
  readonly priceTicks: number;
  readonly quantityLots: number;
  readonly takerSide: Side;
  readonly labelled: boolean;
}

/** Formats a public trade; `side` is the taker's. */
export function toWirePublicTrade(trade: PublicTrade, market: ListedMarket): WirePublicTrade {
  return {
    tradeId: String(trade.tradeId),
    price: market.format.price(trade.priceTicks),
    quantity: market.format.quantity(trade.quantityLots),
    side: trade.takerSide,
    labelled: trade.labelled,
    timeMs: trade.timeMs,
  };
}
