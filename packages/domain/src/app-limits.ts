/**
 * Limits that the web app checks itself. They are separate because importing all of LIMITS would enlarge its first
 * load.
 */

/** A price source that has sent nothing for this long is stale. */
export const STALE_SOURCE_MS = 10_000;
export const TRAILING_MIN_PPM = 1_000;
export const TRAILING_MAX_PPM = 200_000;
