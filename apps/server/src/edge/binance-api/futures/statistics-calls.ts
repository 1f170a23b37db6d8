import { formatDecimal } from "@candor/money/decimal";
import type { PublicCall } from "../binance-call.ts";
import { BINANCE } from "../binance-error.ts";
import type { BinancePorts } from "../binance-ports.ts";
import { marketByName, marketOf } from "../market-of.ts";
import { klineRows } from "../market-rows.ts";
import { Parameters } from "../parameters.ts";
import { perpetualOnly } from "./contract-record-calls.ts";
import {
  accountRow,
  openInterestRow,
  PERIODS,
  type SampleRow,
  STATISTICS_MS,
  type StatisticsSpan,
  sampleRows,
  topAccountRow,
  topPositionRow,
} from "./sampled-statistics.ts";
import { takerVolumeRows } from "./taker-volumes.ts";

const ROWS = 30;
const MAX_ROWS = 500;
const RATE_DECIMALS = 4;

/** Binance's statistics of contracts below `/futures/data`. */
export function statisticsCalls(ports: BinancePorts): readonly PublicCall[] {
  const get = (path: string, answer: PublicCall["answer"]): PublicCall => ({ method: "GET", path, answer });
  const sampled = (path: string, row: SampleRow): PublicCall =>
    get(path, (parameters) => {
      const market = marketOf(ports, parameters, "contract");
      const span = readSpan(ports, parameters);
      return sampleRows(ports, market, span, row);
    });
  return [
    sampled("/openInterestHist", openInterestRow),
    sampled("/topLongShortPositionRatio", topPositionRow),
    sampled("/topLongShortAccountRatio", topAccountRow),
    sampled("/globalLongShortAccountRatio", accountRow),
    get("/takerlongshortRatio", (parameters) => {
      const market = marketOf(ports, parameters, "contract");
      return takerVolumeRows(ports, market, Parameters.of(readSpan(ports, parameters)), MAX_ROWS);
    }),
    get("/basis", (parameters) => basis(ports, parameters)),
    // Perpetual contracts are not delivered.
    get("/delivery-price", (parameters) => {
      marketByName(ports.mirror, parameters.needed("pair"), "contract");
      return [];
    }),
  ];
}

/**
 * Returns the span of a chart with the period as its interval. Throws -1100, -1102, -1120, and -1130 also for a start of more than
 * 30 days ago.
 */
function readSpan({ nowMs }: BinancePorts, parameters: Parameters): StatisticsSpan {
  parameters.needed("period");
  const interval = parameters.oneOf("period", PERIODS, BINANCE.interval);
  const limit = String(parameters.limit(ROWS, MAX_ROWS));
  const startMs = parameters.integer("startTime");
  parameters.integer("endTime");
  if (startMs !== undefined && startMs < nowMs() - STATISTICS_MS) throw BINANCE.invalid("startTime");
  return { interval, limit, startTime: parameters.text("startTime"), endTime: parameters.text("endTime") };
}

/** Returns the distance of a contract's price from its index at the end of each period. */
async function basis(ports: BinancePorts, parameters: Parameters) {
  const market = marketByName(ports.mirror, parameters.needed("pair"), "contract");
  perpetualOnly(parameters);
  const span = readSpan(ports, parameters);
  const chart = (price: "index" | "last") => klineRows(ports, market, Parameters.of(span), price, MAX_ROWS);
  const [prices, indexes] = await Promise.all([chart("last"), chart("index")]);
  const closeOf = ([openTime, , , , close]: (typeof prices)[number]) => [openTime, String(close)] as const;
  const byTime = new Map(indexes.map(closeOf));
  const decimals = market.listed.scale.priceDecimals;
  const steps = 10 ** decimals;
  return prices.map(closeOf).flatMap(([timestamp, futuresPrice]) => {
    const indexPrice = byTime.get(timestamp);
    if (indexPrice === undefined || Number(indexPrice) === 0) return [];
    const difference = Math.round(Number(futuresPrice) * steps) - Math.round(Number(indexPrice) * steps);
    const rate = difference / steps / Number(indexPrice);
    return [
      {
        indexPrice,
        contractType: "PERPETUAL",
        basisRate: rate.toFixed(RATE_DECIMALS),
        futuresPrice,
        annualizedBasisRate: "",
        basis: formatDecimal(difference, decimals),
        pair: market.listed.spec.symbol,
        timestamp,
      },
    ];
  });
}
