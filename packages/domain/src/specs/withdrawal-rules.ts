/** When a withdrawal is reviewed before approval. Amounts are in hundredths of a USDT. */
export interface WithdrawalRules {
  /** While the total within the window is below this, nothing is held for a new address or device. */
  readonly watchedFromCents: number;
  /** An address the user first paid more recently than this is new. */
  readonly newAddressAgeMs: number;
  readonly newAddressHoldMs: number;
  /** A session younger than this, and not the account's first, is a new device. */
  readonly newDeviceAgeMs: number;
  readonly newDeviceHoldMs: number;
  /** More withdrawals, or a larger total, within the window are reviewed by a person. */
  readonly windowMs: number;
  readonly windowCount: number;
  readonly windowCents: number;
  /** A larger single withdrawal is approved by a person. */
  readonly approvalAboveCents: number;
}

/** In display order, each with its maximum. Holds are limited by the promise of eight hours. */
const DAY_MS = 86_400_000;
const PROMISE_MS = 8 * 3_600_000;
const MAX_CENTS = 100_000_000_000;
const MOST: Readonly<Record<keyof WithdrawalRules, number>> = {
  watchedFromCents: MAX_CENTS,
  newAddressAgeMs: 30 * DAY_MS,
  newAddressHoldMs: PROMISE_MS,
  newDeviceAgeMs: 30 * DAY_MS,
  newDeviceHoldMs: PROMISE_MS,
  windowMs: DAY_MS,
  windowCount: 10_000,
  windowCents: MAX_CENTS,
  approvalAboveCents: MAX_CENTS,
};
export const WITHDRAWAL_RULE_NAMES = Object.keys(MOST) as readonly (keyof WithdrawalRules)[];

/** Returns the known rules in order; undefined when one is missing or not an integer within its bounds. */
export function readWithdrawalRules(given: unknown): WithdrawalRules | undefined {
  if (typeof given !== "object" || given === null) return undefined;
  const found = given as Readonly<Record<string, unknown>>;
  const rules: Record<string, number> = {};
  for (const name of WITHDRAWAL_RULE_NAMES) {
    const value = found[name];
    if (!(Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MOST[name]))
      return undefined;
    rules[name] = value as number;
  }
  return rules as unknown as WithdrawalRules;
}
