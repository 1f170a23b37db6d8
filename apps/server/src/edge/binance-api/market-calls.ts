import { wireDepth } from "../../market/market-data/market-depth.ts";
import type { PublicCall } from "./binance-call.ts";
import { BINANCE } from "./binance-error.ts";
import type { BinancePorts } from "./binance-ports.ts";
import { symbolInfo } from "./exchange-info.ts";
import { marketOf, requestedMarkets } from "./market-of.ts";
import { marketRows } from "./market-rows.ts";
import type { Parameters } from "./parameters.ts";
import { averagePrice, bestPrices, dayTicker, miniDayTicker } from "./ticker-view.ts";
import { tickerTypeOf, windowTickerCalls } from "./window-ticker-calls.ts";

const DEPTH_LEVELS = 100;
const MAX_DEPTH_LEVELS = 5_000;

export type MarketPorts = Pick<BinancePorts, "history" | "klines" | "mirror" | "nowMs"> & {
  readonly door: Pick<BinancePorts["door"], "api">;
};

/** Public calls that need only market data: time, markets, books, tickers. */
export function marketCalls(ports: MarketPorts): readonly PublicCall[] {
  const { nowMs } = ports;
  const get = (path: string, answer: PublicCall["answer"]): PublicCall => ({ method: "GET", path, answer });
  return [
    get("/ping", () => ({})),
    get("/time", () => ({ serverTime: nowMs() })),
    get("/exchangeInfo", (parameters) => ({
      timezone: "UTC",
      serverTime: nowMs(),
      rateLimits: ports.door.api.listed("spot"),
      exchangeFilters: [],
      symbols: listedMarkets(ports, parameters),
    })),
    get("/depth", (parameters) => {
      parameters.needed("symbol");
      const [market = marketOf(ports, parameters)] = requestedMarkets(ports, parameters);
      const { bids, asks, sequence } = wireDepth(market, parameters.limit(DEPTH_LEVELS, MAX_DEPTH_LEVELS));
      return { lastUpdateId: sequence, bids, asks };
    }),
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

const PERMISSION = /^[A-Z0-9_]{1,20}$/;

/** Returns the markets of `exchangeInfo`. All have the permission SPOT only. */
function listedMarkets(ports: MarketPorts, parameters: Parameters) {
  const wanted = permissionsOf(parameters);
  const showsSets = parameters.flag("showPermissionSets") ?? true;
  const markets = wanted === undefined || wanted.includes("SPOT") ? requestedMarkets(ports, parameters) : [];
  return markets.map((market) => ({
    ...symbolInfo(market),
    ...(showsSets ? {} : { permissionSets: [] }),
  }));
}

function permissionsOf(parameters: Parameters): readonly string[] | undefined {
  const text = parameters.text("permissions");
  if (text === undefined) return undefined;
  if (parameters.symbols() !== undefined) throw BINANCE.combination();
  const list = text.startsWith("[") ? text.slice(1, -1).replaceAll('"', "").split(",") : [text];
  if (!list.every((each) => PERMISSION.test(each))) throw BINANCE.malformed("permissions");
  return list;
}
