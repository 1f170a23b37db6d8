import type { PriceE8 } from "@candor/money/brand";

/** Prices of a row in 1e-8 of the quote coin, and its volume in 1e-8 of the coin. All prices of a trade are the same. */
export interface RecordedPrices {
  readonly openE8: PriceE8;
  readonly highE8: PriceE8;
  readonly lowE8: PriceE8;
  readonly closeE8: PriceE8;
  readonly volumeE8: bigint;
}

export interface RecordedRow extends RecordedPrices {
  /** The time of a trade or quote, the start of a bar. */
  readonly timeMs: number;
}

/** Returns a row with one price. */
export const atOnePrice = (timeMs: number, priceE8: PriceE8, volumeE8: bigint): RecordedRow => ({
  timeMs,
  openE8: priceE8,
  highE8: priceE8,
  lowE8: priceE8,
  closeE8: priceE8,
  volumeE8,
});
