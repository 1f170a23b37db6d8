import { Rejected } from "@candor/wire/rejection";
import { readLots } from "../gateway/calls/read-order-fields.ts";
import type { CallerContext, SignedCall } from "./binance-call.ts";
import { BINANCE, type BinanceError } from "./binance-error.ts";
import type { BinancePorts } from "./binance-ports.ts";
import { executionIdOf } from "./execution-id.ts";
import { marketOf } from "./market-of.ts";
import { amendedView, clientIdOf } from "./order-view.ts";
import { liveOrder } from "./own-orders.ts";
import type { Parameters } from "./parameters.ts";
import { refusalOf } from "./refusal.ts";
import { orderCall } from "./signed-calls.ts";

/** Reduces an order in place: it keeps its position in the queue, its number and its client order id. */
export function amendOrderCall(ports: BinancePorts): SignedCall {
  return orderCall("PUT", "/order/amend/keepPriority", (parameters, context) =>
    amend(ports, parameters, context),
  );
}

async function amend(ports: BinancePorts, parameters: Parameters, { session, origin }: CallerContext) {
  const { listed } = marketOf(ports, parameters);
  parameters.needed("newQty");
  const quantity = parameters.decimal("newQty") ?? "";
  const found = await liveOrder(ports, session.userId, listed, parameters);
  if (found === undefined) throw BINANCE.noSuchOrder();
  const { order, state } = found;
  const wantedId = parameters.text("newClientOrderId");
  if (wantedId !== undefined && wantedId !== clientIdOf(order))
    throw BINANCE.unsupported("An amended order keeps its client order id.");
  const lots = readLots(quantity, listed);
  if (lots === undefined || lots < listed.scale.minLots) throw BINANCE.filter("LOT_SIZE");
  if (lots === state.quantityLots)
    throw BINANCE.amendRefused("The requested action would change no state; rejecting.");
  if (lots > state.quantityLots)
    throw BINANCE.amendRefused("Order amend (quantity increase) is not supported.");
  if (order.groupId !== null)
    throw BINANCE.amendRefused("Order amend is not supported for the orders of a list.");
  const reply = await ports.door.perform("reduce", { orderId: order.orderId, quantity }, session, origin);
  if (reply instanceof Rejected) throw amendRefusal(reply);
  return {
    transactTime: reply.order.updatedAtMs,
    executionId: executionIdOf(reply.asOfSeq, 0),
    amendedOrder: amendedView({ ...reply.order, selfTrade: state.selfTrade }),
  };
}

function amendRefusal(rejected: Rejected): BinanceError {
  switch (rejected.error) {
    case "trade.invalidParameters":
      return BINANCE.amendRefused("The new quantity must be above the executed quantity.");
    case "trade.orderNotFound":
    case "trade.orderClosed":
      return BINANCE.noSuchOrder();
    case "trade.amountError":
      return BINANCE.filter("LOT_SIZE");
    default:
      return refusalOf(rejected);
  }
}
