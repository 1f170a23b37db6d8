import { formatDecimal } from "@candor/money/decimal";
import { wireDepth } from "../../../market/market-data/market-depth.ts";
import type { PublicCall } from "../binance-call.ts";
import { BINANCE } from "../binance-error.ts";
import type { BinancePorts } from "../binance-ports.ts";
import { marketByName, marketOf, marketsOf, namedMarket } from "../market-of.ts";
import { klineRows, MAX_CONTRACT_ROWS } from "../market-rows.ts";
import type { Parameters } from "../parameters.ts";
import { aggregateRows, historicalRows } from "../trade-rows.ts";
import { contractAggregate, contractTrade } from "../trade-view.ts";
import { marginAssetOf } from "./contract-account.ts";
import { premiumRows } from "./premium-rows.ts";

const KIND = "contract";
const TRADES = 500;
const OLD_TRADES = 100;
const MAX_TRADES = 1_000;
const DEPTH_LEVELS = 1_000;

/** Public calls for contracts about the past, and about what stands behind them. */
export function contractRecordCalls(ports: BinancePorts): readonly PublicCall[] {
  const { nowMs } = ports;
  const get = (path: string, answer: PublicCall["answer"]): PublicCall => ({ method: "GET", path, answer });
  const contract = (parameters: Parameters) => marketOf(ports, parameters, KIND);
  const trades = async (parameters: Parameters, rows: number) => {
    const found = await historicalRows(ports, contract(parameters), parameters, rows, MAX_TRADES);
    return found.map(contractTrade);
  };
  return [
    get("/v1/trades", (parameters) => trades(parameters, TRADES)),
    get("/v1/historicalTrades", (parameters) => trades(parameters, OLD_TRADES)),
    get("/v1/aggTrades", async (parameters) => {
      const rows = await aggregateRows(ports, contract(parameters), parameters);
      return rows.map(contractAggregate);
    }),
    get("/v1/continuousKlines", (parameters) => {
      const market = marketByName(ports.mirror, parameters.needed("pair"), KIND);
      perpetualOnly(parameters);
      return klineRows(ports, market, parameters, "last", MAX_CONTRACT_ROWS);
    }),
    get("/v1/premiumIndexKlines", (parameters) => premiumRows(ports, contract(parameters), parameters)),
    // Like the book: there are no orders of retail price improvement.
    get("/v1/rpiDepth", (parameters) => {
      const market = contract(parameters);
      const { bids, asks, sequence } = wireDepth(market, parameters.limit(DEPTH_LEVELS, DEPTH_LEVELS));
      return { lastUpdateId: sequence, E: nowMs(), T: ports.mirror.timeMs, bids, asks };
    }),
    get("/v1/constituents", (parameters) => {
      const { indexE8, listed } = contract(parameters);
      const { symbol } = listed.spec;
      const price = listed.format.chartPrice(indexE8);
      return { symbol, time: nowMs(), constituents: [{ exchange: "candor", symbol, price, weight: "1" }] };
    }),
    get("/v1/insuranceBalance", (parameters) => insuranceBalances(ports, parameters)),
    get("/v1/symbolAdlRisk", (parameters) => adlRisks(ports, parameters)),
    get("/v1/indexInfo", (parameters) => none(parameters)),
    get("/v1/assetIndex", (parameters) => none(parameters)),
    get("/v1/tradingSchedule", () => ({ updateTime: nowMs(), marketSchedules: {} })),
  ];
}

/** Throws unless the request is for perpetual contracts, the only ones here. */
export function perpetualOnly(parameters: Parameters): void {
  if (parameters.needed("contractType") !== "PERPETUAL") throw BINANCE.range("contractType");
}

/** A list of what does not exist here. */
function none(parameters: Parameters): readonly never[] {
  if (parameters.text("symbol") !== undefined) throw BINANCE.symbol();
  return [];
}

/** Returns the margin asset, and the units of it in the insurance fund, which all contracts share. */
async function insuranceFund({ engine, listings }: BinancePorts) {
  const asset = marginAssetOf(listings);
  const { pools } = await engine.solvencyView();
  const fund = pools.find(({ pool, assetId }) => pool === "insurance" && assetId === asset.assetId);
  return { asset, units: fund?.balanceUnits ?? 0 };
}

async function insuranceBalances(ports: BinancePorts, parameters: Parameters) {
  const named = namedMarket(ports, parameters, KIND);
  const { asset, units } = await insuranceFund(ports);
  const { symbol, scale } = asset.spec;
  const marginBalance = formatDecimal(units, scale);
  const balance = {
    symbols: marketsOf(ports, undefined, KIND).map(({ listed }) => listed.spec.symbol),
    assets: [{ asset: symbol, marginBalance, updateTime: ports.mirror.timeMs }],
  };
  return named === undefined ? [balance] : balance;
}

/** Positions are deleveraged only after the insurance fund is empty. */
async function adlRisks(ports: BinancePorts, parameters: Parameters) {
  const named = namedMarket(ports, parameters, KIND);
  const { units } = await insuranceFund(ports);
  const markets = named === undefined ? marketsOf(ports, undefined, KIND) : [named];
  const rows = markets.map(({ listed }) => ({
    symbol: listed.spec.symbol,
    adlRisk: units > 0 ? "low" : "high",
    updateTime: ports.mirror.timeMs,
  }));
  return named === undefined ? rows : rows[0];
}
