import { trimZeros } from "@candor/money/decimal";
import type { DecimalOptions, NumberMarks } from "@candor/text/decimal-text";
import { formatDecimalText, formatPercentText, MINUS, numberMarks, UNKNOWN } from "@candor/text/decimal-text";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Shorter ages are "just now". */
const JUST_NOW_MS = 5 * MINUTE_MS;
/** Longer ages are shown as a date. */
const RELATIVE_UNTIL_MS = 30 * DAY_MS;
/** Smaller numbers are seconds: ten digits. */
const SECONDS_BELOW = 10_000_000_000;

type DateStyle = "day" | "day-time" | "time" | "time-seconds" | "month-day" | "full";

const DATE_STYLES: Record<DateStyle, Intl.DateTimeFormatOptions> = {
  day: { year: "numeric", month: "short", day: "numeric" },
  "day-time": { month: "short", day: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
  time: { hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
  "time-seconds": { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" },
  "month-day": { month: "short", day: "numeric" },
  full: { dateStyle: "medium", timeStyle: "medium", hourCycle: "h23" },
};

/** Locale-specific formatting of figures and dates. Created once per language. */
export interface Formats {
  /** BCP 47 tag. */
  readonly tag: string;
  readonly marks: NumberMarks;
  /** Formats an exact decimal; "–" if unknown. */
  decimal(text: string | null | undefined, options?: DecimalOptions): string;
  /** Abbreviates large figures: "1.92B", "1,92 Mrd."; four digits, truncated. In a column, all have two decimals. */
  compact(text: string | null | undefined, options?: { readonly isInColumn?: boolean }): string;
  /** Formats a signed wire percentage: "-1.23" as "−1.23%". */
  percent(text: string | null | undefined, options?: { readonly signed?: boolean }): string;
  /** Formats a wire fraction: "0.001000" as "0.1%", signed as "+0.1%". */
  rate(
    text: string | null | undefined,
    options?: { readonly signed?: boolean; readonly decimals?: number },
  ): string;
  integer(value: number): string;
  date(ms: number, style?: DateStyle): string;
  /** Formats an age, "5 minutes ago"; null while it is "just now". */
  ago(ms: number, nowMs: number): string | null;
}

/** Converts a timestamp: ten digits are seconds, longer ones milliseconds. */
export function toMs(stamp: number): number {
  return stamp < SECONDS_BELOW ? stamp * 1000 : stamp;
}

/** Returns the local calendar day, YYYY-MM-DD, the format of older dates. */
export function isoDay(ms: number): string {
  const date = new Date(ms);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** "0.001000" → "0.1": shifts the point by two and drops trailing zeros. */
function rateToPercent(rate: string): string | null {
  const match = /^(-?)([0-9]+)(?:\.([0-9]+))?$/.exec(rate);
  if (match === null) return null;
  const fraction = (match[3] ?? "").padEnd(2, "0");
  return trimZeros(`${match[1]}${match[2]}${fraction.slice(0, 2)}.${fraction.slice(2)}`);
}

/**
 * Short units that traders misread: "B", "bn" and "bln" as 10⁹ where the language means a thousand or 10¹², and "E" as
 * an exponent.
 */
const MISREAD_UNIT = /^(?:b|bn|bln|e)$/i;
const isBillions = (value: number): boolean => Math.abs(value) >= 1e9 && Math.abs(value) < 1e12;

/** Writes a unit in full ("264,2 bin") where the short one would be misread. */
function compactFormat(tag: string, decimals: Intl.NumberFormatOptions): (value: number) => string {
  const format = (compactDisplay: "short" | "long") =>
    new Intl.NumberFormat(tag, {
      notation: "compact",
      compactDisplay,
      // By default this notation groups from five digits on, next to columns that group from four.
      useGrouping: "auto",
      roundingMode: "trunc",
      ...decimals,
    } as Intl.NumberFormatOptions);
  const short = format("short");
  const long = format("long");
  return (value) => {
    const unit = short.formatToParts(value).find(({ type }) => type === "compact")?.value ?? "";
    return (MISREAD_UNIT.test(unit) && !isBillions(value) ? long : short).format(value);
  };
}

const FOUR_DIGITS = {
  maximumSignificantDigits: 4,
  maximumFractionDigits: 2,
  roundingPriority: "lessPrecision",
} as Intl.NumberFormatOptions;
const TWO_DECIMALS = { minimumFractionDigits: 2, maximumFractionDigits: 2 } as const;

export function createFormats(tag: string): Formats {
  const marks = numberMarks(tag);
  const compact = compactFormat(tag, FOUR_DIGITS);
  const compactInColumn = compactFormat(tag, TWO_DECIMALS);
  const integer = new Intl.NumberFormat(tag);
  const relative = new Intl.RelativeTimeFormat(tag, { numeric: "always" });
  const dates = new Map<DateStyle, Intl.DateTimeFormat>();
  const dateFormat = (style: DateStyle) => {
    let format = dates.get(style);
    if (format === undefined) dates.set(style, (format = new Intl.DateTimeFormat(tag, DATE_STYLES[style])));
    return format;
  };
  return {
    tag,
    marks,
    decimal: (text, options) => formatDecimalText(text, marks, options),
    compact: (text, options) => {
      if (text === null || text === undefined) return UNKNOWN;
      const value = Number(text);
      const write = options?.isInColumn === true ? compactInColumn : compact;
      return Number.isFinite(value) ? write(value).replace("-", MINUS) : UNKNOWN;
    },
    percent: (text, options) =>
      formatPercentText(text, marks, { sign: options?.signed === false ? "auto" : "always" }),
    rate: (text, options) =>
      formatPercentText(rateToPercent(text ?? ""), marks, {
        sign: options?.signed === true ? "always" : "auto",
        ...(options?.decimals !== undefined && { decimals: options.decimals }),
      }),
    integer: (value) => integer.format(value),
    date: (ms, style = "day") => dateFormat(style).format(toMs(ms)),
    ago: (ms, nowMs) => {
      const age = nowMs - toMs(ms);
      if (age < JUST_NOW_MS) return null;
      if (age < HOUR_MS) return relative.format(-Math.floor(age / MINUTE_MS), "minute");
      if (age < DAY_MS) return relative.format(-Math.floor(age / HOUR_MS), "hour");
      if (age < RELATIVE_UNTIL_MS) return relative.format(-Math.floor(age / DAY_MS), "day");
      return isoDay(toMs(ms));
    },
  };
}
