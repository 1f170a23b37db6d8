import type { PriceE8 } from "@candor/money/brand";

/** Price in 1e-8 of the quote coin, and quantity in 1e-8 of the coin. */
export type BookLevel = readonly [priceE8: PriceE8, volumeE8: bigint];

/** Levels of a recorded book, best first. No level is empty. */
export interface RecordedLevels {
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
}

/** A whole book, or new quantities of some of its levels; 0 removes one. */
export interface BookRow {
  readonly timeMs: number;
  readonly isSnapshot: boolean;
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
  /** The stream's numbers of the changes in this row: the last, and what must come before the first. */
  readonly sequence?: { readonly last: number; readonly before: number };
}
