import { trimZeros } from "@candor/money/decimal";
import type { NumberMarks } from "@candor/text/decimal-text";
import { groupDigits } from "@candor/text/decimal-text";

/**
 * Parses numbers as users type or paste them into the plain decimals of the wire. Accepts the digits of every script
 * and the separators of every language. Ambiguous input is interpreted by the user's language and reported as not
 * plain, so that the field shows the interpretation. Unreadable input is rejected; nothing is dropped, truncated or
 * rounded.
 */

export interface DecimalRules {
  /** Separators of the user's language. */
  readonly marks: NumberMarks;
  /** Maximum number of decimals. */
  readonly decimals: number;
  /** Unit accepted before or after the number, such as "USDT" or "%". */
  readonly unit?: string | undefined;
}

type RefusalReason = "unreadable" | "negative" | "decimals";

export type DecimalReading =
  | { readonly kind: "empty" }
  /** `isPlain`: in the language's own format and unambiguous. */
  | { readonly kind: "number"; readonly value: string; readonly isPlain: boolean }
  /** A prefix of a number, such as "1 23" before "1 234": not an error while typing. */
  | { readonly kind: "unfinished" }
  | { readonly kind: "refused"; readonly reason: RefusalReason };

const EMPTY: DecimalReading = { kind: "empty" };
const UNFINISHED: DecimalReading = { kind: "unfinished" };
const UNREADABLE: DecimalReading = { kind: "refused", reason: "unreadable" };

const DIGIT = /^\p{Nd}$/u;
const SPACE = /^\p{Zs}$/u;
/** Direction marks, joiners and byte order marks, which get copied along with text. */
const INVISIBLE = /^\p{Cf}$/u;
/** Arabic's decimal separator is unambiguous, like its thousands separator U+066C. */
const ARABIC_POINT = "\u066b";
/** Symbols of other keyboards, and below each the usual equivalent. */
const OTHER_MARKS = "\uff0c\u060c\uff0e\u3002\uff61\uff07\u2019\u02bc\uff0d\u2212\u2013\uff0b\uff05\u066a";
const USUAL_MARKS = ",,...'''---+%%";

/** In every script, decimal digits are contiguous from zero to nine. */
function digitOf(character: string): string {
  let code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return character;
  let before = 0;
  while (DIGIT.test(String.fromCodePoint(--code))) before++;
  return String(before % 10);
}

function narrowCharacter(character: string): string {
  if (DIGIT.test(character)) return digitOf(character);
  if (SPACE.test(character)) return " ";
  if (INVISIBLE.test(character)) return "";
  return USUAL_MARKS[OTHER_MARKS.indexOf(character)] ?? character;
}

/** Converts digits of any script to 0–9 and symbols to their usual form. */
export function narrowDigits(text: string): string {
  return Array.from(text, narrowCharacter).join("");
}

