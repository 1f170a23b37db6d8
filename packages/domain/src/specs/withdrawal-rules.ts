/** When a withdrawal is looked at before it is approved. Amounts are in hundredths of a USDT. */
export interface WithdrawalRules {
  /** Up to less than this within the window, all together, none is held for a new address or device. */
  readonly watchedFromCents: number;
  /** An address that the user has paid for less than this is new. */
  readonly newAddressAgeMs: number;
  readonly newAddressHoldMs: number;
  /** A session that is younger than this, and not the account's first, is a new device. */
  readonly newDeviceAgeMs: number;
  readonly newDeviceHoldMs: number;
  /** More withdrawals, or more in all, within the window are looked at by a person. */
  readonly windowMs: number;
  readonly windowCount: number;
  readonly windowCents: number;
  /** More than this at once is approved by a person. */
  readonly approvalAboveCents: number;
}

/** In the order in which they are told; each with what it may be at most. A promise of eight hours bounds what holds. */
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

/** The known rules in their order, or undefined: one of them is missing or no integer within its bounds. */
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
