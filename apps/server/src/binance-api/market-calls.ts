import { PERIOD_MS } from "@candor/protocol/enumerations";
import type { MirroredMarket } from "../market-data/market-data-mirror.ts";
import { wireDepth } from "../market-data/market-depth.ts";
import { MAX_RECENT_TRADES } from "../market-data/recent-trades.ts";
import type { PublicCall } from "./binance-call.ts";
import { BINANCE } from "./binance-error.ts";
import type { BinancePorts } from "./binance-ports.ts";
import { rateLimits, symbolInfo } from "./exchange-info.ts";
import { INTERVALS, isInterval, klineRow } from "./kline-view.ts";
import { marketOf, marketsOf } from "./market-of.ts";
import type { Parameters } from "./parameters.ts";
import { bestPrices, dayTicker } from "./ticker-view.ts";
import { aggregateTrades, publicTrade } from "./trade-view.ts";

const DEPTH_LEVELS = 100;
const MAX_DEPTH_LEVELS = 5_000;
const ROWS = 500;
const MAX_ROWS = 1_000;

/** What everybody may ask: time, markets, books, trades, charts. */
export function marketCalls(ports: BinancePorts): readonly PublicCall[] {
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
    get("/trades", (parameters) => {
      const { listed, trades } = marketOf(ports, parameters);
      const newest = trades.newest(parameters.limit(ROWS, MAX_RECENT_TRADES)).reverse();
      return newest.map((trade) => publicTrade(trade, listed));
    }),
    get("/aggTrades", (parameters) => {
      const { listed, trades } = marketOf(ports, parameters);
      const limit = parameters.limit(ROWS, MAX_ROWS);
      const fromId = parameters.integer("fromId");
      const sinceMs = parameters.integer("startTime") ?? 0;
      const untilMs = parameters.integer("endTime") ?? Number.MAX_SAFE_INTEGER;
      const rows = aggregateTrades(trades.newest(MAX_RECENT_TRADES).reverse(), listed).filter(
        ({ a, T }) => a >= (fromId ?? 0) && T >= sinceMs && T <= untilMs,
      );
      return fromId === undefined && sinceMs === 0 ? rows.slice(-limit) : rows.slice(0, limit);
    }),
    get("/klines", (parameters) => klines(ports, parameters)),
    get("/ticker/24hr", (parameters) =>
      each(ports, parameters, (market) => dayTicker(market, ports.history, nowMs())),
    ),
    get("/ticker/price", (parameters) =>
      each(ports, parameters, ({ listed, lastTicks }) => ({
        symbol: listed.spec.symbol,
        price: listed.format.price(lastTicks),
      })),
    ),
    get("/ticker/bookTicker", (parameters) =>
      each(ports, parameters, (market) => ({ symbol: market.listed.spec.symbol, ...bestPrices(market) })),
    ),
  ];
}

/** One object for `symbol`, a list for `symbols` and for all markets. */
function each<Row>(ports: BinancePorts, parameters: Parameters, row: (market: MirroredMarket) => Row) {
  const rows = marketsOf(ports, parameters.symbols()).map(row);
  return parameters.text("symbol") === undefined ? rows : rows[0];
}

/** Start and end are those of the bars' openings, both of them included. */
async function klines(ports: BinancePorts, parameters: Parameters) {
  const { listed } = marketOf(ports, parameters);
  const interval = parameters.needed("interval");
  if (!isInterval(interval)) throw BINANCE.interval();
  const period = INTERVALS[interval];
  const size = parameters.limit(ROWS, MAX_ROWS);
  const sinceMs = parameters.integer("startTime");
  const untilMs = (parameters.integer("endTime") ?? Number.MAX_SAFE_INTEGER - 1) + 1;
  // With a start the first bars behind it are meant, without one the newest.
  const endMs = sinceMs === undefined ? untilMs : Math.min(untilMs, sinceMs + size * PERIOD_MS[period]);
  const bars = await ports.klines.query({ marketId: listed.marketId, price: "last", period, endMs, size });
  return (bars ?? [])
    .filter(({ openTimeMs }) => openTimeMs >= (sinceMs ?? 0))
    .map((bar) => klineRow(bar, period, listed));
}
