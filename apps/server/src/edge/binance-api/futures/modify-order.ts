import { hasLimitPrice, isConditional } from "@candor/domain/order-types";
import type { WireOrder } from "@candor/wire/objects";
import { Rejected } from "@candor/wire/rejection";
import type { ListedMarket } from "../../../market/market-data/listings.ts";
import { readLots, readPrice } from "../../gateway/calls/read-order-fields.ts";
import type { CallerContext } from "../binance-call.ts";
import { BINANCE, BinanceError } from "../binance-error.ts";
import type { BinancePorts } from "../binance-ports.ts";
import { marketOf } from "../market-of.ts";
import { sideOf } from "../order-request.ts";
import { clientIdOf, type OwnOrder, quantityOf, selfTradeModeOf } from "../order-view.ts";
import { cancelLive, liveOrder } from "../own-orders.ts";
import { Parameters } from "../parameters.ts";
import { FUTURES } from "./futures-error.ts";
import { ORDER_FIELDS } from "./futures-order-request.ts";
import { type ContractOrder, futuresForceOf, futuresOrderView } from "./futures-order-view.ts";
import { futuresRefusalOf } from "./futures-refusal.ts";
import { checkFuturesOrder, placeFuturesOrder } from "./place-futures-order.ts";
import { positionSideOf } from "./position-side.ts";
import { matchPrice } from "./price-match.ts";

/** New values of the order. */
interface Change {
  readonly quantity: string;
  readonly price: string;
}

/**
 * Changes a limit order. At the same price it can be reduced in place. Any other change replaces it with an order that
 * has its own number and client order id; the old one is canceled first, so that two never rest at the same time. The
 * old order is not canceled when the new one is invalid, when the market's state or the order limit would reject it, or
 * when the old order carries a take-profit or stop-loss, which Binance orders cannot have.
 */
export async function modifyOrder(ports: BinancePorts, parameters: Parameters, context: CallerContext) {
  const market = marketOf(ports, parameters, "contract");
  const { listed, status } = market;
  const side = sideOf(parameters);
  const priceMatch = matchPrice(parameters, market, "LIMIT");
  const change = {
    quantity: neededDecimal(parameters, "quantity"),
    price: neededDecimal(parameters, "price"),
  };
  const found = await liveOrder(ports, context.session.userId, listed, parameters);
  if (found === undefined) throw BINANCE.noSuchOrder();
  const { order, state, isProtected } = found;
  const isWaiting = order.status === "untriggered";
  if (isWaiting && ports.revision === "2026") throw BINANCE.noSuchOrder();
  // A triggered order with a limit price is a limit order.
  if (isWaiting || !hasLimitPrice(order.type)) throw FUTURES.limitOnly();
  if (order.side.toUpperCase() !== side) throw BINANCE.range("side");
  const mode = selfTradeModeOf(state.selfTrade);
  const isAtPrice = readPrice(change.price, "price", listed, []) === state.priceTicks;
  const lots = readLots(change.quantity, listed);
  if (isAtPrice && lots === state.quantityLots) throw FUTURES.sameOrder();
  if (lots !== undefined && lots <= state.executedLots)
    return viewOf(await cancelLive(ports, order, context), listed);
  if (isAtPrice && lots !== undefined && lots < state.quantityLots)
    return viewOf({ ...(await reduce(ports, order, change.quantity, context)), priceMatch }, listed);
  if (isProtected) throw FUTURES.carriesProtection();
  await checkFuturesOrder(
    ports,
    replacementOf(order, change, mode, listed, ports.newClientId),
    context,
    true,
  );
  if (status !== "trading") throw FUTURES.notTrading();
  const limited = ports.door.refuseOrder("contractOrder", context.session);
  if (limited !== undefined) throw futuresRefusalOf(limited);
  const canceled = await cancelLive(ports, order, context);
  if ((readLots(canceled.executedQuantity, listed) ?? 0) >= (lots ?? 0)) return viewOf(canceled, listed);
  const placed = await placeReplacement(
    ports,
    replacementOf(canceled, change, mode, listed, ports.newClientId),
    context,
  );
  return replaced(ports, canceled, { ...placed.order, priceMatch }, context, listed);
}

/** Returns an order at the end of its change: one with a trigger has been triggered. */
const viewOf = (order: ContractOrder, market: ListedMarket) =>
  futuresOrderView({ ...order, hasFired: isConditional(order.type) }, market);

/** Records that an order was replaced, and returns the new one. */
function replaced(
  { changes }: BinancePorts,
  before: OwnOrder,
  after: ContractOrder,
  { session }: CallerContext,
  listed: ListedMarket,
) {
  changes.replacements.add(session.userId, after.orderId, {
    timeMs: after.updatedAtMs,
    clientOrderId: clientIdOf(after),
    quantity: { before: quantityOf(before), after: quantityOf(after) },
    price: { before: before.price ?? "0", after: after.price ?? "0" },
  });
  return viewOf(after, listed);
}

function neededDecimal(parameters: Parameters, name: string): string {
  parameters.needed(name);
  return parameters.decimal(name) ?? "";
}

/** Returns the remainder at its new price: the old order's executed quantity counts toward the new quantity. */
function replacementOf(
  order: WireOrder,
  { quantity, price }: Change,
  mode: string,
  market: ListedMarket,
  newClientId: (() => string) | undefined,
) {
  const lots = readLots(quantity, market);
  const executedLots = readLots(order.executedQuantity, market) ?? 0;
  const fields = {
    symbol: order.symbol,
    side: order.side.toUpperCase(),
    type: "LIMIT",
    timeInForce: futuresForceOf(order),
    quantity: lots === undefined ? quantity : market.format.quantity(lots - executedLots),
    price,
    ...(order.positionSide === undefined
      ? { reduceOnly: String(order.reduceOnly) }
      : { positionSide: positionSideOf(order.positionSide) }),
    selfTradePreventionMode: mode,
    ...(order.expiresAtMs === undefined ? {} : { goodTillDate: String(order.expiresAtMs) }),
  };
  return Parameters.of(fields, newClientId);
}

async function reduce(
  { door }: BinancePorts,
  { orderId, selfTrade }: OwnOrder,
  quantity: string,
  { session, origin }: CallerContext,
): Promise<OwnOrder> {
  const reply = await door.perform("reduce", { orderId, quantity }, session, origin);
  if (!(reply instanceof Rejected)) return { ...reply.order, selfTrade };
  if (reply.error === "trade.orderNotFound" || reply.error === "trade.orderClosed")
    throw BINANCE.noSuchOrder();
  throw futuresRefusalOf(reply);
}

/** The old order is already canceled, and the rejection must say so. */
async function placeReplacement(ports: BinancePorts, parameters: Parameters, context: CallerContext) {
  try {
    return await placeFuturesOrder(ports, parameters, context, ORDER_FIELDS, true);
  } catch (error) {
    if (!(error instanceof BinanceError)) throw error;
    const { status, code, message, retrySeconds } = error;
    throw new BinanceError(status, code, `${message} The order was canceled.`, retrySeconds);
  }
}
