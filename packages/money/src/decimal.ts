/**
 * Decimal strings to exact integers and back. The wire carries amounts only as strings of this form: no exponent, no
 * sign unless requested, no leading zeros, at most 18 digits on either side.
 */
const PATTERN = /^(0|[1-9][0-9]{0,17})(?:\.([0-9]{1,18}))?$/;

const POWERS = Array.from({ length: 16 }, (_, n) => 10 ** n);

/** 10^n for 0 ≤ n ≤ 15, exact. */
export function powerOfTen(n: number): number {
  const power = POWERS[n];
  if (power === undefined) throw new RangeError(`no exact power of ten for ${n}`);
  return power;
}

export type DecimalProblem = "format" | "precision" | "range";

/**
 * Reads a decimal string as an integer count of 10^-scale.
 * @returns the integer, or why the text is invalid: "format" (not a decimal), "precision" (more than `scale` decimals
 * that are not zero), "range" (beyond the safe integers)
 */
export function parseDecimal(text: string, scale: number): number | DecimalProblem {
  const match = PATTERN.exec(text);
  if (match === null) return "format";
  const whole = match[1] ?? "0";
  let fraction = match[2] ?? "";
  if (fraction.length > scale) {
    for (let i = scale; i < fraction.length; i++) if (fraction.charCodeAt(i) !== 48) return "precision";
    fraction = fraction.slice(0, scale);
  }
  const digits = whole + fraction.padEnd(scale, "0");
  const value = Number(digits);
  return Number.isSafeInteger(value) ? value : "range";
}

/** Writes an integer count of 10^-scale with exactly `scale` decimals, or truncated to `decimals` (≥ 0) of them. */
export function formatDecimal(value: number, scale: number, decimals: number = scale): string {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a safe integer: ${value}`);
  const digits = String(Math.abs(value)).padStart(scale + 1, "0");
  const whole = digits.slice(0, digits.length - scale);
  const fraction = digits
    .slice(digits.length - scale)
    .padEnd(decimals, "0")
    .slice(0, decimals);
  const sign = value < 0 ? "-" : "";
  return decimals === 0 ? sign + whole : `${sign}${whole}.${fraction}`;
}

/** Writes an integer count of 10^-scale of any size with exactly `scale` (≥ 1) decimals. */
export function formatWideDecimal(value: bigint, scale: number): string {
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, "0");
  const point = digits.length - scale;
  return `${value < 0n ? "-" : ""}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/**
 * Drops trailing zeros after the decimal point, and a bare point: "12.500" becomes "12.5", "10.00" becomes "10", "2500"
 * stays.
 */
export function trimZeros(text: string): string {
  return text.includes(".") ? text.replace(/\.?0*$/, "") : text;
}
