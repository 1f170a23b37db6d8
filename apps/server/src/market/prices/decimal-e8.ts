import type { PriceE8 } from "@candor/money/brand";
import { parseDecimal } from "@candor/money/decimal";

const PATTERN = /^([0-9]{1,24})(?:\.([0-9]{1,24}))?$/;
const E8 = 100_000_000n;
const SCALE = 8;

/** A string in a price feed is not the expected number. */
export class FeedFormatError extends Error {
  constructor(what: string, text: unknown) {
    super(`${what} is not a decimal number: ${JSON.stringify(text)}`);
    this.name = "FeedFormatError";
  }
}

/**
 * Reads a positive price in 1e-8, exactly. Throws FeedFormatError if it is not a decimal, too precise, zero or too
 * large.
 */
export function parsePriceE8(text: unknown, what: string): PriceE8 {
  const value = typeof text === "string" ? parseDecimal(text, SCALE) : "format";
  if (typeof value === "string" || value === 0) throw new FeedFormatError(what, text);
  return value as PriceE8;
}

/** Reads a volume ≥ 0 in 1e-8; further decimals, which no asset here has, are truncated. Throws FeedFormatError. */
export function parseVolumeE8(text: unknown, what: string): bigint {
  const match = typeof text === "string" ? PATTERN.exec(text) : null;
  if (match === null) throw new FeedFormatError(what, text);
  const fraction = (match[2] ?? "").slice(0, SCALE).padEnd(SCALE, "0");
  return BigInt(match[1] ?? "0") * E8 + BigInt(fraction);
}

/**
 * Returns the quote volume of `volumeE8` at one price, both in 1e-8, truncated. An estimate for feeds without quote
 * volume.
 */
export function quoteVolumeAt(volumeE8: bigint, priceE8: number): bigint {
  return (volumeE8 * BigInt(priceE8)) / E8;
}
