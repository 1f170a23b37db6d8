/** Removes invisible characters from user input: in a name they disguise the user, in an email they forge lines. */

/** Emoji built from several characters with invisible joiners and selectors (UTS #51). */
const PICTURE =
  /\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?(?:\u200d\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?)*/gu;
/**
 * Direction marks, joiners, fillers, selectors, tags, unassigned and private characters, and the empty Braille cell.
 */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\p{Cn}\u2800]/gu;
const BLANKS = /[\p{Zs}\t]+/gu;
/** Line feeds and similar characters. */
const LINE_BREAK = /[\n\r\v\f\u0085\p{Zl}\p{Zp}]/u;
/**
 * Control characters, line breaks, direction marks, zero-width spaces and fillers. The core uses this check, and its
 * results must not change with the runtime's Unicode version, so characters are listed by code point, except control
 * characters, which Unicode never changes. The emoji joiner is not included.
 */
const HIDDEN_CHARACTERS =
  /[\p{Cc}\u{ad}\u{61c}\u{115f}\u{1160}\u{180e}\u{200b}\u{200c}\u{200e}\u{200f}\u{2028}-\u{202e}\u{2060}-\u{206f}\u{2800}\u{3164}\u{feff}\u{ffa0}]/u;
const BREAKS_AND_CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
/** A tab counts as a space. */
const CONTROL = /[^\P{Cc}\t]/u;

/** Removes characters that show nothing, except within emoji. */
export function withoutInvisible(text: string): string {
  let plain = "";
  let end = 0;
  for (const { 0: picture, index } of text.matchAll(PICTURE)) {
    plain += text.slice(end, index).replaceAll(INVISIBLE, "") + picture;
    end = index + picture.length;
  }
  return plain + text.slice(end).replaceAll(INVISIBLE, "");
}

/** Normalizes a name for storage: visible characters, single spaces, trimmed. */
export function asOneLine(text: string): string {
  return withoutInvisible(text).replaceAll(BLANKS, " ").trim();
}

/** Whether a line contains a character that hides or forges something. */
export function hasHiddenCharacters(text: string): boolean {
  return HIDDEN_CHARACTERS.test(text) || !text.isWellFormed();
}

/** Joins several lines into one: line breaks and control characters become spaces. */
export function joinToOneLine(text: string): string {
  return asOneLine(text.toWellFormed().normalize("NFC").replaceAll(BREAKS_AND_CONTROLS, " "));
}

/** Whether a name is on one line, without control characters. */
export function isOneLine(text: string): boolean {
  return !LINE_BREAK.test(text) && !CONTROL.test(text);
}
