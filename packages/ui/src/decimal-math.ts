/** Exact arithmetic on wire decimals, for sums and comparisons on screen. Invalid text counts as zero. */
const DECIMAL = /^(-?)([0-9]+)(?:\.([0-9]+))?$/;

/** Returns the number of decimals: 2 for "0.05". */
export function decimalsIn(text: string): number {
  const dot = text.indexOf(".");
  return dot < 0 ? 0 : text.length - dot - 1;
}

function scaled(text: string, scale: number): bigint {
  const match = DECIMAL.exec(text);
  if (match === null) return 0n;
  const digits = (match[2] ?? "0") + (match[3] ?? "").padEnd(scale, "0");
  return match[1] === "-" ? -BigInt(digits) : BigInt(digits);
}

function write(value: bigint, scale: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(scale + 1, "0");
  const sign = value < 0n ? "-" : "";
  return scale === 0 ? sign + digits : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** −1, 0 or 1. */
export function compareDecimals(a: string, b: string): -1 | 0 | 1 {
  const scale = Math.max(decimalsIn(a), decimalsIn(b));
  const left = scaled(a, scale);
  const right = scaled(b, scale);
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

export function addDecimals(...terms: readonly string[]): string {
  const scale = Math.max(0, ...terms.map(decimalsIn));
  return write(
    terms.reduce((sum, term) => sum + scaled(term, scale), 0n),
    scale,
  );
}

/** a − b. */
export function subtractDecimals(a: string, b: string): string {
  const scale = Math.max(decimalsIn(a), decimalsIn(b));
  return write(scaled(a, scale) - scaled(b, scale), scale);
}

/** Returns a × b with `decimals` decimals, truncated toward zero. */
export function multiplyDecimals(a: string, b: string, decimals: number): string {
  const scaleA = decimalsIn(a);
  const scaleB = decimalsIn(b);
  const product = scaled(a, scaleA) * scaled(b, scaleB);
  const surplus = scaleA + scaleB - decimals;
  return write(surplus >= 0 ? product / 10n ** BigInt(surplus) : product * 10n ** BigInt(-surplus), decimals);
}

/** Returns a value with `decimals` decimals, truncated toward zero. */
export const cutDecimals = (value: string, decimals: number): string =>
  multiplyDecimals(value, "1", decimals);

/** Returns a value with `decimals` decimals, rounded down, so that a loss never looks smaller than it is. */
export function floorDecimals(value: string, decimals: number): string {
  const cut = cutDecimals(value, decimals);
  if (compareDecimals(value, cut) >= 0) return cut;
  return subtractDecimals(cut, decimals === 0 ? "1" : `0.${"1".padStart(decimals, "0")}`);
}

/** Returns a value with `decimals` decimals, rounded up, so that a cost never looks smaller than it is. */
export const ceilDecimals = (value: string, decimals: number): string =>
  subtractDecimals("0", floorDecimals(subtractDecimals("0", value), decimals));

/** Returns a ÷ b with `decimals` decimals, rounded to nearest; both must be positive. */
export function divideDecimals(a: string, b: string, decimals: number): string {
  const dividend = scaled(a, decimalsIn(a)) * 10n ** BigInt(decimalsIn(b) + decimals);
  const divisor = scaled(b, decimalsIn(b)) * 10n ** BigInt(decimalsIn(a));
  if (divisor <= 0n) throw new RangeError(`divided by ${b}`);
  return write((2n * dividend + divisor) / (2n * divisor), decimals);
}

/** Returns text + steps × step, at least zero, with the larger number of decimals. */
export function stepDecimal(text: string, step: string, steps: number): string {
  const scale = Math.max(decimalsIn(text), decimalsIn(step));
  const sum = scaled(text, scale) + BigInt(steps) * scaled(step, scale);
  return write(sum > 0n ? sum : 0n, scale);
}
