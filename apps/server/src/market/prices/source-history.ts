import { PERIOD_MS, type Period } from "@candor/domain/enumerations";
import { type Bar, joinBars } from "./kline-bar.ts";
import { foldBars, periodOpenMs } from "./kline-fold.ts";

/**
 * Joins a source's history with a market's own bars, both oldest first. The bar in which the market began is merged and
 * has the history's open; later history is dropped, because own data takes precedence.
 */
export function joinHistory(history: readonly Bar[], own: readonly Bar[]): Bar[] {
  const [first, ...rest] = own;
  if (first === undefined) return [...history];
  const earlier = history.filter((bar) => bar.openTimeMs < first.openTimeMs);
  const shared = history.find((bar) => bar.openTimeMs === first.openTimeMs);
  return [...earlier, shared === undefined ? first : joinBars(shared, first), ...rest];
}

/** Returns only the bar's prices: an index has no volume, and a source's volume is not ours. */
export function withoutVolume(bar: Bar): Bar {
  return { ...bar, volumeE8: 0n, quoteVolumeE8: 0n };
}

/**
 * Returns a source's history up to the start of a market's charts: from there on the volume is the market's own. The
 * unfinished minute then keeps its prices but not its volume. A coarser chart ends where the finer one does, in the bar
 * folded from the finer ones, so that both agree.
 * @param finer the next finer period's history, already cut; empty for minutes and if the source has none
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
