/** What people write, without what nobody sees: in a name it hides who somebody is, in a mail it forges lines. */

/** Pictures that are put together from several by invisible joiners and selectors (UTS #51). */
const PICTURE =
  /\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?(?:\u200d\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?)*/gu;
/** Direction marks, joiners, fillers, selectors, tags, unassigned and private characters, and the empty Braille cell. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\p{Cn}\u2800]/gu;
const BLANKS = /[\p{Zs}\t]+/gu;
/** Line feeds and their kin. */
const LINE_BREAK = /[\n\r\v\f\u0085\p{Zl}\p{Zp}]/u;
/**
 * Controls, line breaks, direction marks, blanks without width and fillers. The exchange's core asks for them, and its answers
 * must not change with the Unicode version of the runtime: so they stand here by their numbers, but for controls, which Unicode
 * never changes. The joiner of pictures is not among them.
 */
const HIDING =
  /[\p{Cc}\u{ad}\u{61c}\u{115f}\u{1160}\u{180e}\u{200b}\u{200c}\u{200e}\u{200f}\u{2028}-\u{202e}\u{2060}-\u{206f}\u{2800}\u{3164}\u{feff}\u{ffa0}]/u;
const BREAKS_AND_CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
/** A tab is a blank. */
const CONTROL = /[^\P{Cc}\t]/u;

/** The text without characters that show nothing, except within pictures. */
export function withoutInvisible(text: string): string {
  let plain = "";
  let end = 0;
  for (const { 0: picture, index } of text.matchAll(PICTURE)) {
    plain += text.slice(end, index).replaceAll(INVISIBLE, "") + picture;
    end = index + picture.length;
  }
  return plain + text.slice(end).replaceAll(INVISIBLE, "");
}

/** A name as it is kept: what is seen of it, with single blanks and none around. */
export function asOneLine(text: string): string {
  return withoutInvisible(text).replaceAll(BLANKS, " ").trim();
}

/** Whether a line has a character that hides or forges something. */
export function hidesSomething(text: string): boolean {
  return HIDING.test(text) || !text.isWellFormed();
}

/** What somebody has written in several lines, as one: what breaks a line or controls is a blank. */
export function joinedAsOneLine(text: string): string {
  return asOneLine(text.toWellFormed().normalize("NFC").replaceAll(BREAKS_AND_CONTROLS, " "));
}

/** Whether a name is on one line, without control characters. */
export function isOneLine(text: string): boolean {
  return !LINE_BREAK.test(text) && !CONTROL.test(text);
}
