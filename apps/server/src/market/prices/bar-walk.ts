import type { PriceE8 } from "@candor/money/brand";

/** Prices of a recorded bar, in 1e-8 of the quote coin. */
export interface WalkedBar {
  readonly openE8: PriceE8;
  readonly highE8: PriceE8;
  readonly lowE8: PriceE8;
  readonly closeE8: PriceE8;
}

/**
 * Returns the price at one of `steps` (≥ 4) steps through a bar: from the open to one extreme, to the other, to the close,
 * in straight lines; the low comes first in a rising bar.
 */
export function walkBar({ openE8, highE8, lowE8, closeE8 }: WalkedBar, step: number, steps: number): PriceE8 {
  const rises = closeE8 >= openE8;
  const points = rises ? [openE8, lowE8, highE8, closeE8] : [openE8, highE8, lowE8, closeE8];
  const last = steps - 1;
  if (step === last) return closeE8;
  const places = [0, Math.round(last / 3), Math.round((2 * last) / 3), last];
  const leg = step >= (places[2] as number) ? 2 : step >= (places[1] as number) ? 1 : 0;
  const [start, end] = [places[leg] as number, places[leg + 1] as number];
  const [from, to] = [points[leg] as number, points[leg + 1] as number];
  return (from + Math.round(((to - from) * (step - start)) / (end - start))) as PriceE8;
}
