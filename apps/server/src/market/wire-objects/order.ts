import { expiryIn, isPriceProtected } from "@candor/domain/contract-terms";
import type { AccountView } from "@candor/domain/engine-port";
import type { OrderState } from "@candor/domain/events/events";
import { visibleLotsOf } from "@candor/domain/iceberg";
import { isConditional } from "@candor/domain/order-types";
import type { WireOrder } from "@candor/wire/objects";
import type { ListedMarket, Listings } from "../market-data/listings.ts";
import { formatRate } from "../market-data/market-format.ts";

/** Formats the live orders of an account, trailing stops with their current trigger price and what a buy freezes. */
export function liveOrderWriter(
  { trailing = [], holds = [] }: Pick<AccountView, "trailing" | "holds">,
  listings: Pick<Listings, "market">,
  leverageOf: (order: OrderState) => number | null = () => null,
): (order: OrderState) => WireOrder {
  const triggers = new Map(trailing.map(({ orderId, triggerTicks }) => [orderId, triggerTicks]));
  const held = new Map(holds.map(({ orderId, heldUnits }) => [orderId, heldUnits]));
  return (order) => {
    const market = listings.market(order.marketId);
    const ticks = triggers.get(order.orderId);
    const heldUnits = held.get(order.orderId);
    const written = toWireOrder(order, market, leverageOf(order));
    return {
      ...written,
      ...(ticks !== undefined && { triggerPrice: market.format.price(ticks) }),
      ...(heldUnits !== undefined && { frozenQuote: market.format.quoteAmount(heldUnits) }),
    };
  };
}

/**
 * Formats an order for its owner. @param leverage for a contract: the position's leverage when the order was accepted
 */
export function toWireOrder(order: OrderState, market: ListedMarket, leverage: number | null): WireOrder {
  const { format, spec } = market;
  const visible = visibleLotsOf(order);
  const feesInBase = order.side === "buy" && market.kind === "spot";
  return {
    orderId: String(order.orderId),
    clientOrderId: order.key === "" ? null : order.key,
    groupId: order.groupId === 0 ? null : String(Math.abs(order.groupId)),
    ...(order.groupId < 0 && { isOto: true }),
    product: order.product,
    symbol: spec.symbol,
    side: order.side,
    type: order.type,
    timeInForce: order.timeInForce,
    quantity: order.quantityLots === 0 ? null : format.quantity(order.quantityLots),
    quoteQuantity:
      order.quoteUnits === 0 || order.quantityLots > 0 ? null : format.quoteAmount(order.quoteUnits),
    ...(visible > 0 && { visibleQuantity: format.quantity(visible) }),
    price: format.priceOrNull(order.priceTicks),
    stopPrice: format.priceOrNull(order.stopTicks),
    trailingRate: order.trailingPpm === 0 ? null : formatRate(order.trailingPpm),
    triggerBy: isConditional(order.type) ? order.triggerBy : null,
    executedQuantity: format.quantity(order.executedLots),
    executedQuote: format.quoteAmount(order.executedQuoteUnits),
    averagePrice: format.averagePrice(order.executedQuoteUnits, order.executedLots),
    status: order.status,
    reason: order.reason === "none" ? null : order.reason,
    reduceOnly: order.reduceOnly,
    ...(order.leg !== undefined && { positionSide: order.leg }),
    ...(order.product === "contract" && order.quoteUnits > 0 && writeTerms(order.quoteUnits)),
    leverage,
    fee: feesInBase ? format.baseAmount(order.feeUnits) : format.quoteAmount(order.feeUnits),
    feeAsset: feesInBase ? spec.base : spec.quote,
    createdAtMs: order.createdAtMs,
    updatedAtMs: order.updatedAtMs,
  };
}

/** @param packed an order's terms, as the exchange packs them */
function writeTerms(packed: number): Pick<WireOrder, "expiresAtMs" | "priceProtect"> {
  const expiresAtMs = expiryIn(packed);
  return {
    ...(expiresAtMs > 0 && { expiresAtMs }),
    ...(isPriceProtected(packed) && { priceProtect: true }),
  };
}
