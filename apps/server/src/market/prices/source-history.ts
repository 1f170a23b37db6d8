import { PERIOD_MS, type Period } from "@candor/domain/enumerations";
import { type Bar, joinBars } from "./kline-bar.ts";
import { foldBars, periodOpenMs } from "./kline-fold.ts";

/**
 * A source's history followed by a market's own bars, both oldest first. The bar in which the market began is one,
 * opened by the history; history after it is left out: what happened here stands.
 */
export function joinHistory(history: readonly Bar[], own: readonly Bar[]): Bar[] {
  const [first, ...rest] = own;
  if (first === undefined) return [...history];
  const earlier = history.filter((bar) => bar.openTimeMs < first.openTimeMs);
  const shared = history.find((bar) => bar.openTimeMs === first.openTimeMs);
  return [...earlier, shared === undefined ? first : joinBars(shared, first), ...rest];
}

/** The bar's prices alone: an index has no volume, and a source's volume is not ours. */
export function withoutVolume(bar: Bar): Bar {
  return { ...bar, volumeE8: 0n, quoteVolumeE8: 0n };
}

/**
 * A source's history up to the moment at which a market's charts begin: from there on the volume is the market's own.
 * The minute that is unfinished then keeps its prices and loses its volume; a coarser chart ends where the finer one
 * does, in the bar that the finer ones make, so that both tell the same.
 * @param finer the next finer period's history, cut already; empty for minutes and where the source has none
 */
export function historyUntilStart(
  period: Period,
  history: readonly Bar[],
  finer: readonly Bar[],
  nowMs: number,
): Bar[] {
  const last = finer.at(-1);
  if (last === undefined)
    return history.map((bar) => (bar.openTimeMs + PERIOD_MS[period] > nowMs ? withoutVolume(bar) : bar));
  const fromMs = periodOpenMs(period, last.openTimeMs);
  return [
    ...history.filter((bar) => bar.openTimeMs < fromMs),
    ...foldBars(period, finer).filter((bar) => bar.openTimeMs >= fromMs),
  ];
}
