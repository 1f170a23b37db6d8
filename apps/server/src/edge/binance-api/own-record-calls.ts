import type { SignedCall } from "./binance-call.ts";
import type { BinancePorts } from "./binance-ports.ts";
import { filtersOf } from "./exchange-info.ts";
import { executionIdOf } from "./execution-id.ts";
import { marketOf } from "./market-of.ts";
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

function amendments({ changes, mirror }: BinancePorts, parameters: Parameters, userId: number) {
  const { symbol } = marketOf({ mirror }, parameters).listed.spec;
  parameters.needed("orderId");
  const orderId = parameters.integer("orderId") ?? 0;
  const fromId = parameters.integer("fromExecutionId") ?? 0;
  const limit = parameters.limit(ROWS, MAX_ROWS);
  return changes.amendments
    .of(userId, orderId)
    .filter(({ seq }) => executionIdOf(seq, 0) >= fromId)
    .slice(0, limit)
    .map(({ seq, timeMs, clientOrderId, quantity }) => ({
      symbol,
      orderId,
      executionId: executionIdOf(seq, 0),
      origClientOrderId: clientOrderId,
      newClientOrderId: clientOrderId,
      origQty: quantity.before,
      newQty: quantity.after,
      time: timeMs,
    }));
}
