/** The limits that the web app checks by itself. They are separate constants because LIMITS as a whole would weigh on its first load. */

/** A price source that has not spoken for this long is stale. */
export const STALE_SOURCE_MS = 10_000;
export const TRAILING_MIN_PPM = 1_000;
export const TRAILING_MAX_PPM = 200_000;
