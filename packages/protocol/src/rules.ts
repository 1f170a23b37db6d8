/**
 * The rules that commands are executed by, in versions. A journal says with `adopt-rules` from which command on which
 * version counts, so that what was written under older rules is replayed by these, to the letter
 * (docs/adr/0020-rules-in-force.md). Before the first it is version 0.
 *
 * Whoever changes what commands bring about adds a version here, and asks for it where the change is.
 */
export const RULES = {
  /** Resting leveraged orders are canceled at the index at which their prices come to ruin their accounts. */
  ruinedOrders: 1,
  /** A fill-or-kill order that closes an isolated position counts each fill's own loss, not the mean of all. */
  lossOfEachFill: 1,
  /** A refused amount says whether it is above the largest, a refused transfer out of a margin account what keeps it there. */
  namedBounds: 2,
  /** What lets more money out is announced a day ahead, and what pays out too much of what is paid in is refused. */
  announcedRaises: 3,
} as const;

/** The newest version that this program knows. */
export const NEWEST_RULES = Math.max(...Object.values(RULES));
