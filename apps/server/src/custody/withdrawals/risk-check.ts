/** One rule and what it said: held a withdrawal, or let it pass. */
export interface RiskCheck {
  readonly check: "amount" | "count" | "sum" | "address" | "device";
  readonly passed: boolean;
  /** What was looked at: hundredths of a USDT, a count, or when something was first seen; null: unknown. */
  readonly found: number | null;
  /** The rule's bound, in the same unit; of `address` and `device` the age that is wanted, in milliseconds. */
  readonly bound: number;
}
