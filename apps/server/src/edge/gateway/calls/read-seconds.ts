import type { ListedMarket } from "../../../market/market-data/listings.ts";
import { SECOND_MS, type SecondBar, secondBars } from "../../../market/market-data/second-bars.ts";
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
 * trade; a bar without trades repeats the price before it.
 */
export async function readSeconds(
  readModels: Pick<ReadModels, "marketTrades">,
  listed: ListedMarket,
  { startMs, lastMs, lengthMs = SECOND_MS, limit }: AskedSeconds,
): Promise<readonly SecondBar[]> {
  const { marketId } = listed;
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
  const trades = await readModels.marketTrades({ marketId, sinceMs, untilMs }, MAX_TRADES);
  return secondBars(trades, { sinceMs, untilMs, lengthMs, lastTicks: before?.priceTicks ?? 0 }, listed);
}
