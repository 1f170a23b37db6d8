import type { Side } from "@candor/domain/enumerations";
import type { TradeMade } from "@candor/domain/events/events";
import type { WirePublicTrade, WireTrade } from "@candor/wire/objects";
import type { ListedMarket } from "./listings.ts";

export type TradeRole = WireTrade["role"];

/**
 * Writes a fill as its maker or its taker sees it.
 * @param realizedUnits what a contract's trade has realized
 * @param feeUnits the fee, where the trade does not tell it: a liquidation's
 */
export function toWireTrade(
  trade: TradeMade,
  role: TradeRole,
  timeMs: number,
  market: ListedMarket,
  realizedUnits = 0,
  feeUnits = feeOf(trade, role),
): WireTrade {
  const { format, spec } = market;
  const makerSide = trade.takerSide === "buy" ? "sell" : "buy";
  const side = role === "taker" ? trade.takerSide : makerSide;
  return {
    tradeId: String(trade.tradeId),
    orderId: String(role === "taker" ? trade.takerOrderId : trade.makerOrderId),
    product: (role === "taker" ? trade.takerLever : trade.makerLever) ? "lever" : market.kind,
    symbol: spec.symbol,
    side,
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

/** The trading fee that one side of it has paid. */
export function feeOf(trade: TradeMade, role: TradeRole): number {
  return role === "taker" ? trade.takerFeeUnits : trade.makerFeeUnits;
}

/** Fees come out of what is received; of a contract out of the quote coin. */
export function wireFee(
  side: Side,
  feeUnits: number,
  { format, kind, spec }: ListedMarket,
): Pick<WireTrade, "fee" | "feeAsset"> {
  return side === "buy" && kind === "spot"
    ? { fee: format.baseAmount(feeUnits), feeAsset: spec.base }
    : { fee: format.quoteAmount(feeUnits), feeAsset: spec.quote };
}

/** The fields of a trade that everyone may see, in the core's integers. */
export interface PublicTrade {
  readonly tradeId: number;
  readonly seq: number;
  readonly timeMs: number;
  readonly priceTicks: number;
  readonly quantityLots: number;
  readonly takerSide: Side;
  readonly labelled: boolean;
}

/** A trade as everyone sees it; `side` is the taker's. */
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
