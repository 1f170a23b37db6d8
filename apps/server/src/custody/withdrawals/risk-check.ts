/** One rule and its result: whether it held a withdrawal. */
export interface RiskCheck {
  readonly check: "amount" | "count" | "sum" | "address" | "device";
  readonly passed: boolean;
  /** The checked value: hundredths of a USDT, a count, or when something was first seen; null if unknown. */
  readonly found: number | null;
  /** The rule's limit in the same unit; for `address` and `device` the required age in milliseconds. */
  readonly bound: number;
}
