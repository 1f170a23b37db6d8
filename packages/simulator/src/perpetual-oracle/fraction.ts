/**
 * Exact rational numbers. The oracle calculates in natural units (USDT, coins, dollars per coin) and never rounds
 * intermediate results, so that every unit of difference is the exchange's own rounding.
 */
export type Fraction = {
  readonly numerator: bigint;
  /** Always above zero, and in lowest terms with the numerator. */
  readonly denominator: bigint;
};

const greatestCommonDivisor = (a: bigint, b: bigint): bigint => {
  let [x, y] = [a < 0n ? -a : a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
};

export const fraction = (numerator: bigint, denominator = 1n): Fraction => {
  if (denominator === 0n) throw new RangeError("a fraction of nothing");
  const sign = denominator < 0n ? -1n : 1n;
  const divisor = greatestCommonDivisor(numerator, sign * denominator);
  return { numerator: (sign * numerator) / divisor, denominator: (sign * denominator) / divisor };
};

export const ZERO = fraction(0n);
export const ONE = fraction(1n);

/** Reads `-60000.25` exactly, and `8.4e-7` as in recordings. */
export const decimal = (text: string): Fraction => {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:e-(\d+))?$/.exec(text);
  if (match === null) throw new RangeError(`not a decimal: ${text}`);
  const [, minus = "", whole = "0", decimals = "", exponent = "0"] = match;
  const places = BigInt(decimals.length) + BigInt(exponent);
  const magnitude = fraction(BigInt(whole + decimals), 10n ** places);
  return minus === "" ? magnitude : negate(magnitude);
};

export const negate = (a: Fraction): Fraction => ({
  numerator: -a.numerator,
  denominator: a.denominator,
});

const plus = (a: Fraction, b: Fraction): Fraction =>
  a.denominator === b.denominator
    ? fraction(a.numerator + b.numerator, a.denominator)
    : fraction(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator);

export const add = (...terms: readonly Fraction[]): Fraction => terms.reduce(plus, ZERO);

export const subtract = (a: Fraction, b: Fraction): Fraction => add(a, negate(b));

export const multiply = (...factors: readonly Fraction[]): Fraction =>
  factors.reduce(
    (product, factor) =>
      fraction(product.numerator * factor.numerator, product.denominator * factor.denominator),
    ONE,
  );

export const divide = (a: Fraction, b: Fraction): Fraction =>
  fraction(a.numerator * b.denominator, a.denominator * b.numerator);

/** Returns −1, 0 or 1 when `a` is below, at or above `b`. */
export const compare = (a: Fraction, b: Fraction): -1 | 0 | 1 => {
  const difference = a.numerator * b.denominator - b.numerator * a.denominator;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
};

export const isBelow = (a: Fraction, b: Fraction): boolean => compare(a, b) < 0;
export const isAbove = (a: Fraction, b: Fraction): boolean => compare(a, b) > 0;
export const lesser = (a: Fraction, b: Fraction): Fraction => (isAbove(a, b) ? b : a);
export const greater = (a: Fraction, b: Fraction): Fraction => (isBelow(a, b) ? b : a);
export const magnitude = (a: Fraction): Fraction => (a.numerator < 0n ? negate(a) : a);

export const median = (values: readonly Fraction[]): Fraction => {
  const sorted = values.toSorted(compare);
  const upper = sorted[sorted.length >> 1];
  const lower = sorted[(sorted.length - 1) >> 1];
  if (upper === undefined || lower === undefined) throw new RangeError("median of an empty list");
  return divide(add(lower, upper), fraction(2n));
};

export const mean = (values: readonly Fraction[]): Fraction =>
  divide(add(...values), fraction(BigInt(values.length)));

/** Rounds down to whole units, toward minus infinity. */
export const floorToUnits = (a: Fraction, unitsPerOne: bigint): bigint => {
  const scaled = a.numerator * unitsPerOne;
  const quotient = scaled / a.denominator;
  return scaled < 0n && quotient * a.denominator !== scaled ? quotient - 1n : quotient;
};

/** Rounds up to whole units, toward plus infinity. */
export const ceilToUnits = (a: Fraction, unitsPerOne: bigint): bigint =>
  -floorToUnits(negate(a), unitsPerOne);

/** For messages only: six decimals, rounded toward minus infinity. */
export const describe = (a: Fraction): string => {
  const micros = floorToUnits(a, 1_000_000n);
  const positive = micros < 0n ? -micros : micros;
  const sign = micros < 0n ? "-" : "";
  return `${sign}${positive / 1_000_000n}.${String(positive % 1_000_000n).padStart(6, "0")}`;
};
