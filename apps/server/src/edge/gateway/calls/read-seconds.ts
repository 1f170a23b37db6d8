import type { ListedMarket } from "../../../market/market-data/listings.ts";
import { SECOND_MS, type SecondBar, secondBars } from "../../../market/market-data/second-bars.ts";
import type { ReadModels } from "../read-models.ts";

/** Trades read for one answer. */
const MAX_TRADES = 50_000;

export interface AskedSeconds {
  /** The first second; by default the newest `limit` ones. */
  readonly startMs?: number | undefined;
  /** A moment of the last second. */
  readonly lastMs: number;
  readonly limit: number;
}

/**
 * Returns a chart of seconds, oldest first, made from the market's trades in the read models. It begins with the first
 * trade; a second without trades repeats the price before it.
 */
export async function readSeconds(
  readModels: Pick<ReadModels, "marketTrades">,
  listed: ListedMarket,
  { startMs, lastMs, limit }: AskedSeconds,
): Promise<readonly SecondBar[]> {
  const { marketId } = listed;
  const endMs = Math.floor(lastMs / SECOND_MS) * SECOND_MS + SECOND_MS;
  const asked =
    startMs === undefined ? endMs - limit * SECOND_MS : Math.ceil(startMs / SECOND_MS) * SECOND_MS;
  const [first] = await readModels.marketTrades({ marketId, sinceMs: asked }, 1);
  const [before] = await readModels.marketTrades({ marketId, untilMs: asked }, 1);
  if (before === undefined && first === undefined) return [];
  const sinceMs =
    before === undefined && first !== undefined
      ? Math.max(asked, Math.floor(first.timeMs / SECOND_MS) * SECOND_MS)
      : asked;
  const untilMs = Math.min(endMs, sinceMs + limit * SECOND_MS);
  if (untilMs <= sinceMs) return [];
  const trades = await readModels.marketTrades({ marketId, sinceMs, untilMs }, MAX_TRADES);
  return secondBars(trades, { sinceMs, untilMs, lastTicks: before?.priceTicks ?? 0 }, listed);
}
