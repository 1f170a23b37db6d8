import { wireDepth } from "../../market/market-data/market-depth.ts";
import type { PublicCall } from "./binance-call.ts";
import type { BinancePorts } from "./binance-ports.ts";
import { rateLimits, symbolInfo } from "./exchange-info.ts";
import { marketOf, marketsOf } from "./market-of.ts";
import { aggregateRows, klineRows, marketRows, tradeRows } from "./market-rows.ts";
import { averagePrice, bestPrices, dayTicker, miniDayTicker } from "./ticker-view.ts";
import { tickerTypeOf, windowTickerCalls } from "./window-ticker-calls.ts";

const DEPTH_LEVELS = 100;
const MAX_DEPTH_LEVELS = 5_000;

export type MarketPorts = Pick<BinancePorts, "history" | "klines" | "mirror" | "nowMs">;

/** Public calls: time, markets, books, trades, charts. */
export function marketCalls(ports: MarketPorts): readonly PublicCall[] {
  const { nowMs } = ports;
  const get = (path: string, answer: PublicCall["answer"]): PublicCall => ({ method: "GET", path, answer });
  return [
    get("/ping", () => ({})),
    get("/time", () => ({ serverTime: nowMs() })),
    get("/exchangeInfo", (parameters) => ({
      timezone: "UTC",
      serverTime: nowMs(),
      rateLimits: rateLimits(),
      exchangeFilters: [],
      symbols: marketsOf(ports, parameters.symbols()).map(symbolInfo),
    })),
    get("/depth", (parameters) => {
      const market = marketOf(ports, parameters);
      const { bids, asks, sequence } = wireDepth(market, parameters.limit(DEPTH_LEVELS, MAX_DEPTH_LEVELS));
      return { lastUpdateId: sequence, bids, asks };
    }),
    get("/trades", (parameters) => tradeRows(marketOf(ports, parameters), parameters)),
    get("/aggTrades", (parameters) => aggregateRows(marketOf(ports, parameters), parameters)),
    get("/historicalTrades", (parameters) => tradeRows(marketOf(ports, parameters), parameters)),
    get("/uiKlines", (parameters) => klineRows(ports, marketOf(ports, parameters), parameters)),
    get("/klines", (parameters) => klineRows(ports, marketOf(ports, parameters), parameters)),
    get("/avgPrice", (parameters) => averagePrice(marketOf(ports, parameters), ports.history)),
    get("/ticker/24hr", (parameters) =>
      marketRows(ports, parameters, "spot", (market) =>
        (tickerTypeOf(parameters) === "MINI" ? miniDayTicker : dayTicker)(market, ports.history, nowMs()),
      ),
    ),
    ...windowTickerCalls(ports),
    get("/ticker/price", (parameters) =>
      marketRows(ports, parameters, "spot", ({ listed, lastTicks }) => ({
        symbol: listed.spec.symbol,
        price: listed.format.price(lastTicks),
      })),
    ),
    get("/ticker/bookTicker", (parameters) =>
      marketRows(ports, parameters, "spot", (market) => ({
        symbol: market.listed.spec.symbol,
        ...bestPrices(market),
      })),
    ),
  ];
}
