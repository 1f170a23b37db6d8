import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import {
  fundingAmountOf,
  fundingRatePpm,
  meanPremiumPpm,
  nextFundingAtMs,
  premiumPpm,
} from "@candor/formulas/perpetual/funding";
import { basisTermE8, fundingTermE8, markTicksOf, medianE8 } from "@candor/formulas/perpetual/mark-price";
import { mulberry32, type RandomSource } from "@candor/simulator/order-flow-random";
import {
  add,
  compare,
  decimal,
  type Fraction,
  fraction,
  magnitude,
  mean,
  multiply,
  subtract,
} from "@candor/simulator/perpetual-oracle/fraction";
import * as truth from "@candor/simulator/perpetual-oracle/funding-truth";
import { expect, test } from "vitest";
import { recording } from "../../support/feeds/recordings.ts";
import { quantityOf, randomGrid, rate, UNITS_PER_USDT } from "./perpetual-cases.ts";

/** `PERPETUAL_SEED=123 npx vitest run test/property/perpetual/perpetual-funding.test.ts` repeats a run. */
const seed = Number(process.env["PERPETUAL_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const CASES = 1_500;
const E8 = 100_000_000n;
const EIGHT_HOURS_MS = 28_800_000;
const INTEREST_PPM = 100;

console.info(`perpetual funding: PERPETUAL_SEED=${seed}`);

const isWithin = (a: Fraction, b: Fraction, bound: Fraction): boolean =>
  compare(magnitude(subtract(a, b)), bound) <= 0;
const price = (e8: number): Fraction => fraction(BigInt(e8), E8);
/** Either sign, about as often near zero as at the caps. */
const aroundZero = (random: RandomSource, bound: number): number =>
  Math.round((random.fraction() ** 3 - random.fraction() ** 3) * bound);

test("PERP-05 the rate is the exact one of the exact premiums, within the rounding of a sample and of their mean", () => {
  const random = mulberry32(seed);
  let [capped, pulled] = [0, 0];
  for (let n = 0; n < CASES; n++) {
    const indexE8 = 1_000_000 + random.below(9_000_000) * 1_000_000;
    const [interest, cap] = [random.below(300), 100 + random.below(5_000)];
    const level = aroundZero(random, 6_000);
    const bases = Array.from({ length: 1 + random.below(20) }, () =>
      Math.round((indexE8 / 1_000_000) * (level + aroundZero(random, 500)) + random.fraction()),
    );
    const exact = truth.fundingRateOf(
      bases.map((basis) => truth.premiumOf(price(indexE8 + basis), price(indexE8))),
      rate(interest),
      rate(cap),
    );
    const samples = bases.map((basis) => premiumPpm(basis, indexE8));
    const actual = fundingRatePpm(meanPremiumPpm(samples), interest, cap);
    // One ppm for each of the two roundings; the formula itself propagates no error.
    expect(isWithin(rate(actual), exact, rate(2)), `PERPETUAL_SEED=${seed}, case ${n}`).toBe(true);
    const ofSamples = truth.fundingRateOf(samples.map(rate), rate(interest), rate(cap));
    expect(isWithin(rate(actual), ofSamples, rate(1)), `PERPETUAL_SEED=${seed}, case ${n}`).toBe(true);
    expect(Math.abs(actual)).toBeLessThanOrEqual(cap);
    if (Math.abs(actual) === cap) capped++;
    if (actual === interest) pulled++;
  }
  expect(capped).toBeGreaterThan(20);
  expect(pulled).toBeGreaterThan(20);
});

test("PERP-05 without a sample the rate is the interest, as far as the cap lets it", () => {
  expect(fundingRatePpm(meanPremiumPpm([]), INTEREST_PPM, 3_000)).toBe(INTEREST_PPM);
  expect(truth.fundingRateOf([], rate(INTEREST_PPM), rate(3_000))).toEqual(rate(INTEREST_PPM));
  expect(fundingRatePpm(meanPremiumPpm([]), INTEREST_PPM, 40)).toBe(40);
});

interface Holding {
  readonly lots: number;
  readonly valueUnits: number;
}

/** Returns positions whose lots sum to zero, at one mark price. */
function balancedHoldings(random: RandomSource, markTicks: number, factor: number): Holding[] {
  const lots = Array.from({ length: 2 + random.below(12) }, () => random.below(2_001) - 1_000);
  lots.push(-lots.reduce((sum, each) => sum + each, 0));
  return lots
    .filter((each) => each !== 0)
    .map((each) => ({ lots: each, valueUnits: Math.abs(each) * markTicks * factor }));
}

/** Compares each payment with the exact one; @returns the remainder in the rounding account */
function checkPayments(
  holdings: readonly Holding[],
  ratePpm: number,
  markOf: (held: Holding) => Fraction,
): number {
  const actual = holdings.map(({ lots, valueUnits }) => fundingAmountOf(lots, valueUnits, ratePpm));
  holdings.forEach((held, n) => {
    const side = held.lots > 0 ? 1 : -1;
    const exact = truth.fundingPaymentOf(
      side,
      fraction(BigInt(Math.abs(held.lots))),
      markOf(held),
      rate(ratePpm),
    );
    expect(BigInt(actual[n] ?? 0)).toBe(truth.fundingUnitsOf(exact, UNITS_PER_USDT));
    if (ratePpm !== 0)
      expect((actual[n] ?? 0) < 0, "a long pays a rate above zero").toBe(
        held.lots > 0 === ratePpm > 0 && held.valueUnits > 0,
      );
  });
  const remainder = truth.fundingRemainderUnits(actual.map(BigInt));
  expect(remainder >= 0n && remainder < BigInt(holdings.length || 1), `a remainder of ${remainder}`).toBe(
    true,
  );
  return Number(remainder);
}

test("PERP-05 payers round up, receivers down, and fewer units than positions are left over", () => {
  const random = mulberry32(seed + 1);
  let remainders = 0;
  for (let n = 0; n < CASES; n++) {
    const grid = randomGrid(random);
    const markTicks = 1 + random.below(10_000_000);
    const holdings = balancedHoldings(random, markTicks, grid.factor);
    const perLot = multiply(fraction(BigInt(markTicks), grid.ticksPerUsdt), quantityOf(1, grid));
    remainders += checkPayments(holdings, aroundZero(random, 3_000), () => perLot);
  }
  expect(remainders).toBeGreaterThan(0);
});

test("PERP-06 with the opposite rate, or on the other side, a payer receives its payment, except for the rounding", () => {
  const random = mulberry32(seed + 2);
  for (let n = 0; n < CASES; n++) {
    const [lots, ratePpm] = [1 + random.below(1_000), aroundZero(random, 3_000)];
    const value = lots * (1 + random.below(1_000_000)) * 10;
    const [long, short] = [fundingAmountOf(lots, value, ratePpm), fundingAmountOf(-lots, value, ratePpm)];
    expect(fundingAmountOf(lots, value, -ratePpm)).toBe(short);
    expect(long + short === 0 || long + short === -1, `${long} and ${short}`).toBe(true);
  }
});

test("PERP-04 the mark is the median of the three exact terms, each rounded towards the index", () => {
  const random = mulberry32(seed + 3);
  const oneE8 = fraction(1n, E8);
  for (let n = 0; n < CASES; n++) {
    const tickDigits = random.below(4);
    const tickE8 = 10 ** (8 - tickDigits);
    const indexE8 = 10_000_000_000 + random.below(1_000_000_000) * 7_001;
    const near = (): number => indexE8 + Math.round((indexE8 * aroundZero(random, 5_000)) / 1_000_000);
    const [lastE8, ratePpm, msToFunding] = [
      near(),
      aroundZero(random, 3_000),
      random.below(EIGHT_HOURS_MS + 1),
    ];
    const bases = Array.from({ length: random.below(31) }, () => near() - indexE8);
    const sum = bases.reduce((total, basis) => total + basis, 0);
    const exact = {
      index: price(indexE8),
      lastFundingRate: rate(ratePpm),
      msToFunding: BigInt(msToFunding),
      fundingIntervalMs: BigInt(EIGHT_HOURS_MS),
      meanBasis: bases.length === 0 ? fraction(0n) : mean(bases.map(price)),
      last: price(lastE8),
    };
    const terms = {
      fundingTermE8: fundingTermE8(indexE8, ratePpm, msToFunding, EIGHT_HOURS_MS),
      basisTermE8: basisTermE8(indexE8, sum, bases.length),
      lastTermE8: lastE8,
    };
    const [first, second, third] = truth.markTermsOf(exact);
    const where = `PERPETUAL_SEED=${seed}, case ${n}`;
    expect(isWithin(price(terms.fundingTermE8), first, oneE8), where).toBe(true);
    expect(isWithin(price(terms.basisTermE8), second, oneE8), where).toBe(true);
    expect(compare(price(terms.lastTermE8), third)).toBe(0);
    expect(isWithin(price(medianE8(terms)), truth.markPriceOf(exact), oneE8), where).toBe(true);
    const halfTick = fraction(BigInt(tickE8), 2n * E8);
    const actual = price(markTicksOf(terms, tickE8) * tickE8);
    expect(isWithin(actual, truth.markPriceOf(exact), add(halfTick, oneE8)), where).toBe(true);
  }
});

const history = recording("funding/BTC-binance-funding-2020_2024.csv.gz");
if (history.absent) console.info(`${history.file} is absent: the recorded fundings are skipped`);

interface RecordedFunding {
  readonly timeMs: number;
  readonly rate: Fraction;
}

const readHistory = (): RecordedFunding[] =>
  gunzipSync(readFileSync(history.file))
    .toString()
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => {
      const [timeMs = "", recorded = ""] = line.split(",");
      return { timeMs: Number(timeMs), rate: decimal(recorded.trim()) };
    });

/** Returns the nearest whole ppm of a recorded rate. */
const nearestPpm = (exact: Fraction): number =>
  Math.round((Number(exact.numerator) * 1e6) / Number(exact.denominator));

test.skipIf(history.absent)(
  "PERP-05 the recorded fundings of four years: cap, sign, and payments that net to zero",
  () => {
    const random = mulberry32(seed + 4);
    let [positive, negative, capped] = [0, 0, 0];
    const interest = rate(INTEREST_PPM);
    for (const { rate: recorded, timeMs } of readHistory()) {
      // An interval of premiums scattered around the one that yields this rate.
      const level = nearestPpm(truth.premiumForRate(recorded, interest));
      const samples = Array.from({ length: 24 }, () => random.below(401) - 200 + level).flatMap((sample) => [
        sample,
        2 * level - sample,
      ]);
      for (const cap of [3_000, 750, 50]) {
        const actual = fundingRatePpm(meanPremiumPpm(samples), INTEREST_PPM, cap);
        const exact = truth.fundingRateOf(samples.map(rate), interest, rate(cap));
        expect(rate(actual), `at ${timeMs}`).toEqual(exact);
        expect(Math.abs(actual)).toBeLessThanOrEqual(cap);
        const bounded = Math.max(-cap, Math.min(cap, nearestPpm(recorded)));
        expect(actual === bounded, `the recorded rate at ${timeMs}: ${actual}, not ${bounded}`).toBe(true);
        if (Math.abs(actual) === cap) capped++;
      }
      const actual = fundingRatePpm(meanPremiumPpm(samples), INTEREST_PPM, 3_000);
      if (actual > 0) positive++;
      if (actual < 0) negative++;
      const perLot = fraction(BigInt(3_000_000 + random.below(4_000_000)), 100_000n);
      const ticks = Number((perLot.numerator * 100_000n) / perLot.denominator);
      checkPayments(balancedHoldings(random, ticks, 10), actual, () => perLot);
    }
    expect(positive).toBeGreaterThan(3_000);
    expect(negative).toBeGreaterThan(300);
    expect(capped).toBeGreaterThan(1_000);
  },
  120_000,
);

test.skipIf(history.absent)(
  "PERP-05 the recorded fundings came when the next funding was due: 00:00, 08:00 and 16:00",
  () => {
    const times = readHistory().map(({ timeMs }) => timeMs);
    const interval = BigInt(EIGHT_HOURS_MS);
    times.slice(1).forEach((timeMs, n) => {
      const due = nextFundingAtMs(times[n] ?? 0, EIGHT_HOURS_MS);
      expect(BigInt(due)).toBe(truth.nextFundingMs(BigInt(times[n] ?? 0), interval));
      // The venue settles within a minute of the due time.
      expect(timeMs - due).toBeGreaterThanOrEqual(0);
      expect(timeMs - due).toBeLessThan(60_000);
      expect(new Date(due).toISOString()).toMatch(/T(00|08|16):00:00\.000Z$/);
      expect(nextFundingAtMs(due, EIGHT_HOURS_MS), "at the moment the next is a whole interval away").toBe(
        due + EIGHT_HOURS_MS,
      );
      expect(nextFundingAtMs(due - 1, EIGHT_HOURS_MS)).toBe(due);
    });
  },
);
