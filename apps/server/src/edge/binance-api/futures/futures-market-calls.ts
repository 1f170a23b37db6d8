import type { MirroredMarket } from "../../../market/market-data/market-data-mirror.ts";
import { wireDepth } from "../../../market/market-data/market-depth.ts";
import { toWireFundingRound } from "../../../market/wire-objects/funding.ts";
import type { PublicCall } from "../binance-call.ts";
import type { BinancePorts } from "../binance-ports.ts";
import { marketByName, marketOf, marketsOf, namedMarket } from "../market-of.ts";
import { klineRows, MAX_CONTRACT_ROWS, marketRows } from "../market-rows.ts";
import { catchUp, timesOf } from "../own-orders.ts";
import type { Parameters } from "../parameters.ts";
import { bookTicker, contractDayTicker, lastPrice, openInterest } from "./contract-ticker-view.ts";
import { fundingInfo, premiumIndex } from "./funding-view.ts";
import { FUTURES } from "./futures-error.ts";
import { contractInfo } from "./futures-exchange-info.ts";
import { pastFundings } from "./past-fundings.ts";

const KIND = "contract";
const DEPTH_LEVELS = 500;
const DEPTH_LIMITS: ReadonlySet<number> = new Set([5, 10, 20, 50, 100, 500, 1_000]);
const FUNDINGS = 100;
const MAX_FUNDINGS = 1_000;
const RATE_TYPE = "Regular";

/** Public calls for contracts: time, terms, books, trades, charts, marks and funding. */
export function futuresMarketCalls(ports: BinancePorts): readonly PublicCall[] {
  const { nowMs } = ports;
  const get = (path: string, answer: PublicCall["answer"]): PublicCall => ({ method: "GET", path, answer });
  const contract = (parameters: Parameters) => marketOf(ports, parameters, KIND);
  const rows =
    (row: (market: MirroredMarket, nowMs: number) => object): PublicCall["answer"] =>
    (parameters) =>
      marketRows(ports, parameters, KIND, (market) => row(market, nowMs()));
  return [
    get("/v1/ping", () => ({})),
    get("/v1/time", () => ({ serverTime: nowMs() })),
    get("/v1/exchangeInfo", () => exchangeInfo(ports)),
    get("/v1/depth", (parameters) => {
      const market = contract(parameters);
      const limit = parameters.integer("limit") ?? DEPTH_LEVELS;
      if (!DEPTH_LIMITS.has(limit)) throw FUTURES.depthLimit(String(limit));
      const { bids, asks, sequence } = wireDepth(market, limit);
      return { lastUpdateId: sequence, E: nowMs(), T: ports.mirror.timeMs, bids, asks };
    }),
    get("/v1/klines", (parameters) =>
      klineRows(ports, contract(parameters), parameters, "last", MAX_CONTRACT_ROWS),
    ),
    get("/v1/markPriceKlines", (parameters) =>
      klineRows(ports, contract(parameters), parameters, "mark", MAX_CONTRACT_ROWS),
    ),
    get("/v1/indexPriceKlines", (parameters) =>
      klineRows(
        ports,
        marketByName(ports.mirror, parameters.needed("pair"), KIND),
        parameters,
        "index",
        MAX_CONTRACT_ROWS,
      ),
    ),
    get("/v1/premiumIndex", rows(premiumIndex)),
    get("/v1/fundingRate", (parameters) => fundingRates(ports, parameters)),
    get("/v1/fundingInfo", () => marketsOf(ports, undefined, KIND).map(fundingInfo)),
    get(
      "/v1/ticker/24hr",
      rows((market, now) => contractDayTicker(market, ports.history, now)),
    ),
    get("/v1/ticker/price", rows(lastPrice)),
    get("/v2/ticker/price", rows(lastPrice)),
    get("/v1/ticker/bookTicker", rows(bookTicker)),
    get("/v1/openInterest", (parameters) => openInterest(contract(parameters), nowMs())),
  ];
}

function exchangeInfo(ports: BinancePorts) {
  const contracts = marketsOf(ports, undefined, KIND);
  const marginAssets = [...new Set(contracts.map(({ listed }) => listed.spec.quote))];
  return {
    timezone: "UTC",
    serverTime: ports.nowMs(),
    futuresType: "U_MARGINED",
    rateLimits: ports.door.api.listed("futures"),
    exchangeFilters: [],
    assets: marginAssets.map((asset) => ({ asset, marginAvailable: true, autoAssetExchange: "0" })),
    symbols: contracts.map(contractInfo),
  };
}

/** Returns fundings of one contract or of all, oldest first. Those before the founding are of the simulated past. */
async function fundingRates(ports: BinancePorts, parameters: Parameters) {
  const market = namedMarket(ports, parameters, KIND);
  const contracts = market === undefined ? ports.listings.contracts : [market.listed];
  const limit = parameters.limit(FUNDINGS, MAX_FUNDINGS);
  const times = timesOf(parameters);
  await catchUp(ports);
  const marketIds = contracts.map(({ marketId }) => marketId);
  const rounds = await ports.readModels.fundingRoundsOf({ ...times, marketIds }, limit);
  const rows = rounds.map((round) => {
    const { symbol, fundingRate, timeMs, markPrice } = toWireFundingRound(
      round,
      ports.listings.market(round.marketId),
    );
    return { symbol, fundingRate, fundingTime: timeMs, markPrice, rateType: RATE_TYPE };
  });
  const past = pastFundings(ports, contracts, times, limit).map((row) => ({ ...row, rateType: RATE_TYPE }));
  const all = [...past, ...rows];
  return times.sinceMs === undefined ? all.slice(-limit) : all.slice(0, limit);
}
