import {
  add,
  ceilToUnits,
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

/** Mark price and funding as product.md section 5 tells them, exactly. */

const clampTo = (value: Fraction, bound: Fraction): Fraction => greater(negate(bound), lesser(bound, value));

/** ±0.05 %: how far interest may pull the rate away from the premium. */
const INTEREST_PULL = fraction(5n, 10_000n);

/** rate = mean premium + clamp(interest − premium, ±0.05 %), then |rate| ≤ cap */
export const fundingRateOf = (premiums: readonly Fraction[], interest: Fraction, cap: Fraction): Fraction => {
  const premium = premiums.length === 0 ? ZERO : mean(premiums);
  return clampTo(add(premium, clampTo(subtract(interest, premium), INTEREST_PULL)), cap);
};

/** What a position receives (above zero) or pays (below zero): a long pays when the rate is above zero. */
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
 * The payment in whole units of USDT, rounded so that the exchange is never short: payers up, receivers down. That is
 * toward minus infinity for both, and the units left over belong to the rounding account.
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
 * The next moment of funding after `nowMs`: moments are whole intervals since the epoch, so that eight hours mean
 * 00:00, 08:00 and 16:00 UTC. Exactly at a moment, the next one is a whole interval away.
 */
export const nextFundingMs = (nowMs: bigint, intervalMs: bigint): bigint =>
  (nowMs / intervalMs + 1n) * intervalMs;

/** A premium that has the given rate as its funding, inverse of the formula where the cap does not bind. */
export const premiumForRate = (rate: Fraction, interest: Fraction): Fraction => {
  const distance = subtract(rate, interest);
  if (isAbove(distance, ZERO)) return add(rate, INTEREST_PULL);
  return distance.numerator === 0n ? interest : subtract(rate, INTEREST_PULL);
};

/** Both neighbours of an exact price on a grid of `ticksPerUsdt`. */
export const priceBracket = (
  price: Fraction,
  ticksPerUsdt: bigint,
): { readonly below: bigint; readonly above: bigint } => ({
  below: floorToUnits(price, ticksPerUsdt),
  above: ceilToUnits(price, ticksPerUsdt),
});
