import { CALLS, type CallRequest } from "@candor/protocol/wire/calls";
import type { WireOrder } from "@candor/protocol/wire/objects";
import { Rejected } from "@candor/protocol/wire/rejection";
import { toWireFill } from "../../gateway/calls/fill-wire.ts";
import { readContractOrder } from "../../gateway/calls/read-contract-order.ts";
import { readLots } from "../../gateway/calls/read-order-fields.ts";
import { checkRequest } from "../../gateway/check-request.ts";
import type { ListedMarket } from "../../market-data/listings.ts";
import type { CallerContext, SignedCall } from "../binance-call.ts";
import { BINANCE } from "../binance-error.ts";
import type { BinancePorts } from "../binance-ports.ts";
import { marketOf, namedMarket } from "../market-of.ts";
import {
  cancelWanted,
  findOrder,
  liveOrders,
  ownFillRows,
  ownOrderRows,
  wantedOrder,
} from "../own-orders.ts";
import type { Parameters } from "../parameters.ts";
import { readCall, tradeCall } from "../signed-calls.ts";
import { FUTURES } from "./futures-error.ts";
import { type FuturesOrder, ORDER_FIELDS, readFuturesOrder } from "./futures-order-request.ts";
import { futuresOrderView, futuresTradeView } from "./futures-order-view.ts";
import { type AskedOrder, futuresRefusalOf } from "./futures-refusal.ts";

const KIND = "contract";
/** Binance's word for having done all that was asked for. */
const DONE = 200;

/** Orders of contracts: placed, canceled and looked at. Each goes through the wire's own call. */
export function futuresOrderCalls(ports: BinancePorts): readonly SignedCall[] {
  const contract = (parameters: Parameters) => marketOf(ports, parameters, KIND).listed;
  return [
    tradeCall("POST", "/v1/order", async (parameters, context) => {
      const { order, market } = await placeFuturesOrder(ports, parameters, context);
      return futuresOrderView(order, market);
    }),
    {
      ...tradeCall("POST", "/v1/order/test", (parameters, context) => tryOut(ports, parameters, context)),
      looksOnly: true,
    },
    tradeCall("DELETE", "/v1/order", async (parameters, context) => {
      const listed = contract(parameters);
      return futuresOrderView(await cancelWanted(ports, listed, parameters, context), listed);
    }),
    tradeCall("DELETE", "/v1/allOpenOrders", (parameters, context) => cancelAll(ports, parameters, context)),
    readCall("/v1/order", async (parameters, { session }) => {
      const listed = contract(parameters);
      return futuresOrderView(await findOrder(ports, session.userId, listed, parameters), listed);
    }),
    readCall("/v1/openOrder", async (parameters, { session }) => {
      const listed = contract(parameters);
      const isWanted = wantedOrder(parameters);
      const { orders } = await liveOrders(ports, session.userId, KIND, listed);
      const found = orders.find(isWanted);
      if (found === undefined) throw BINANCE.noSuchOrder();
      return futuresOrderView(found, listed);
    }),
    readCall("/v1/openOrders", async (parameters, { session }) => {
      const market = namedMarket(ports, parameters, KIND)?.listed;
      const { orders } = await liveOrders(ports, session.userId, KIND, market);
      return orders.map((order) => futuresOrderView(order, contractOfOrder(ports, order)));
    }),
    readCall("/v1/allOrders", async (parameters, { session }) => {
      const listed = contract(parameters);
      const orders = await ownOrderRows(ports, parameters, session.userId, listed);
      return orders.map((order) => futuresOrderView(order, listed));
    }),
    readCall("/v1/userTrades", async (parameters, { session }) => {
      const listed = contract(parameters);
      const fills = await ownFillRows(ports, parameters, session.userId, listed);
      return fills.map((fill) => futuresTradeView(toWireFill(fill, listed)));
    }),
  ];
}

/** The contract of an order that there is. */
export function contractOfOrder({ listings }: BinancePorts, { symbol }: WireOrder): ListedMarket {
  const listed = listings.marketBySymbol(symbol, KIND);
  if (listed === undefined) throw new Error(`an order of a contract ${symbol} that is not listed`);
  return listed;
}

function askedOrder({ payload: { quantity, price } }: FuturesOrder, market: ListedMarket): AskedOrder {
  return { quantity, price, market };
}

/** Places an order, whose fields may have other names. */
export async function placeFuturesOrder(
  { door, mirror }: BinancePorts,
  parameters: Parameters,
  context: CallerContext,
  fields = ORDER_FIELDS,
): Promise<{ readonly order: WireOrder; readonly market: ListedMarket }> {
  const { listed } = marketOf({ mirror }, parameters, KIND);
  const order = readFuturesOrder(parameters, listed, fields);
  const reply = await door.perform("contractOrder", order.payload, context.session, context.request);
  if (reply instanceof Rejected) throw futuresRefusalOf(reply, askedOrder(order, listed));
  // Binance has a client's id once; who repeats a request looks the order up by it.
  if (reply.replayed === true) throw FUTURES.duplicateId();
  return { order: reply.order, market: listed };
}

/** Everything but what only the exchange knows: margin, the book, the price band. */
function tryOut({ mirror }: BinancePorts, parameters: Parameters, { session }: CallerContext) {
  const { listed } = marketOf({ mirror }, parameters, KIND);
  const order = readFuturesOrder(parameters, listed);
  const asked = askedOrder(order, listed);
  const checked = checkRequest(CALLS.contractOrder, order.payload);
  if (checked instanceof Rejected) throw futuresRefusalOf(checked, asked);
  const request = checked as CallRequest<"contractOrder">;
  const command = readContractOrder(request, session.userId, listed);
  if (command instanceof Rejected) throw futuresRefusalOf(command, asked);
  if (readLots(asked.quantity, listed) === undefined) throw FUTURES.precision();
  return {};
}

async function cancelAll(ports: BinancePorts, parameters: Parameters, { session, request }: CallerContext) {
  const { listed } = marketOf(ports, parameters, KIND);
  const payload = { product: KIND, symbol: listed.spec.symbol };
  const reply = await ports.door.perform("cancelAll", payload, session, request);
  if (reply instanceof Rejected) throw futuresRefusalOf(reply);
  return { code: DONE, msg: "The operation of cancel all open order is done." };
}
