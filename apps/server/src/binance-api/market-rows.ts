import { PERIOD_MS } from "@candor/protocol/enumerations";
import type { MarketKind } from "../market-data/listings.ts";
import type { MirroredMarket } from "../market-data/market-data-mirror.ts";
import { MAX_RECENT_TRADES } from "../market-data/recent-trades.ts";
import type { Bar } from "../prices/kline-bar.ts";
import { BINANCE } from "./binance-error.ts";
import type { BinancePorts } from "./binance-ports.ts";
import { INTERVALS, isInterval, klineRow } from "./kline-view.ts";
import { marketsOf } from "./market-of.ts";
import type { Parameters } from "./parameters.ts";
import { aggregateTrades, publicTrade } from "./trade-view.ts";

const ROWS = 500;
const MAX_ROWS = 1_000;

/** One object for `symbol`, a list for `symbols` and for all markets. */
export function marketRows<Row>(
  ports: BinancePorts,
  parameters: Parameters,
  kind: MarketKind,
  row: (market: MirroredMarket) => Row,
) {
  const rows = marketsOf(ports, parameters.symbols(), kind).map(row);
  return parameters.text("symbol") === undefined ? rows : rows[0];
}

/** The newest trades, oldest first; with `fromId` those from there on that are still known. */
export function tradeRows({ listed, trades }: MirroredMarket, parameters: Parameters) {
  const limit = parameters.limit(ROWS, MAX_RECENT_TRADES);
  const fromId = parameters.integer("fromId");
  if (fromId === undefined)
    return trades
      .newest(limit)
      .toReversed()
      .map((trade) => publicTrade(trade, listed));
  const known = trades.newest(MAX_RECENT_TRADES).toReversed();
  return known
    .filter(({ tradeId }) => tradeId >= fromId)
    .slice(0, limit)
    .map((trade) => publicTrade(trade, listed));
}

export function aggregateRows({ listed, trades }: MirroredMarket, parameters: Parameters) {
  const limit = parameters.limit(ROWS, MAX_ROWS);
  const fromId = parameters.integer("fromId");
  const sinceMs = parameters.integer("startTime") ?? 0;
  const untilMs = parameters.integer("endTime") ?? Number.MAX_SAFE_INTEGER;
  const rows = aggregateTrades(trades.newest(MAX_RECENT_TRADES).reverse(), listed).filter(
    ({ a, T }) => a >= (fromId ?? 0) && T >= sinceMs && T <= untilMs,
  );
  return fromId === undefined && sinceMs === 0 ? rows.slice(-limit) : rows.slice(0, limit);
}

/** Start and end are those of the bars' openings, both of them included. */
export async function klineRows(
  { klines }: Pick<BinancePorts, "klines">,
  { listed }: MirroredMarket,
  parameters: Parameters,
  price: "last" | "index" | "mark" = "last",
) {
  const interval = parameters.needed("interval");
  if (!isInterval(interval)) throw BINANCE.interval();
  const period = INTERVALS[interval];
  const size = parameters.limit(ROWS, MAX_ROWS);
  const sinceMs = parameters.integer("startTime");
  const untilMs = (parameters.integer("endTime") ?? Number.MAX_SAFE_INTEGER - 1) + 1;
  // With a start the first bars behind it are meant, without one the newest.
  const endMs = sinceMs === undefined ? untilMs : Math.min(untilMs, sinceMs + size * PERIOD_MS[period]);
  // A contract's index is that of its spot market.
  const marketId = price === "index" ? (listed.contract?.indexMarketId ?? listed.marketId) : listed.marketId;
  const before = async (time: number, count: number) =>
    (await klines.query({ marketId, price, period, endMs: time, size: count })) ?? [];
  const inWindow = ofTime(await before(endMs, size), sinceMs);
  if (inWindow.length > 0 || endMs === untilMs) return inWindow.map((bar) => klineRow(bar, period, listed));
  // The chart begins later than was asked for.
  const firstMs = await firstOpenMs((time) => before(time, 1), endMs, untilMs);
  if (firstMs === undefined) return [];
  const bars = await before(Math.min(untilMs, firstMs + size * PERIOD_MS[period]), size);
  return ofTime(bars, firstMs).map((bar) => klineRow(bar, period, listed));
}

const ofTime = (bars: readonly Bar[], sinceMs = 0) => bars.filter(({ openTimeMs }) => openTimeMs >= sinceMs);

/** When the first bar opens of those from `sinceMs` on, of which none is older; undefined: there is none until `untilMs`. */
async function firstOpenMs(
  newestBefore: (timeMs: number) => Promise<readonly Bar[]>,
  sinceMs: number,
  untilMs: number,
): Promise<number | undefined> {
  const [newest] = await newestBefore(untilMs);
  if (newest === undefined || newest.openTimeMs < sinceMs) return undefined;
  // None opens before `lowMs`, and the one at `highMs` does: halved until they meet.
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
