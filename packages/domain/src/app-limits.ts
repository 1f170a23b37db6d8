/**
 * Limits that the web app checks itself. They are separate because importing all of LIMITS would enlarge its first
 * load.
 */

/** A price source that has sent nothing for this long is stale. */
export const STALE_SOURCE_MS = 10_000;
/** Maximum price of any market in ticks, so that ticks fit in an Int32. */
export const MAX_PRICE_TICKS = 2_000_000_000;
export const TRAILING_MIN_PPM = 1_000;
export const TRAILING_MAX_PPM = 200_000;
/** An iceberg shows itself in at most this many parts. */
export const MAX_ICEBERG_PARTS = 100;
