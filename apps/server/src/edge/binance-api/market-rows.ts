import type { MarketKind } from "../../market/market-data/listings.ts";
import type { MirroredMarket } from "../../market/market-data/market-data-mirror.ts";
import { type BarSpan, barsOf } from "../../market/prices/bar-span.ts";
import type { Bar } from "../../market/prices/kline-bar.ts";
import { BINANCE } from "./binance-error.ts";
import type { BinancePorts } from "./binance-ports.ts";
import { isInterval, spanOf } from "./kline-intervals.ts";
import { klineRow } from "./kline-view.ts";
import { requestedMarkets } from "./market-of.ts";
import type { Parameters } from "./parameters.ts";
import { timeZoneMsOf } from "./time-zone.ts";

const ROWS = 500;
const MAX_ROWS = 1_000;
/** Bars of a contract's chart. */
export const MAX_CONTRACT_ROWS = 1_500;
/** Maximum number of chart bars read for one answer. */
const MAX_PARTS = 3_000;
/** Later than any chart, but still a valid date. */
const LAST_MS = 8_000_000_000_000_000;

/** Returns one object for `symbol`, a list for `symbols` or for all markets. */
export function marketRows<Row>(
  ports: Pick<BinancePorts, "mirror">,
  parameters: Parameters,
  kind: MarketKind,
  row: (market: MirroredMarket) => Row,
) {
  const rows = requestedMarkets(ports, parameters, kind).map(row);
  return parameters.text("symbol") === undefined ? rows : rows[0];
}

/** Start and end refer to open times of bars, both inclusive. */
export async function klineRows(
  { klines }: Pick<BinancePorts, "klines">,
  { listed }: MirroredMarket,
  parameters: Parameters,
  price: "last" | "index" | "mark" = "last",
  maxRows = MAX_ROWS,
) {
  const interval = parameters.needed("interval");
  if (!isInterval(interval)) throw BINANCE.interval();
  const span = spanOf(interval, timeZoneMsOf(parameters));
  const size = Math.min(parameters.limit(ROWS, maxRows), Math.floor(MAX_PARTS / span.parts));
  const startTime = parameters.integer("startTime");
  const sinceMs = startTime === undefined ? undefined : openingFrom(span, Math.min(startTime, LAST_MS));
  const untilMs = span.after(span.openMs(Math.min(parameters.integer("endTime") ?? LAST_MS, LAST_MS)), 1);
  // With a start, return the first bars from there; otherwise the newest.
  const endMs = sinceMs === undefined ? untilMs : Math.min(untilMs, span.after(sinceMs, size));
  // A contract's index is its spot market's index.
  const marketId = price === "index" ? (listed.contract?.indexMarketId ?? listed.marketId) : listed.marketId;
  const before = async (time: number, count: number) =>
    (await klines.query({ marketId, price, period: span.period, endMs: time, size: count })) ?? [];
  const rowsOf = async (time: number, fromMs = 0) => {
    const bars = ofTime(barsOf(span, await before(time, size * span.parts)), fromMs);
    return bars.slice(-size).map((bar) => klineRow(bar, span, listed));
  };
  const inWindow = await rowsOf(endMs, sinceMs);
  if (inWindow.length > 0 || endMs === untilMs) return inWindow;
  // The chart starts later than requested.
  const firstMs = await firstOpenMs((time) => before(time, 1), endMs, untilMs);
  if (firstMs === undefined) return [];
  const fromMs = span.openMs(firstMs);
  return rowsOf(Math.min(untilMs, span.after(fromMs, size)), fromMs);
}

/** Returns the open time of the first bar at or after a moment. */
function openingFrom(span: BarSpan, timeMs: number): number {
  const openMs = span.openMs(timeMs);
  return openMs === timeMs ? openMs : span.after(openMs, 1);
}

const ofTime = (bars: readonly Bar[], sinceMs: number) =>
  bars.filter(({ openTimeMs }) => openTimeMs >= sinceMs);

/** Returns the open time of the first bar from `sinceMs` on, or undefined when there is none before `untilMs`. */
async function firstOpenMs(
  newestBefore: (timeMs: number) => Promise<readonly Bar[]>,
  sinceMs: number,
  untilMs: number,
): Promise<number | undefined> {
  const [newest] = await newestBefore(untilMs);
  if (newest === undefined || newest.openTimeMs < sinceMs) return undefined;
  // Bisects: no bar opens before `lowMs`; the bar at `highMs` exists.
  let lowMs = sinceMs;
  let highMs = newest.openTimeMs;
  while (lowMs < highMs) {
    const middleMs = Math.floor((lowMs + highMs) / 2);
    const [bar] = await newestBefore(middleMs + 1);
    if (bar === undefined) lowMs = middleMs + 1;
    else highMs = bar.openTimeMs;
  }
  return highMs;
}
