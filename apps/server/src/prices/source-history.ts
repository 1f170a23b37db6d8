import { type Bar, joinBars } from "./kline-bar.ts";

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
