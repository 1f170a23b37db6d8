import {
  add,
  divide,
  type Fraction,
  floorToUnits,
  fraction,
  greater,
  isAbove,
  lesser,
  mean,
  median,
  multiply,
  negate,
  ONE,
  subtract,
  ZERO,
} from "./fraction.ts";
import type { SideSign } from "./margin-truth.ts";

/** Exact mark price and funding, as in product.md section 5. */

const clampTo = (value: Fraction, bound: Fraction): Fraction => greater(negate(bound), lesser(bound, value));

/** ±0.05%: the maximum pull of interest on the rate. */
const INTEREST_PULL = fraction(5n, 10_000n);

/** rate = mean premium + clamp(interest − premium, ±0.05%), then |rate| ≤ cap */
export const fundingRateOf = (premiums: readonly Fraction[], interest: Fraction, cap: Fraction): Fraction => {
  const premium = premiums.length === 0 ? ZERO : mean(premiums);
  return clampTo(add(premium, clampTo(subtract(interest, premium), INTEREST_PULL)), cap);
};

/** What a position receives (positive) or pays (negative): a long pays when the rate is positive. */
export const fundingPaymentOf = (
  side: SideSign,
  quantity: Fraction,
  mark: Fraction,
  rate: Fraction,
): Fraction => {
  const longPays = multiply(quantity, mark, rate);
  return side === 1 ? negate(longPays) : longPays;
};

/**
 * The payment in whole units of USDT, rounded so that the exchange is never short: payers up, receivers down. Both are
 * toward minus infinity, and the remaining units belong to the rounding account.
 */
export const fundingUnitsOf = (payment: Fraction, unitsPerUsdt: bigint): bigint =>
  floorToUnits(payment, unitsPerUsdt);

export const fundingRemainderUnits = (payments: readonly bigint[]): bigint =>
  -payments.reduce((sum, payment) => sum + payment, 0n);

export type MarkInputs = {
  readonly index: Fraction;
  readonly lastFundingRate: Fraction;
  readonly msToFunding: bigint;
  readonly fundingIntervalMs: bigint;
  /** Mean of (mid − index) over the last 30 s. */
  readonly meanBasis: Fraction;
  readonly last: Fraction;
};

/** index × (1 + last funding × time to funding ÷ interval), index + mean basis, last trade */
export const markTermsOf = (inputs: MarkInputs): readonly [Fraction, Fraction, Fraction] => [
  multiply(
    inputs.index,
    add(ONE, multiply(inputs.lastFundingRate, fraction(inputs.msToFunding, inputs.fundingIntervalMs))),
  ),
  add(inputs.index, inputs.meanBasis),
  inputs.last,
];

export const markPriceOf = (inputs: MarkInputs): Fraction => median(markTermsOf(inputs));

/** (mid − index) ÷ index */
export const premiumOf = (mid: Fraction, index: Fraction): Fraction => divide(subtract(mid, index), index);

/**
 * The next funding time after `nowMs`. Funding times are whole intervals since the epoch, so an eight-hour interval
 * means 00:00, 08:00 and 16:00 UTC. Exactly at a funding time, the next one is a whole interval away.
 */
export const nextFundingMs = (nowMs: bigint, intervalMs: bigint): bigint =>
  (nowMs / intervalMs + 1n) * intervalMs;

/** A premium whose funding is the given rate: the inverse of the formula where the cap does not bind. */
export const premiumForRate = (rate: Fraction, interest: Fraction): Fraction => {
  const distance = subtract(rate, interest);
  if (isAbove(distance, ZERO)) return add(rate, INTEREST_PULL);
  return distance.numerator === 0n ? interest : subtract(rate, INTEREST_PULL);
};
