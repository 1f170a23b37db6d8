/**
 * Exact arithmetic on safe integers. Every result is exact or the call throws: nothing is ever silently rounded. The
 * name of a division says who keeps the remainder.
 */

export class InexactError extends Error {
  constructor(operation: string, a: number, b: number) {
    super(`${operation} of ${a} and ${b} exceeds the safe integers`);
    this.name = "InexactError";
  }
}

/** a + b, exact. */
export function add(a: number, b: number): number {
  const sum = a + b;
  if (!Number.isSafeInteger(sum)) throw new InexactError("sum", a, b);
  return sum;
}

/** a − b, exact. */
export function subtract(a: number, b: number): number {
  const difference = a - b;
  if (!Number.isSafeInteger(difference)) throw new InexactError("difference", a, b);
  return difference;
}

/** a × b, exact. */
export function multiply(a: number, b: number): number {
  const product = a * b;
  if (!Number.isSafeInteger(product)) throw new InexactError("product", a, b);
  return product;
}

/**
 * floor(a ÷ divisor) for safe integers a and divisor > 0; a may be negative.
 *
 * Exact although it divides as floats: if a ÷ divisor were so close to an integer k that rounding reached it, then 1 ÷
 * divisor ≤ k × 2^-54, that is k × divisor ≥ 2^54; but k × divisor < |a| + divisor < 2^54.
 */
export function divideFloor(a: number, divisor: number): number {
  return Math.floor(a / divisor);
}

/** ceil(a ÷ divisor) for safe integers a and divisor > 0; exact for the reason given at divideFloor. */
export function divideCeil(a: number, divisor: number): number {
  // Adding 0 turns -0 into 0.
  return Math.ceil(a / divisor) + 0;
}

/** a ÷ divisor rounded toward zero, for safe integers a and divisor > 0; exact for the reason given at divideFloor. */
export function divideTowardsZero(a: number, divisor: number): number {
  return Math.trunc(a / divisor) + 0;
}

/**
 * floor(a × b ÷ divisor) for non-negative a, b and positive divisor; the product may exceed 2^53.
 *
 * If it does, a is split at the divisor, as in long division: a = whole × divisor + rest, so that a × b ÷ divisor =
 * whole × b + rest × b ÷ divisor. Only if the rest is still too large is a BigInt needed, which costs twenty times as
 * much.
 */
export function multiplyDivideFloor(a: number, b: number, divisor: number): number {
  const product = a * b;
  return product <= Number.MAX_SAFE_INTEGER ? divideFloor(product, divisor) : wideFloor(a, b, divisor);
}

/** Kept separate, so that only the usual case is inlined into callers. */
function wideFloor(a: number, b: number, divisor: number): number {
  const whole = divideFloor(a, divisor);
  const upper = whole * b;
  const lower = (a - whole * divisor) * b;
  if (upper <= SPLIT_BOUND && lower <= SPLIT_BOUND) return upper + divideFloor(lower, divisor);
  return narrow((BigInt(a) * BigInt(b)) / BigInt(divisor), a, b);
}

/** ceil(a × b ÷ divisor) for non-negative a, b and positive divisor; like multiplyDivideFloor. */
export function multiplyDivideCeil(a: number, b: number, divisor: number): number {
  const product = a * b;
  return product <= Number.MAX_SAFE_INTEGER ? divideCeil(product, divisor) : wideCeil(a, b, divisor);
}

function wideCeil(a: number, b: number, divisor: number): number {
  const whole = divideFloor(a, divisor);
  const upper = whole * b;
  const lower = (a - whole * divisor) * b;
  if (upper <= SPLIT_BOUND && lower <= SPLIT_BOUND) return upper + divideCeil(lower, divisor);
  const wide = BigInt(a) * BigInt(b);
  const wideDivisor = BigInt(divisor);
  return narrow((wide + wideDivisor - 1n) / wideDivisor, a, b);
}

/**
 * Like multiplyDivideFloor, but returns the largest safe integer when the quotient exceeds it. Only for values that are
 * compared, such as the value at which a position is liquidated; never for money that moves.
 */
export function boundedMultiplyDivideFloor(a: number, b: number, divisor: number): number {
  const product = a * b;
  if (product <= Number.MAX_SAFE_INTEGER) return divideFloor(product, divisor);
  return bounded((BigInt(a) * BigInt(b)) / BigInt(divisor));
}

/** Like boundedMultiplyDivideFloor, rounded up. */
export function boundedMultiplyDivideCeil(a: number, b: number, divisor: number): number {
  const product = a * b;
  if (product <= Number.MAX_SAFE_INTEGER) return divideCeil(product, divisor);
  const wideDivisor = BigInt(divisor);
  return bounded((BigInt(a) * BigInt(b) + wideDivisor - 1n) / wideDivisor);
}

function bounded(value: bigint): number {
  return value > MAX_SAFE ? Number.MAX_SAFE_INTEGER : Number(value);
}

const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * floor(product of the factors ÷ product of the divisors) for non-negative factors and positive divisors, at most the
 * largest safe integer. Only for values that are shown or compared.
 */
export function boundedProductRatioFloor(factors: readonly number[], divisors: readonly number[]): number {
  const product = (values: readonly number[]): bigint =>
    values.reduce((all, value) => all * BigInt(value), 1n);
  return bounded(product(factors) / product(divisors));
}

/** 2^52: the sum of two such values is still a safe integer. */
const SPLIT_BOUND = 4_503_599_627_370_496;

function narrow(value: bigint, a: number, b: number): number {
  const result = Number(value);
  if (!Number.isSafeInteger(result)) throw new InexactError("quotient", a, b);
  return result;
}
