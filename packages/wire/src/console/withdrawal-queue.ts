/** What a risk rule said of a withdrawal when it was asked for. */
export interface WithdrawalCheck {
  readonly check: string;
  readonly passed: boolean;
  /** In words: what was found, and what the rule wants. */
  readonly detail: string;
}

/** What waits (`withdrawal-queue`). */
export interface WithdrawalQueue {
  /** The most urgent of them, oldest first. */
  readonly list: readonly QueuedWithdrawal[];
  /** How many wait in all, and how many of those for an operator. */
  readonly total: number;
  readonly byOperator: number;
}

/** A withdrawal that waits, with all that an operator decides by. Amounts as decimals. */
export interface QueuedWithdrawal {
  readonly withdrawal: string;
  readonly userId: number;
  readonly username: string | null;
  /** 0: none, 1: real name, 2: advanced. */
  readonly verification: number;
  readonly frozen: boolean;
  readonly amount: string;
  readonly fee: string;
  /** What reaches the address. */
  readonly net: string;
  readonly asset: string;
  readonly chain: string;
  readonly address: string;
  readonly reason: string;
  /** An operator has to decide; otherwise the clock will, at `untilMs`. */
  readonly byOperator: boolean;
  readonly untilMs: number | null;
  readonly requestedAtMs: number;
  readonly promisedByMs: number;
  readonly requestedToday: number;
  /** Empty: nobody knows any more. */
  readonly checks: readonly WithdrawalCheck[];
}
