import { parsePriceE8, parseVolumeE8 } from "./decimal-e8.ts";
import { type Bar, NO_OWN_TRADES } from "./kline-bar.ts";

/** A feed's bar, in decimal text. */
export interface FeedBar {
  readonly open: unknown;
  readonly high: unknown;
  readonly low: unknown;
  readonly close: unknown;
  readonly volume: unknown;
  readonly quoteVolume: unknown;
}

/** Reads a price source's bar: its volume is not this exchange's. Throws FeedFormatError. */
export function readFeedBar(openTimeMs: number, bar: FeedBar): Bar {
  return {
    openTimeMs,
    openE8: parsePriceE8(bar.open, "open"),
    highE8: parsePriceE8(bar.high, "high"),
    lowE8: parsePriceE8(bar.low, "low"),
    closeE8: parsePriceE8(bar.close, "close"),
    volumeE8: parseVolumeE8(bar.volume, "volume"),
    quoteVolumeE8: parseVolumeE8(bar.quoteVolume, "quote volume"),
    ...NO_OWN_TRADES,
  };
}
