import type { SignedCall } from "./binance-call.ts";
import type { BinancePorts } from "./binance-ports.ts";
import { filtersOf } from "./exchange-info.ts";
import { executionIdOf, seqOfExecution } from "./execution-id.ts";
import { marketOf } from "./market-of.ts";
import { clientIdOf } from "./order-view.ts";
import { catchUp } from "./own-orders.ts";
import type { Parameters } from "./parameters.ts";
import { ownPreventedMatches } from "./prevented-matches.ts";
import { readCall } from "./signed-calls.ts";

const ROWS = 500;
const MAX_ROWS = 1_000;

/** Calls for the caller's own limits and records, apart from orders and trades. */
export function ownRecordCalls(ports: BinancePorts): readonly SignedCall[] {
  return [
    readCall("/rateLimit/order", (_parameters, { session }) =>
      ports.door.api.usedOrders("spot", session.userId),
    ),
    readCall("/order/amendments", (parameters, { session }) => amendments(ports, parameters, session.userId)),
    readCall("/myPreventedMatches", (parameters, { session }) =>
      ownPreventedMatches(ports, parameters, session.userId),
    ),
    // Orders are not routed elsewhere.
    readCall("/myAllocations", (parameters) => {
      marketOf(ports, parameters);
      for (const name of ["startTime", "endTime", "fromAllocationId", "orderId"]) parameters.integer(name);
      parameters.limit(ROWS, MAX_ROWS);
      return [];
    }),
    readCall("/myFilters", (parameters) => ({
      exchangeFilters: [],
      symbolFilters: filtersOf(marketOf(ports, parameters).listed),
      assetFilters: [],
    })),
  ];
}

async function amendments(ports: BinancePorts, parameters: Parameters, userId: number) {
  const { listed } = marketOf(ports, parameters);
  parameters.needed("orderId");
  const orderId = parameters.integer("orderId") ?? 0;
  const fromId = parameters.integer("fromExecutionId") ?? 0;
  const limit = parameters.limit(ROWS, MAX_ROWS);
  await catchUp(ports);
  const filter = { userId, marketId: listed.marketId, orderId, fromSeq: seqOfExecution(fromId) };
  const rows = await ports.readModels.orderAmendments(filter, limit);
  return rows.map(({ seq, timeMs, lotsBefore, lotsAfter, clientOrderId }) => ({
    symbol: listed.spec.symbol,
    orderId,
    executionId: executionIdOf(seq, 0),
    origClientOrderId: clientIdOf({ clientOrderId, orderId: String(orderId) }),
    newClientOrderId: clientIdOf({ clientOrderId, orderId: String(orderId) }),
    origQty: listed.format.quantity(lotsBefore),
    newQty: listed.format.quantity(lotsAfter),
    time: timeMs,
  }));
}
