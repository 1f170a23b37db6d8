import { hasLimitPrice, isConditional } from "@candor/domain/order-types";
import { Rejected } from "@candor/wire/rejection";
import type { ListedMarket } from "../../../market/market-data/listings.ts";
import { readLots, readPrice } from "../../gateway/calls/read-order-fields.ts";
import type { CallerContext } from "../binance-call.ts";
import { BINANCE, type BinanceError } from "../binance-error.ts";
import type { BinancePorts } from "../binance-ports.ts";
import { marketOf } from "../market-of.ts";
import { sideOf } from "../order-request.ts";
import { type LiveOrder, liveOrder } from "../own-orders.ts";
import type { Parameters } from "../parameters.ts";
import { FUTURES } from "./futures-error.ts";
import { futuresOrderView } from "./futures-order-view.ts";
import { type AskedOrder, futuresRefusalOf } from "./futures-refusal.ts";
import { matchPrice } from "./price-match.ts";

/** New values of the order. */
interface Change {
  readonly quantity: string;
  readonly price: string;
  /** The program's own number of the change. */
  readonly modifyId: number | undefined;
}

/**
 * Gives a limit order another price and quantity. It keeps its number and client order id, and goes to the end of the queue.
 * It is canceled if the new quantity is executed already, or if it is a GTX order that would take. Throws -1102, -2013, -5025,
 * -5026, -5027 and the errors of an order.
 */
export async function modifyOrder(ports: BinancePorts, parameters: Parameters, context: CallerContext) {
  const market = marketOf(ports, parameters, "contract");
  const { listed } = market;
  const side = sideOf(parameters);
  const priceMatch = matchPrice(parameters, market, "LIMIT");
  const change = {
    quantity: neededDecimal(parameters, "quantity"),
    price: neededDecimal(parameters, "price"),
    modifyId: parameters.integer("modifyId"),
  };
  const found = await liveOrder(ports, context.session.userId, listed, parameters);
  if (found === undefined) throw BINANCE.noSuchOrder();
  const { order } = found;
  const isWaiting = order.status === "untriggered";
  if (isWaiting && ports.revision === "2026") throw BINANCE.noSuchOrder();
  // A triggered order with a limit price is a limit order.
  if (isWaiting || !hasLimitPrice(order.type)) throw FUTURES.limitOnly();
  if (order.side.toUpperCase() !== side) throw BINANCE.range("side");
  const modified = await modify(ports, found, change, listed, context);
  // An order with a trigger has been triggered.
  const view = futuresOrderView({ ...modified, priceMatch, hasFired: isConditional(order.type) }, listed);
  return change.modifyId === undefined ? view : { ...view, modifyId: change.modifyId };
}

function neededDecimal(parameters: Parameters, name: string): string {
  parameters.needed(name);
  return parameters.decimal(name) ?? "";
}

async function modify(
  ports: BinancePorts,
  { order, state }: LiveOrder,
  { quantity, price, modifyId }: Change,
  market: ListedMarket,
  { session, origin }: CallerContext,
) {
  const lots = readLots(quantity, market);
  if (lots === state.quantityLots && readPrice(price, "price", market, []) === state.priceTicks)
    throw FUTURES.sameOrder();
  const { orderId, selfTrade } = order;
  const { side, executedLots, reduceOnly } = state;
  const left = { isCounted: reduceOnly, side, lots: (lots ?? 0) - executedLots };
  const payload = { orderId, quantity, price, ...(modifyId !== undefined && { modifyId }) };
  const perform = () => ports.door.perform("contractModify", payload, session, origin);
  const reply = await ports.orderChanges.change(state.orderId, async () => {
    const changed = await ports.reduceOnlySums.place(session.userId, market, left, perform, state.orderId);
    if (changed instanceof Rejected) throw refusalOf(changed, { quantity, price, market });
    return changed;
  });
  return { ...reply.order, selfTrade };
}

function refusalOf(rejected: Rejected, asked: AskedOrder): BinanceError {
  const { error, fields } = rejected;
  if (error === "trade.orderNotFound" || error === "trade.orderClosed") return BINANCE.noSuchOrder();
  // It is at this price with this quantity by now.
  if (error === "trade.invalidParameters" && fields?.[0]?.reason === "conflict") return FUTURES.sameOrder();
  return futuresRefusalOf(rejected, asked);
}
