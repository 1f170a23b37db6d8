import type { NumberMarks } from "@candor/protocol/decimal-text";
import { groupDigits } from "@candor/protocol/decimal-text";

/**
 * What people type, turned into the plain decimal text that the wire carries. Comma and point both count as
 * the decimal mark, because a phone's number pad shows the mark of the phone's language, not of the app's.
 * Only a pasted number is examined for thousands marks.
 */

/** An East Asian keyboard's wide digits and marks as the narrow ones that they stand for. */
export function narrowDigits(text: string): string {
  return text.normalize("NFKC").replaceAll("\u3002", ".");
}

/** More zeros than any power of two digits moves the point over. */
const ZEROS = "0".repeat(99);

/** "1.5e-7", as programs write very small and very large numbers, without its power; zeros at its front may stay. */
function withoutPower(text: string): string {
  return text.replace(/^(\d+)[.,]?(\d*)e([+-]?\d\d?)$/i, (_, whole: string, rest: string, power: string) => {
    const digits = ZEROS + whole + rest.padEnd(Number(power), "0");
    const point = ZEROS.length + whole.length + Number(power);
    return `${digits.slice(0, point)}.${digits.slice(point)}`;
  });
}

/** Keeps digits and one decimal mark; cuts surplus decimals. "," and "." alone begin with a zero. */
export function cleanTypedDecimal(typed: string, decimals: number): string {
  let whole = "";
  let fraction: string | null = null;
  for (const character of typed) {
    if (character >= "0" && character <= "9") {
      if (fraction === null) whole += character;
      else if (fraction.length < decimals) fraction += character;
    } else if ((character === "." || character === ",") && fraction === null && decimals > 0) {
      fraction = "";
    }
  }
  whole = whole.replace(/^0+(?=\d)/, "");
  if (fraction === null) return whole;
  return `${whole === "" ? "0" : whole}.${fraction}`;
}

/**
 * Reads a pasted number such as "67,412.50", "67.412,50" or "67 412,50". With both marks the last one is the
 * decimal mark; one mark that repeats sets thousands apart; one mark alone does so when it is the language's
 * thousands mark and stands where thousands are set apart: not in "0.123", not in "1234.567".
 */
export function cleanPastedDecimal(pasted: string, marks: NumberMarks, decimals: number): string {
  return cleanTypedDecimal(readPasted(pasted, marks), decimals);
}

/**
 * A pasted number's digits with a point, every one of them: it may be only the end of a number. What is below zero is no
 * amount, and must not become one.
 */
function readPasted(pasted: string, marks: NumberMarks): string {
  const narrow = narrowDigits(pasted).trim();
  if (/^[-\u2212]\s?[\d.,]/.test(narrow)) return "";
  const text = withoutPower(narrow).replace(/[^\d.,]/g, "");
  const lastDot = text.lastIndexOf(".");
  const lastComma = text.lastIndexOf(",");
  const last = Math.max(lastDot, lastComma);
  if (last < 0) return text;
  const mark = text.charAt(last);
  const isBoth = lastDot >= 0 && lastComma >= 0;
  const repeats = text.indexOf(mark) !== last;
  const isThousands = !isBoth && (repeats || (mark === marks.group && /^[1-9]\d?\d?.\d{3}$/.test(text)));
  const whole = text.slice(0, last).replace(/[.,]/g, "");
  const rest = text.slice(last + 1).replace(/[.,]/g, "");
  return isThousands ? whole + rest : `${whole}.${rest}`;
}

/** What is shown, in plain text: digits and a point. */
function plainOf(shown: string, marks: NumberMarks): string {
  let plain = "";
  for (const character of shown) {
    if (character >= "0" && character <= "9") plain += character;
    else if (character === marks.decimal) plain += ".";
  }
  return plain;
}

export interface DecimalEdit {
  /** Plain decimal text. */
  readonly value: string;
  /** Where the caret belongs in the entry as shown while typing. */
  readonly caret: number;
}

/**
 * One edit of a field: `shown` stood there, `typed` stands there now, with the caret after what was put in. What was
 * there before is read in the language's form, what is new in any.
 */
export function editDecimal(
  shown: string,
  typed: string,
  caretAt: number,
  marks: NumberMarks,
  decimals: number,
): DecimalEdit {
  let same = 0;
  while (same < caretAt && same < shown.length && shown[same] === typed[same]) same++;
  const added = narrowDigits(typed.slice(same, caretAt));
  const isNumber = added.length > 1 && /[.,e\u2212-]/i.test(added);
  const plainAdded = isNumber ? readPasted(added, marks) : added.replace(",", ".");
  const before = plainOf(typed.slice(0, same), marks) + plainAdded;
  return {
    value: cleanTypedDecimal(before + plainOf(typed.slice(caretAt), marks), decimals),
    caret: cleanTypedDecimal(before, decimals).length,
  };
}

/** The entry as shown: the language's decimal mark; thousands set apart only while nobody types. */
export function showDecimalEntry(value: string, marks: NumberMarks, isEditing: boolean): string {
  const dot = value.indexOf(".");
  const whole = dot < 0 ? value : value.slice(0, dot);
  const fraction = dot < 0 ? "" : marks.decimal + value.slice(dot + 1);
  return (isEditing ? whole : groupDigits(whole, marks)) + fraction;
}

/** Drops an unfinished ending: "12." becomes "12". Empty stays empty. */
export function finishDecimalEntry(value: string): string {
  return value.endsWith(".") ? value.slice(0, -1) : value;
}
