import { formatDecimal } from "@candor/money/decimal";
import type { PublicCall } from "../binance-call.ts";
import { BINANCE } from "../binance-error.ts";
import type { BinancePorts } from "../binance-ports.ts";
import { marketByName, marketOf } from "../market-of.ts";
import { klineRows } from "../market-rows.ts";
import { Parameters } from "../parameters.ts";
import { perpetualOnly } from "./contract-record-calls.ts";
import { takerVolumeRows } from "./taker-volumes.ts";

const PERIODS = ["5m", "15m", "30m", "1h", "2h", "4h", "6h", "12h", "1d"] as const;
const ROWS = 30;
const MAX_ROWS = 500;
const RATE_DECIMALS = 4;

/** Binance's statistics of contracts below `/futures/data`. What is not recorded here is an empty list. */
export function statisticsCalls(ports: BinancePorts): readonly PublicCall[] {
  const get = (path: string, answer: PublicCall["answer"]): PublicCall => ({ method: "GET", path, answer });
  const unrecorded: PublicCall["answer"] = (parameters) => {
    marketOf(ports, parameters, "contract");
    readSpan(parameters);
    return [];
  };
  return [
    get("/openInterestHist", unrecorded),
    get("/topLongShortPositionRatio", unrecorded),
    get("/topLongShortAccountRatio", unrecorded),
    get("/globalLongShortAccountRatio", unrecorded),
    get("/takerlongshortRatio", (parameters) => {
      const market = marketOf(ports, parameters, "contract");
      return takerVolumeRows(ports, market, Parameters.of(readSpan(parameters)), MAX_ROWS);
    }),
    get("/basis", (parameters) => basis(ports, parameters)),
    // Perpetual contracts are not delivered.
    get("/delivery-price", (parameters) => {
      marketByName(ports.mirror, parameters.needed("pair"), "contract");
      return [];
    }),
  ];
}

/** Returns the span of a chart with the period as its interval. Throws -1100, -1102, -1120 and -1130. */
function readSpan(parameters: Parameters) {
  parameters.needed("period");
  const interval = parameters.oneOf("period", PERIODS, BINANCE.interval);
  const limit = String(parameters.limit(ROWS, MAX_ROWS));
  for (const name of ["startTime", "endTime"]) parameters.integer(name);
  return { interval, limit, startTime: parameters.text("startTime"), endTime: parameters.text("endTime") };
}

/** Returns the distance of a contract's price from its index at the end of each period. */
async function basis(ports: BinancePorts, parameters: Parameters) {
  const market = marketByName(ports.mirror, parameters.needed("pair"), "contract");
  perpetualOnly(parameters);
  const span = readSpan(parameters);
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
