/**
 * Exact integer arithmetic on safe integers. Every result is exact or the call throws: nothing is ever
 * silently rounded. A division names who keeps the remainder.
 */

export class InexactError extends Error {
  constructor(operation: string, a: number, b: number) {
    super(`${operation} of ${a} and ${b} leaves the safe integers`);
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

/** floor(a × b ÷ divisor) for non-negative a, b and positive divisor; the product may exceed 2^53. */
export function multiplyDivideFloor(a: number, b: number, divisor: number): number {
  const product = a * b;
  if (Number.isSafeInteger(product)) return (product - (product % divisor)) / divisor;
  return narrow((BigInt(a) * BigInt(b)) / BigInt(divisor), a, b);
}

/** ceil(a × b ÷ divisor) for non-negative a, b and positive divisor; the product may exceed 2^53. */
export function multiplyDivideCeil(a: number, b: number, divisor: number): number {
  const product = a * b;
  if (Number.isSafeInteger(product)) {
    const remainder = product % divisor;
    return (product - remainder) / divisor + (remainder > 0 ? 1 : 0);
  }
  const wide = BigInt(a) * BigInt(b);
  const wideDivisor = BigInt(divisor);
  return narrow((wide + wideDivisor - 1n) / wideDivisor, a, b);
}

function narrow(value: bigint, a: number, b: number): number {
  const result = Number(value);
  if (!Number.isSafeInteger(result)) throw new InexactError("quotient", a, b);
  return result;
}
