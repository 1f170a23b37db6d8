import { trimZeros } from "@candor/money/decimal";
/**
 * Formats exact decimal strings for a language. Digits are never converted to binary numbers, so the display matches
 * the ledger. Shortening always truncates toward zero: a balance is never overstated.
 */

/** How a language writes numbers. */
export interface NumberMarks {
  readonly group: string;
  readonly decimal: string;
  /** Minimum digits for a thousands separator: 4, or 5 in Spanish and Polish. */
  readonly groupingFrom: number;
  /** Text around a percentage: "%" or " %" after it, or "%" before it. */
  readonly percent: { readonly before: string; readonly after: string };
}

/** Shown for unknown values; an unknown amount is never shown as zero. */
export const UNKNOWN = "–";
export const MINUS = "−";

const DECIMAL = /^(-?)([0-9]+)(?:\.([0-9]+))?$/;

export function numberMarks(tag: string): NumberMarks {
  const format = new Intl.NumberFormat(tag);
  const part = (value: number, type: Intl.NumberFormatPartTypes) =>
    format.formatToParts(value).find((entry) => entry.type === type)?.value;
  return {
    group: part(1_234_567, "group") ?? ",",
    decimal: part(1.5, "decimal") ?? ".",
    groupingFrom: part(1_234, "group") === undefined ? 5 : 4,
    percent: percentMarks(tag),
  };
}

function percentMarks(tag: string): NumberMarks["percent"] {
  const parts = new Intl.NumberFormat(tag, { style: "percent" }).formatToParts(1);
  const integerAt = parts.findIndex(({ type }) => type === "integer");
  const textOf = (some: typeof parts): string => some.map(({ value }) => value).join("");
  return { before: textOf(parts.slice(0, integerAt)), after: textOf(parts.slice(integerAt + 1)) };
}

export interface DecimalParts {
  /** "+", "−" or nothing. */
  readonly sign: string;
  /** Whole digits, grouped. */
  readonly whole: string;
  /** Decimal mark and decimals, or nothing. */
  readonly fraction: string;
}

export interface DecimalOptions {
  /** Exact number of decimals: truncated or padded with zeros. */
  readonly decimals?: number;
  /** Without `decimals`: minimum decimals; trailing zeros beyond them are removed. By default all are kept. */
  readonly minDecimals?: number;
  /** Without `decimals`: maximum decimals, truncated. */
  readonly maxDecimals?: number;
  /** "always" adds "+" to positive numbers. */
  readonly sign?: "auto" | "always";
}

function fractionDigits(given: string, options: DecimalOptions): string {
  if (options.decimals !== undefined) return given.slice(0, options.decimals).padEnd(options.decimals, "0");
  let digits = options.maxDecimals === undefined ? given : given.slice(0, options.maxDecimals);
  if (options.minDecimals !== undefined) {
    digits = trimZeros(`0.${digits}`).slice(2).padEnd(options.minDecimals, "0");
  }
  return digits;
}

export function groupDigits(digits: string, marks: NumberMarks): string {
  return digits.length < marks.groupingFrom ? digits : digits.replace(/\B(?=(\d{3})+$)/g, marks.group);
}

/** Splits a decimal string such as "-1250.500000" for display; null when it is not a decimal. */
export function decimalParts(
  text: string,
  marks: NumberMarks,
  options: DecimalOptions = {},
): DecimalParts | null {
  const match = DECIMAL.exec(text);
  if (match === null) return null;
  const whole = (match[2] ?? "0").replace(/^0+(?=\d)/, "");
  const fraction = fractionDigits(match[3] ?? "", options);
  const isZero = /^0*$/.test(whole) && /^0*$/.test(fraction);
  let sign = "";
  if (!isZero) {
    if (match[1] === "-") sign = MINUS;
    else if (options.sign === "always") sign = "+";
  }
  return {
    sign,
    whole: groupDigits(whole, marks),
    fraction: fraction === "" ? "" : marks.decimal + fraction,
  };
}

/** Formats a decimal as one text; "–" for null, undefined and anything that is not a decimal. */
export function formatDecimalText(
  text: string | null | undefined,
  marks: NumberMarks,
  options: DecimalOptions = {},
): string {
  if (text === null || text === undefined) return UNKNOWN;
  const parts = decimalParts(text, marks, options);
  return parts === null ? UNKNOWN : parts.sign + parts.whole + parts.fraction;
}

/** Formats a percentage: "+2.14%". The sign comes first, also where the language writes "%" before the number. */
export function formatPercentText(
  text: string | null | undefined,
  marks: NumberMarks,
  options: DecimalOptions = {},
): string {
  if (text === null || text === undefined) return UNKNOWN;
  const parts = decimalParts(text, marks, options);
  if (parts === null) return UNKNOWN;
  return parts.sign + marks.percent.before + parts.whole + parts.fraction + marks.percent.after;
}

/** Returns −1, 0 or 1; 0 also for anything that is not a decimal. */
export function signOfDecimal(text: string | null | undefined): -1 | 0 | 1 {
  if (text === null || text === undefined || !DECIMAL.test(text) || /^-?[0.]*$/.test(text)) return 0;
  return text.startsWith("-") ? -1 : 1;
}