/** More zeros than a two-digit exponent can shift. */
const ZEROS = "0".repeat(99);
const WITH_POWER = /^(\d+)(?:[.,\u066b](\d+))?e([+-]?\d\d?)$/i;
const POWER_BEGINS = /^\d+(?:[.,\u066b]\d+)?e[+-]?$/i;
const ONLY_NUMBER = /^[\d.,' \u066b\u066c]+$/;
/** Limit of the wire. */
const MAX_WHOLE_DIGITS = 18;

/** Parses the text of a field as a number. */
export function readDecimal(text: string, rules: DecimalRules): DecimalReading {
  const entered = withoutUnit(narrowDigits(text).trim(), rules.unit).replace(/^\+(?=\S)/, "");
  if (entered === "") return EMPTY;
  if (/^-(?:\s?[\d.,\u066b]|$)/.test(entered)) return { kind: "refused", reason: "negative" };
  const power = WITH_POWER.exec(entered);
  if (power !== null) {
    const [, whole = "", fraction = "", exponent = "0"] = power;
    return numberOf(...movePoint(whole, fraction, Number(exponent)), false, rules);
  }
  if (entered === "+" || POWER_BEGINS.test(entered)) return UNFINISHED;
  if (!ONLY_NUMBER.test(entered)) return UNREADABLE;
  return readMarks(entered, rules, isOwnForm(text.trim(), rules.marks));
}

function withoutUnit(text: string, unit: string | undefined): string {
  if (unit === undefined || unit === "") return text;
  const isUnit = (part: string): boolean => part.toUpperCase() === unit.toUpperCase();
  if (isUnit(text.slice(-unit.length))) return text.slice(0, -unit.length).trimEnd();
  return isUnit(text.slice(0, unit.length)) ? text.slice(unit.length).trimStart() : text;
}

/** Resolves the exponent of "1.5e-7" into whole digits and decimals. */
function movePoint(whole: string, fraction: string, power: number): [string, string] {
  const digits = ZEROS + whole + fraction.padEnd(Math.max(0, power), "0");
  const point = ZEROS.length + whole.length + power;
  return [digits.slice(0, point), trimZeros(`0.${digits.slice(point)}`).slice(2)];
}

/** Plain digits with the language's decimal separator, except "1.000", which means a thousand elsewhere. */
function isOwnForm(text: string, { decimal }: NumberMarks): boolean {
  const [whole = "", fraction = "", ...more] = text.split(decimal);
  if (more.length > 0 || !/^[0-9]*$/.test(whole + fraction)) return false;
  return !(/^[1-9]\d{0,2}$/.test(whole) && /^\d\d0$/.test(fraction));
}

function readMarks(text: string, rules: DecimalRules, isPlain: boolean): DecimalReading {
  // A trailing separator may be continued: "12." is 12 until then, if it has no decimals yet.
  if (/[.,\u066b]$/.test(text)) {
    const before = text.slice(0, -1);
    const wasDecimal = before === "" || decimalMarkAt(before, rules.marks) >= 0;
    const read = wasDecimal ? UNREADABLE : readMarks(before, rules, isPlain);
    if (read.kind === "number") return read;
    return before === "" || beginsGroups(text) ? UNFINISHED : UNREADABLE;
  }
  const at = decimalMarkAt(text, rules.marks);
  const whole = at < 0 ? text : text.slice(0, at);
  const fraction = at < 0 ? "" : text.slice(at + 1);
  if (!/^\d*$/.test(fraction)) return UNREADABLE;
  const digits = ungroup(whole);
  if (digits !== null) return numberOf(digits, fraction, isPlain, rules);
  return at < 0 && beginsGroups(whole) ? UNFINISHED : UNREADABLE;
}

/** Returns the position of the decimal separator; -1 if none. */
function decimalMarkAt(text: string, marks: NumberMarks): number {
  const arabic = text.indexOf(ARABIC_POINT);
  if (arabic >= 0) return arabic;
  const dot = text.lastIndexOf(".");
  const comma = text.lastIndexOf(",");
  const last = Math.max(dot, comma);
  if (last < 0) return -1;
  const mark = text.charAt(last);
  const isOnce = text.indexOf(mark) === last;
  // With both symbols the last one is the decimal separator.
  if (dot >= 0 && comma >= 0) return last;
  // A repeated symbol is the thousands separator.
  if (!isOnce) return -1;
  if (mark === marks.decimal || mark !== marks.group) return last;
  // The language's thousands separator counts as one only in a position for thousands: not in "1,5" or "0,123".
  return /^[1-9]\d{0,2}.\d{3}$/.test(text) ? -1 : last;
}

/** Groups of three, or of two above the first thousand as in India; the same separator throughout. */
const GROUPS = /^[1-9]\d{0,2}(?:([.,' \u066c])\d{3})(?:\1\d{3})*$/;
const INDIAN_GROUPS = /^[1-9]\d?([.,' \u066c])(?:\d{2}\1)+\d{3}$/;
const FIRST_GROUPS = /^[1-9]\d{0,2}([.,' \u066c])(?:\d{3}\1)*\d{0,2}$/;
const FIRST_INDIAN_GROUPS = /^[1-9]\d?([.,' \u066c])(?:\d{2}\1)*\d{0,2}$/;

function ungroup(whole: string): string | null {
  if (/^\d*$/.test(whole)) return whole;
  return GROUPS.test(whole) || INDIAN_GROUPS.test(whole) ? whole.replace(/\D/g, "") : null;
}

const beginsGroups = (text: string): boolean => FIRST_GROUPS.test(text) || FIRST_INDIAN_GROUPS.test(text);

function numberOf(whole: string, fraction: string, isPlain: boolean, rules: DecimalRules): DecimalReading {
  const units = whole.replace(/^0+(?=\d)/, "") || "0";
  if (units.length > MAX_WHOLE_DIGITS) return UNREADABLE;
  if (/[1-9]/.test(fraction.slice(rules.decimals))) return { kind: "refused", reason: "decimals" };
  const kept = fraction.slice(0, rules.decimals);
  return { kind: "number", value: kept === "" ? units : `${units}.${kept}`, isPlain };
}

/** Prefix of an unreadable entry. No decimal parser accepts it, so it can neither be sent nor ignored. */
const REFUSED = "?";

/** Returns the field's value: plain decimal text, "" if empty, or the rejected entry, which is not a decimal. */
export function entryValue(text: string, reading: DecimalReading): string {
  if (reading.kind === "number") return reading.value;
  return reading.kind === "empty" ? "" : REFUSED + text;
}

/** Returns the original text of a rejected entry; null otherwise. */
export const refusedEntry = (value: string): string | null =>
  value.startsWith(REFUSED) ? value.slice(REFUSED.length) : null;

/** Formats a plain value in the language's format. */
export function showDecimalEntry(value: string, marks: NumberMarks): string {
  const refused = refusedEntry(value);
  if (refused !== null) return refused;
  const [whole = "", fraction] = value.split(".");
  return groupDigits(whole, marks) + (fraction === undefined ? "" : marks.decimal + fraction);
}

export interface DecimalEdit {
  readonly text: string;
  /** Resulting caret position. */
  readonly caret: number;
}

/**
 * Handles the first edit of a text written by the app: `shown` was in the field with `selection` selected, `typed` is
 * there now. Removes the app's thousands separators from the remaining text, so that "4,999" with an inserted digit is
 * not misread. Text that replaced everything is taken as it is.
 */
export function firstEdit(
  shown: string,
  typed: string,
  caret: number,
  selection: readonly [start: number, end: number] | null,
  marks: NumberMarks,
): DecimalEdit {
  const [start, end] = selection ?? [0, shown.length];
  let head = 0;
  while (head < start && shown[head] === typed[head]) head++;
  const mostTail = Math.min(shown.length - Math.max(end, head), typed.length - head);
  let tail = 0;
  while (tail < mostTail && shown.at(-1 - tail) === typed.at(-1 - tail)) tail++;
  const bare = (text: string): string => text.replaceAll(marks.group, "");
  const before = bare(typed.slice(0, head));
  const added = typed.slice(head, typed.length - tail);
  return {
    text: before + added + bare(typed.slice(typed.length - tail)),
    caret: before.length + Math.min(added.length, Math.max(0, caret - head)),
  };
}
