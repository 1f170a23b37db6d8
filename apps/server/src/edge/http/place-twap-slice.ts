import type { EnginePort } from "@candor/domain/engine-port";
import type { PositionLeg } from "@candor/domain/enumerations";
import type { OrderState } from "@candor/domain/events/events";
import { parseDecimal } from "@candor/money/decimal";
import type { WireOrder } from "@candor/wire/objects";
import { type Outcome, Rejected } from "@candor/wire/rejection";
import type { ListedMarket, Listings } from "../../market/market-data/listings.ts";
import type { Twap } from "../../people/twap/twap-state.ts";
import type { SliceResult } from "../../people/twap/twaps.ts";
import type { InternalCalls } from "../gateway/call-door.ts";

/** Returns a function that places a TWAP's slice by the calls that the app's tickets make. */
export function placeTwapSlice(door: Pick<InternalCalls, "performFor">, listings: Listings) {
  return async (twap: Twap, key: string): Promise<Outcome<SliceResult>> => {
    const { userId, symbol, side, product, limitTicks, sentLots, reduceOnly } = twap;
    const market = listings.marketBySymbol(symbol, product);
    if (market === undefined) throw new Error(`the market of TWAP ${twap.twapId} is not listed`);
    const { format } = market;
    const order = {
      symbol,
      side,
      quantity: format.quantity(sentLots),
      ...(limitTicks === 0
        ? { type: "market" }
        : { type: "limit", timeInForce: "ioc", price: format.price(limitTicks) }),
    };
    const reply =
      product === "spot"
        ? await door.performFor("doOrder", order, userId, key)
        : await door.performFor("contractOrder", { ...order, reduceOnly }, userId, key);
    if (reply instanceof Rejected) return reply;
    if (!("order" in reply)) throw new Error(`slice ${key} placed no single order`);
    return resultOf(reply.order, market);
  };
}

/**
 * Returns a function for the lots that a reduce-only TWAP in hedge mode has left to close: the exchange rejects more than
 * the position has after its resting closing orders. In one-way mode it closes what is there. 0 for all others.
 */
export function leftToClose(engine: Pick<EnginePort, "accountView">, listings: Listings) {
  return async ({ userId, symbol, product, side, reduceOnly }: Twap): Promise<number> => {
    if (product !== "contract" || !reduceOnly) return 0;
    const { contracts, isHedged, orders } = await engine.accountView(userId);
    const market = listings.marketBySymbol(symbol, product);
    if (isHedged !== true || market === undefined) return 0;
    const leg = side === "sell" ? "long" : "short";
    const isOwn = (each: { readonly marketId: number; readonly leg?: PositionLeg | undefined }): boolean =>
      each.marketId === market.marketId && each.leg === leg;
    const resting = orders.filter(
      (order) => isOwn(order) && order.side === side && order.reduceOnly && isResting(order),
    );
    const held = contracts?.positions.find(isOwn)?.lots ?? 0;
    const ahead = resting.reduce(
      (sum, { executedLots, quantityLots }) => sum + quantityLots - executedLots,
      0,
    );
    return Math.max(0, Math.abs(held) - ahead);
  };
}

const isResting = ({ status }: OrderState): boolean => status === "open" || status === "partially-filled";

function resultOf(order: WireOrder, { scale }: ListedMarket): SliceResult {
  const units = (text: string, decimals: number): number => {
    const value = parseDecimal(text, decimals);
    if (typeof value === "string") throw new RangeError(`order ${order.orderId}: ${text} is not an amount`);
    return value;
  };
  return {
    lots: units(order.executedQuantity, scale.baseScale) / scale.lotUnits,
    units: units(order.executedQuote, scale.quoteScale),
  };
}
