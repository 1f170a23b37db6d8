import type { PublicCall } from "./binance-call.ts";
import { BINANCE } from "./binance-error.ts";
import type { BinancePorts } from "./binance-ports.ts";
import { marketOf, requestedMarkets } from "./market-of.ts";
import { klineRows } from "./market-rows.ts";
import { secondRows } from "./second-rows.ts";
import { aggregateRows, historicalRows } from "./trade-rows.ts";

const ROWS = 500;
const MAX_ROWS = 1_000;
const SECOND = "1s";

/** Public calls about the past: trades and charts. */
export function recordCalls(ports: BinancePorts): readonly PublicCall[] {
  const get = (path: string, answer: PublicCall["answer"]): PublicCall => ({ method: "GET", path, answer });
  const chart: PublicCall["answer"] = (parameters) => {
    const market = marketOf(ports, parameters);
    return parameters.text("interval") === SECOND
      ? secondRows(ports, market, parameters)
      : klineRows(ports, market, parameters);
  };
  const trades: PublicCall["answer"] = (parameters) =>
    historicalRows(ports, marketOf(ports, parameters), parameters, ROWS, MAX_ROWS);
  return [
    get("/trades", trades),
    get("/historicalTrades", trades),
    get("/aggTrades", (parameters) => aggregateRows(ports, marketOf(ports, parameters), parameters)),
    get("/klines", chart),
    get("/uiKlines", chart),
    ...absentCalls(ports),
  ];
}

/** Calls about what does not exist here: execution rules, reference prices and block trades. */
function absentCalls(ports: BinancePorts): readonly PublicCall[] {
  const get = (path: string, answer: PublicCall["answer"]): PublicCall => ({ method: "GET", path, answer });
  const noReference: PublicCall["answer"] = (parameters) => {
    marketOf(ports, parameters);
    throw BINANCE.noReferencePrice();
  };
  return [
    get("/executionRules", (parameters) => ({
      symbolRules: requestedMarkets(ports, parameters).map(({ listed }) => ({
        symbol: listed.spec.symbol,
        rules: [],
      })),
    })),
    get("/referencePrice", noReference),
    get("/referencePrice/calculation", noReference),
    get("/historicalBlockTrades", (parameters) => {
      marketOf(ports, parameters);
      parameters.needed("fromId");
      parameters.integer("fromId");
      parameters.limit(ROWS, MAX_ROWS);
      return [];
    }),
  ];
}
