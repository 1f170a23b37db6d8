import { Rejected } from "@candor/wire/rejection";
import type { CallerContext, SignedCall } from "./binance-call.ts";
import { BINANCE, BinanceError } from "./binance-error.ts";
import type { BinancePorts } from "./binance-ports.ts";
import { marketOf } from "./market-of.ts";
import { tryOut as checkSpotOrder, place, placedOrder, sendOrder } from "./order-calls.ts";
import { givenClientId, readOrder } from "./order-request.ts";
import { canceledView } from "./order-view.ts";
import { cancelRequested, orderToCancel, restrictionOf } from "./own-orders.ts";
import { Parameters } from "./parameters.ts";
import { refusalOf } from "./refusal.ts";
import { orderCall } from "./signed-calls.ts";

const MODES = ["STOP_ON_FAILURE", "ALLOW_FAILURE"] as const;
const LIMITED_MODES = ["DO_NOTHING", "CANCEL_ONLY"] as const;
const TOO_MANY = 429;

/** Rejections of a replacement because the old order is not live. */
const CANCEL_REFUSALS: ReadonlySet<string> = new Set(["trade.orderNotFound", "trade.orderClosed"]);

type Part<Done extends object = object> = { readonly done: Done } | { readonly refused: BinanceError };

/**
 * Replaces an order. With STOP_ON_FAILURE, both happen at once or nothing does. With ALLOW_FAILURE, the old one is canceled
 * first, so that its funds are available to the new one.
 */
export function cancelReplaceCall(ports: BinancePorts): SignedCall {
  return orderCall("POST", "/order/cancelReplace", (parameters, context) =>
    cancelReplace(ports, parameters, context),
  );
}

async function cancelReplace(ports: BinancePorts, parameters: Parameters, context: CallerContext) {
  parameters.needed("cancelReplaceMode");
  const malformed = () => BINANCE.malformed("cancelReplaceMode");
  const mode = parameters.oneOf("cancelReplaceMode", MODES, malformed);
  const limitedMode = parameters.oneOf("orderRateLimitExceededMode", LIMITED_MODES, () =>
    BINANCE.malformed("orderRateLimitExceededMode"),
  );
  const canceled = canceledOrderOf(parameters);
  restrictionOf(canceled);
  // An invalid new order, or one too many, must not cancel the old one.
  checkSpotOrder(ports, parameters, context);
  const limited = ports.door.refuseOrder("doOrder", context.session);
  if (limited !== undefined && limitedMode !== "CANCEL_ONLY") throw refusalOf(limited);
  if (limited === undefined && mode === "STOP_ON_FAILURE")
    return await replaceAtOnce(ports, parameters, canceled, context);
  const cancel = await attempt(async () => {
    const { listed } = marketOf(ports, parameters);
    const order = await cancelRequested(ports, listed, canceled, context);
    return canceledView(order, ports.cancelIds.of(order));
  });
  if (limited === undefined) return outcomeOf(cancel, await attempt(() => place(ports, parameters, context)));
  const isNotTried = "refused" in cancel && mode === "STOP_ON_FAILURE";
  return limitedOutcome(cancel, isNotTried ? undefined : refusalOf(limited));
}

/** Throws the outcome of a cancel whose new order is one too many; `refused` is absent if it was not tried. */
function limitedOutcome(cancel: Part, refused: BinanceError | undefined): never {
  try {
    outcomeOf(cancel, refused === undefined ? undefined : { refused });
  } catch (error) {
    if (!(error instanceof BinanceError)) throw error;
    throw new BinanceError(TOO_MANY, error.code, error.message, refused?.retrySeconds, error.data);
  }
  throw new Error("an order beyond the limits was placed");
}

/** Replaces the order in one step. If the new one is refused, the old one is not canceled. */
async function replaceAtOnce(
  ports: BinancePorts,
  parameters: Parameters,
  canceled: Parameters,
  context: CallerContext,
) {
  const { listed } = marketOf(ports, parameters);
  const cancelId = givenClientId(canceled, "newClientOrderId");
  const found = await attempt(() => orderToCancel(ports, listed, canceled, context));
  if ("refused" in found) return outcomeOf(found, undefined);
  const { label, orderId, selfTrade } = found.done;
  const order = readOrder(parameters);
  const send = () => sendOrder(ports, parameters, order, context, orderId);
  const reply = await ports.cancelIds.cancel(found.done, cancelId, send);
  if (reply instanceof Rejected && CANCEL_REFUSALS.has(reply.error))
    return outcomeOf({ refused: refusalOf(reply) }, undefined);
  const placed = await attempt(async () => placedOrder(order, listed, reply));
  if (reply instanceof Rejected || !("replaced" in reply) || reply.replaced === undefined)
    return outcomeOf({ refused: BINANCE.notReplaced() }, placed);
  const ended = { ...reply.replaced, selfTrade, label };
  return outcomeOf({ done: canceledView(ended, ports.cancelIds.of(ended)) }, placed);
}

/** Returns the order to cancel, under the parameter names of a cancel. */
function canceledOrderOf(parameters: Parameters): Parameters {
  const orderId = parameters.text("cancelOrderId");
  const clientId = parameters.text("cancelOrigClientOrderId");
  if (orderId === undefined && clientId === undefined)
    throw BINANCE.oneOf("cancelOrigClientOrderId", "cancelOrderId");
  return Parameters.of({
    orderId,
    origClientOrderId: clientId,
    cancelRestrictions: parameters.text("cancelRestrictions"),
    newClientOrderId: givenClientId(parameters, "cancelNewClientOrderId"),
  });
}

async function attempt<Done extends object>(act: () => Promise<Done>): Promise<Part<Done>> {
  try {
    return { done: await act() };
  } catch (error) {
    if (error instanceof BinanceError) return { refused: error };
    throw error;
  }
}

function outcomeOf(cancel: Part, order: Part | undefined) {
  const outcome = {
    cancelResult: "done" in cancel ? "SUCCESS" : "FAILURE",
    newOrderResult: order === undefined ? "NOT_ATTEMPTED" : "done" in order ? "SUCCESS" : "FAILURE",
    cancelResponse: said(cancel),
    newOrderResponse: order === undefined ? null : said(order),
  };
  const done = [cancel, order].filter((part) => part !== undefined && "done" in part).length;
  if (done === 0) throw BINANCE.replaceRefused(outcome);
  if (done === 1) throw BINANCE.replacePartly(outcome);
  return outcome;
}

function said(part: Part): object {
  if ("done" in part) return part.done;
  return { code: part.refused.code, msg: part.refused.message };
}
