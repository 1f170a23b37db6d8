/** Result of a risk rule when the withdrawal was requested. */
export interface WithdrawalCheck {
  readonly check: string;
  readonly passed: boolean;
  /** The found value and the rule's bound, as text. */
  readonly detail: string;
}

/** Waiting withdrawals (`withdrawal-queue`). */
export interface WithdrawalQueue {
  /** The most urgent ones, oldest first. */
  readonly list: readonly QueuedWithdrawal[];
  /** Total number waiting, and the number waiting for an operator. */
  readonly total: number;
  readonly byOperator: number;
}

/** A waiting withdrawal, with the data an operator needs to decide. Amounts are decimals. */
export interface QueuedWithdrawal {
  readonly withdrawal: string;
  readonly userId: number;
  readonly username: string | null;
  /** 0: none, 1: real name, 2: advanced. */
  readonly verification: number;
  readonly frozen: boolean;
  readonly amount: string;
  readonly fee: string;
  /** Amount that reaches the address. */
  readonly net: string;
  readonly asset: string;
  readonly chain: string;
  readonly address: string;
  readonly reason: string;
  /** Whether an operator must decide; otherwise it is approved automatically at `untilMs`. */
  readonly byOperator: boolean;
  readonly untilMs: number | null;
  readonly requestedAtMs: number;
  readonly promisedByMs: number;
  readonly requestedToday: number;
  /** Empty when the results are no longer known. */
  readonly checks: readonly WithdrawalCheck[];
}
