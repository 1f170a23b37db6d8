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
  /**
   * The mark stays near the index: its terms are bounded, samples are impact prices, a last price needs volume, and the
   * insurance fund never pays for a price that the index did not make (docs/adr/0022-bounded-mark.md).
   */
  boundedMark: 3,
  /** Sources that disagree, or one that jumps alone, make an index disputed; outliers are cut; a status names its reason. */
  disputedIndex: 3,
  /** An option's strike waits until every fresh source has reported after the sale; without one in time it is void at once. */
  fairStrike: 3,
  /** An account opened for a newly registered user must not exist yet. */
  newAccountsOnce: 3,
  /** While a contract has no price, nothing leaves the money behind its positions that their whole value may need. */
  unknownPrices: 3,
  /** What falls due at an instant is decided by the state at that instant, before any command stamped later. */
  dueAtInstant: 3,
  /** Fees, caps, limits and observed prices are bounded so that no later sum can leave the exact integers. */
  boundedNumbers: 3,
  /** What lets more money out, or makes terms worse for people, is announced a day ahead, and what pays out too much of what is paid in is refused. */
  announcedRaises: 3,
  /** A plan's name and a correction's reason hide nothing: no line breaks, controls, direction marks or invisible characters. */
  visibleTexts: 3,
  /** All that is available in a wallet may be transferred, also below the smallest transfer. */
  transferAll: 3,
  /** A conversion may be worth less than an order has to be: small balances can be converted. */
  smallConversions: 3,
} as const;

/** The newest version that this program knows. */
export const NEWEST_RULES = Math.max(...Object.values(RULES));
