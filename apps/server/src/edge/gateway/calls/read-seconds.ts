import type { ListedMarket } from "../../../market/market-data/listings.ts";
import { SECOND_MS, type SecondBar, secondBars } from "../../../market/market-data/second-bars.ts";
import type { TapeTrade } from "../../../records/projections/queries/tape.ts";
import type { ReadModels } from "../read-models.ts";

/** Trades read for one answer. */
const MAX_TRADES = 50_000;

export interface AskedSeconds {
  /** The first bar; by default the newest `limit` ones. */
  readonly startMs?: number | undefined;
  /** A moment of the last bar. */
  readonly lastMs: number;
  /** Length of a bar. Default: one second. */
  readonly lengthMs?: number;
  readonly limit: number;
}

/**
 * Returns a chart of seconds, oldest first, made from the market's trades in the read models. It begins with the first
 * trade; a bar without trades repeats the price before it. In a very busy market it has fewer bars: the first ones from
 * `startMs`, or the newest.
 */
export async function readSeconds(
  readModels: Pick<ReadModels, "marketTrades">,
  listed: ListedMarket,
  { startMs, lastMs, lengthMs = SECOND_MS, limit }: AskedSeconds,
): Promise<readonly SecondBar[]> {
  const { marketId } = listed;
  const barOf = (trade: TapeTrade | undefined): number =>
    Math.floor((trade?.timeMs ?? 0) / lengthMs) * lengthMs;
  const endMs = Math.floor(lastMs / lengthMs) * lengthMs + lengthMs;
  const asked = startMs === undefined ? endMs - limit * lengthMs : Math.ceil(startMs / lengthMs) * lengthMs;
  const [first] = await readModels.marketTrades({ marketId, sinceMs: asked }, 1);
  const [before] = await readModels.marketTrades({ marketId, untilMs: asked }, 1);
  if (before === undefined && first === undefined) return [];
  const sinceMs =
    before === undefined && first !== undefined
      ? Math.max(asked, Math.floor(first.timeMs / lengthMs) * lengthMs)
      : asked;
  const untilMs = Math.min(endMs, sinceMs + limit * lengthMs);
  if (untilMs <= sinceMs) return [];
  const span = { sinceMs, untilMs, lengthMs, lastTicks: before?.priceTicks ?? 0 };
  const trades = await readModels.marketTrades({ marketId, sinceMs, untilMs }, MAX_TRADES);
  if (trades.length < MAX_TRADES) return secondBars(trades, span, listed);
  // Some trades were not read: bars that may lack some are left out.
  if (startMs !== undefined) return secondBars(trades, { ...span, untilMs: barOf(trades.at(-1)) }, listed);
  const newest = await readModels.marketTrades({ marketId, untilMs }, MAX_TRADES);
  const completeMs = barOf(newest[0]) + lengthMs;
  const later = newest.filter(({ timeMs }) => timeMs >= completeMs);
  const lastTicks = newest[newest.length - later.length - 1]?.priceTicks ?? 0;
  return secondBars(later, { ...span, sinceMs: completeMs, lastTicks }, listed);
}
