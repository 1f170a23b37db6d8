import type { PlaceContractOrder, PlaceContractTerms } from "@candor/domain/commands/contract-commands";
import { packTerms } from "@candor/domain/contract-terms";
import type { PositionLeg } from "@candor/domain/enumerations";
import type { OrderState } from "@candor/domain/events/events";
import { isConditional } from "@candor/domain/order-types";
import type { Lots, Ticks, Units } from "@candor/money/brand";
import { divideFloor } from "@candor/money/integer";
import { CALLS, type CallRequest } from "@candor/wire/calls";
import { Rejected } from "@candor/wire/rejection";
import type { ListedMarket } from "../../../market/market-data/listings.ts";
import type { MirroredMarket } from "../../../market/market-data/market-data-mirror.ts";
import { checkOrderBounds } from "../../gateway/calls/check-order-bounds.ts";
import { readContractOrder } from "../../gateway/calls/read-contract-order.ts";
import { readLots } from "../../gateway/calls/read-order-fields.ts";
import { checkRequest } from "../../gateway/check-request.ts";
import type { CallerContext } from "../binance-call.ts";
import type { BinancePorts } from "../binance-ports.ts";
import { marketOf } from "../market-of.ts";
import { ownOrderOf } from "../own-orders.ts";
import type { Parameters } from "../parameters.ts";
import { isUsedId, requestedAt } from "../used-client-id.ts";
import { FUTURES } from "./futures-error.ts";
import {
  CONDITIONAL_TYPES,
  checkExpiry,
  type FuturesOrder,
  ORDER_FIELDS,
  readFuturesOrder,
} from "./futures-order-request.ts";
import type { ContractOrder } from "./futures-order-view.ts";
import { type AskedOrder, futuresRefusalOf } from "./futures-refusal.ts";
import { legOf } from "./position-side.ts";
import { matchPrice } from "./price-match.ts";

const KIND = "contract";

function askedOrder({ payload: { quantity, price } }: FuturesOrder, market: ListedMarket): AskedOrder {
  return { quantity, price, market };
}

/** In the API of 2026, conditional orders have a path of their own. Throws -4120. */
function refuseConditional({ revision }: BinancePorts, parameters: Parameters): void {
  const type = parameters.text("type");
  if (revision === "2026" && CONDITIONAL_TYPES.some((each) => each === type)) throw FUTURES.conditional();
}

/** Places an order; its fields may have other names. */
export async function placeFuturesOrder(
  ports: BinancePorts,
  parameters: Parameters,
  context: CallerContext,
  fields = ORDER_FIELDS,
): Promise<{ readonly order: ContractOrder; readonly market: ListedMarket }> {
  const { door } = ports;
  const market = marketOf(ports, parameters, KIND);
  const { listed } = market;
  if (fields === ORDER_FIELDS) refuseConditional(ports, parameters);
  // The price of a conditional order would have to be taken at its trigger.
  const priceMatch = fields === ORDER_FIELDS ? matchPrice(parameters, market) : undefined;
  const { userId } = context.session;
  return await ports.positionModes.placeIn(userId, async () => {
    const leg = await legOf(ports, parameters, userId);
    const order = readFuturesOrder(parameters, listed, fields, leg);
    checkExpiry(order, ports.nowMs());
    const perform = (payload: typeof order.payload) =>
      door.perform("contractOrder", payload, context.session, context.origin);
    const { quantity, reduceOnly, side, type } = order.payload;
    const isCounted = reduceOnly === true && type === "limit";
    const counted = { isCounted, side: String(side), lots: readLots(quantity, listed) ?? 0 };
    const reply = await ports.reduceOnlySums.place(userId, listed, counted, async () => {
      const first = await perform(order.payload);
      // The id of an order that has ended can be used again.
      return isUsedId(first) ? await perform({ ...order.payload, ...requestedAt(parameters) }) : first;
    });
    if (reply instanceof Rejected) throw futuresRefusalOf(reply, askedOrder(order, listed));
    if (reply.replayed === true) throw FUTURES.duplicateId();
    return { order: { ...reply.order, selfTrade: order.payload.selfTrade, priceMatch }, market: listed };
  });
}

/**
 * Checks everything except what only the exchange can check: margin, the book, the current price and its band.
 * @returns the order as it would be accepted, without a number
 */
export async function checkFuturesOrder(
  ports: BinancePorts,
  parameters: Parameters,
  { session }: CallerContext,
): Promise<{ readonly order: ContractOrder; readonly market: ListedMarket }> {
  const market = marketOf(ports, parameters, KIND);
  const { listed } = market;
  refuseConditional(ports, parameters);
  const priceMatch = matchPrice(parameters, market);
  const leg = await legOf(ports, parameters, session.userId);
  const order = readFuturesOrder(parameters, listed, ORDER_FIELDS, leg);
  checkExpiry(order, ports.nowMs());
  const asked = askedOrder(order, listed);
  const checked = checkRequest(CALLS.contractOrder, order.payload);
  if (checked instanceof Rejected) throw futuresRefusalOf(checked, asked);
  const request = checked as CallRequest<"contractOrder">;
  const command = readContractOrder(request, session.userId, listed);
  if (command instanceof Rejected) throw futuresRefusalOf(command, asked);
  const refused = checkOrderBounds(atIndex(command, market), listed);
  if (refused !== undefined) throw futuresRefusalOf(refused, asked);
  return {
    order: { ...ownOrderOf(acceptedState(command, leg, ports.nowMs()), listed), priceMatch },
    market: listed,
  };
}

/** The exchange values an order without prices at the index. */
function atIndex(
  command: PlaceContractOrder | PlaceContractTerms,
  { indexE8, listed }: MirroredMarket,
): PlaceContractOrder | PlaceContractTerms {
  if (command.priceTicks > 0 || command.stopTicks > 0) return command;
  return { ...command, priceTicks: divideFloor(indexE8, listed.scale.tickE8) as Ticks };
}

/** Returns an order as it would be accepted. */
function acceptedState(
  command: PlaceContractOrder | PlaceContractTerms,
  leg: PositionLeg | undefined,
  nowMs: number,
): OrderState {
  return {
    ...command,
    ...(leg !== undefined && { leg }),
    orderId: 0,
    product: KIND,
    status: isConditional(command.type) ? "untriggered" : "open",
    reason: "none",
    quoteUnits: (command.kind === "place-contract-terms" ? packTerms(command) : 0) as Units,
    groupId: 0,
    executedLots: 0 as Lots,
    executedQuoteUnits: 0 as Units,
    feeUnits: 0 as Units,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    labelled: false,
  };
}
