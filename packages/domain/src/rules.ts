/**
 * Versions of the rules for executing commands. The journal's `adopt-rules` commands define from where each version
 * applies, so that older commands are replayed exactly under their own rules (docs/adr/0020-rules-in-force.md). Version
 * 0 applies before the first.
 *
 * To change a command's effects, add a version here and check it at the changed code.
 */
export const RULES = {
  /** Cancels resting margin orders at the index at which executing them would ruin their accounts. */
  ruinedOrders: 1,
  /** A fill-or-kill order that closes an isolated position counts each fill's own loss, not the mean of all. */
  lossOfEachFill: 1,
  /** A rejected amount says whether it exceeds the maximum; a rejected transfer from a margin account says why. */
  namedBounds: 2,
  /**
   * The mark stays near the index: its terms are bounded, samples are impact prices, a last price needs volume, and the
   * insurance fund never pays for a price not based on the index (docs/adr/0022-bounded-mark.md).
   */
  boundedMark: 3,
  /**
   * Sources that disagree, or a single one that jumps, make an index disputed; outliers are cut; a status has a reason.
   */
  disputedIndex: 3,
  /**
   * An option's strike waits until every fresh source has reported after the sale; without one in time the option is
   * void at once.
   */
  fairStrike: 3,
  /** Opening an account for a newly registered user fails if the account exists. */
  newAccountsOnce: 3,
  /** While a contract has no price, money that may be needed to back its positions' whole value cannot leave. */
  unknownPrices: 3,
  /** Events due at an instant are decided by the state at that instant, before any command with a later timestamp. */
  dueAtInstant: 3,
  /** Fees, caps, limits and observed prices are bounded so that no later sum exceeds the exact integers. */
  boundedNumbers: 3,
  /**
   * Changes that let more money out, or worsen users' terms, are announced a day ahead; those that pay out too much of
   * what is paid in are rejected.
   */
  announcedRaises: 3,
  /**
   * A plan's name and a correction's reason cannot hide anything: no line breaks, control characters, direction marks
   * or invisible characters.
   */
  visibleTexts: 3,
  /** A wallet's whole available balance can be transferred, even below the minimum transfer. */
  transferAll: 3,
  /** A conversion can be below the minimum order value, so that small balances can be converted. */
  smallConversions: 3,
  /**
   * A resting order that the insurance fund cancels, because its owner cannot pay for it, frees its margin in the same
   * command, even if the fund trades with nobody.
   */
  freedMargins: 4,
  /**
   * A liquidation that waits for a price is over when its account is safe again. The next one starts over, by canceling
   * the orders.
   */
  endedWhileParked: 4,
  /** An order that meets one of its own user says so in an event of its own. */
  preventedMatches: 5,
  /** Orders of a list may trail. */
  trailingLegs: 6,
  /** Orders of a list and trailing orders can be moved: they keep their number and their list. */
  movedInPlace: 6,
  /** Every market numbers its trades and its aggregate trades without gaps. */
  marketTradeIds: 7,
  /** The limit order of two that wait for a third may be post-only, which says what it is: it must rest. */
  postOnlyLegs: 8,
} as const;

/** The newest version this program supports. */
export const NEWEST_RULES = Math.max(...Object.values(RULES));
