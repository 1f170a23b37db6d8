import { isConditional } from "@candor/domain/order-types";
import type { WireOrder } from "@candor/wire/objects";
import type { CallerContext, SignedCall } from "../../binance-call.ts";
import { BINANCE } from "../../binance-error.ts";
import type { BinancePorts } from "../../binance-ports.ts";
import { marketOf, namedMarket } from "../../market-of.ts";
import { clientIdOf } from "../../order-view.ts";
import { catchUp, timesOf } from "../../own-orders.ts";
import type { Parameters } from "../../parameters.ts";
import { orderCall, readCall, tradeCall } from "../../signed-calls.ts";
import { contractOfOrder } from "../futures-order-calls.ts";
import { ALGO_FIELDS, CONDITIONAL_TYPES } from "../futures-order-request.ts";
import type { ContractOrder } from "../futures-order-view.ts";
import { placeFuturesOrder } from "../place-futures-order.ts";
import { cancelIfLive, futuresOrderOf, untriggered, wantedOf } from "../placed-orders.ts";
import { algoIdOf, algoView, listedAlgo, orderIdOf, queriedAlgo } from "./algo-view.ts";

const KIND = "contract";
const ROWS = 500;
const MAX_ROWS = 1_000;

/**
 * Conditional orders, which have paths and numbers of their own since Binance's API of 2026. Once triggered, they are also
 * orders at the order paths.
 */
export function futuresAlgoCalls(ports: BinancePorts): readonly SignedCall[] {
  if (ports.revision === "2025") return [];
  return [
    orderCall("POST", "/v1/algoOrder", async (parameters, context) => {
      const { order, market } = await place(ports, parameters, context);
      return algoView(order, market);
    }),
    tradeCall("DELETE", "/v1/algoOrder", async (parameters, context) => {
      const isWanted = algoMatcher(parameters);
      const orders = await untriggered(ports, context.session.userId, undefined);
      const found = orders.find(isWanted);
      const order = found && (await cancelIfLive(ports, found, context));
      if (order === undefined) throw BINANCE.cancelRefused();
      return {
        algoId: algoIdOf(order.orderId),
        clientAlgoId: clientIdOf(order),
        code: "200",
        msg: "success",
      };
    }),
    tradeCall("DELETE", "/v1/algoOpenOrders", async (parameters, context) => {
      const { listed } = marketOf(ports, parameters, KIND);
      const orders = await untriggered(ports, context.session.userId, listed);
      await Promise.all(orders.map((order) => cancelIfLive(ports, order, context)));
      return { code: 200, msg: "The operation of cancel all open order is done." };
    }),
    readCall("/v1/algoOrder", async (parameters, { session }) => {
      const order = await findAlgo(ports, session.userId, parameters);
      return queriedAlgo(order, contractOfOrder(ports, order));
    }),
    readCall("/v1/openAlgoOrders", async (parameters, { session }) => {
      algoTypeOf(parameters);
      const market = namedMarket(ports, parameters, KIND)?.listed;
      const algoId = parameters.integer("algoId");
      const orders = await untriggered(ports, session.userId, market);
      return orders
        .filter(({ orderId }) => algoId === undefined || algoIdOf(orderId) === algoId)
        .map((order) => listedAlgo(order, contractOfOrder(ports, order)));
    }),
    readCall("/v1/allAlgoOrders", async (parameters, { session }) => {
      const { listed } = marketOf(ports, parameters, KIND);
      const algoId = parameters.integer("algoId");
      const fromId = algoId === undefined ? undefined : orderIdOf(algoId);
      const limit = parameters.limit(ROWS, MAX_ROWS);
      const page = parameters.integer("page") ?? 1;
      if (page < 1) throw BINANCE.range("page");
      const filter = { ...timesOf(parameters), fromId, userId: session.userId, marketId: listed.marketId };
      await catchUp(ports);
      const skip = (page - 1) * limit;
      const rows = await ports.readModels.contractOrders({ ...filter, only: "conditional", skip }, limit);
      return rows.map((row) => listedAlgo(futuresOrderOf(ports, row), listed));
    }),
  ];
}

function algoTypeOf(parameters: Parameters): string | undefined {
  return parameters.oneOf("algoType", ["CONDITIONAL"], () => BINANCE.unsupported("algoType"));
}

async function place(ports: BinancePorts, parameters: Parameters, context: CallerContext) {
  parameters.needed("algoType");
  algoTypeOf(parameters);
  const type = parameters.oneOf("type", CONDITIONAL_TYPES, BINANCE.orderType);
  if (type === undefined) throw BINANCE.missing("type");
  if (type !== "TRAILING_STOP_MARKET") parameters.needed(ALGO_FIELDS.trigger);
  return await placeFuturesOrder(ports, parameters, context, ALGO_FIELDS);
}

/** Matches the conditional order a request names: `algoId`, or else `clientAlgoId`. Throws -1102; the matcher, -2039. */
function algoMatcher(parameters: Parameters): (order: WireOrder) => boolean {
  const algoId = parameters.integer("algoId");
  const clientId = parameters.text("clientAlgoId");
  if (algoId === undefined && clientId === undefined) throw BINANCE.oneOf("clientAlgoId", "algoId");
  return (order) => {
    if (!isConditional(order.type)) return false;
    if (algoId === undefined) return clientIdOf(order) === clientId;
    if (algoIdOf(order.orderId) !== algoId) return false;
    if (clientId !== undefined && clientIdOf(order) !== clientId) throw BINANCE.otherClientId();
    return true;
  };
}

/** Returns a conditional order of any contract, live or ended. Throws -1001, -1102 and -2013. */
async function findAlgo(ports: BinancePorts, userId: number, parameters: Parameters): Promise<ContractOrder> {
  const isWanted = algoMatcher(parameters);
  const waiting = (await untriggered(ports, userId, undefined)).find(isWanted);
  if (waiting !== undefined) return waiting;
  const algoId = parameters.integer("algoId");
  const orderId = algoId === undefined ? undefined : orderIdOf(algoId);
  const filter = { userId, only: "conditional" } as const;
  await catchUp(ports);
  for (const wanted of wantedOf(ports, orderId, parameters.text("clientAlgoId"))) {
    const [record] = await ports.readModels.contractOrders({ ...filter, wanted }, 1);
    const order = record && futuresOrderOf(ports, record);
    if (order !== undefined && isWanted(order)) return order;
  }
  throw BINANCE.noSuchOrder();
}
