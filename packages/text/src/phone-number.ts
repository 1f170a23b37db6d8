const DOMESTIC = /^1[3-9][0-9]{9}$/;
const FOREIGN = /^\+[0-9]{7,15}$/;
/** Blanks, hyphens and dashes, brackets, dots and slashes; marks of direction come along from address books. */
const WRITTEN = /[\s()[\]./\u002d\u00ad\u2010-\u2015\u2212\p{Cf}]/gu;
/** Dialled at home only: +49 (0) 151. */
const TRUNK_ZERO = "(0)";
/** A longer text is no number, however it is written, and is not looked at. */
const MAX_WRITTEN = 64;

/** A phone number as people write it, in wide digits too, without what only makes it readable. */
export function narrowPhone(text: string): string {
  const plain = text
    .normalize("NFKC")
    .replaceAll(/\p{Cf}/gu, "")
    .trimStart();
  return (plain.startsWith("+") ? plain.replace(TRUNK_ZERO, "") : plain).replaceAll(WRITTEN, "");
}

/**
 * The compared form of a phone number: a mobile number of mainland China, or any other one in international form.
 * Undefined: it is neither.
 */
export function normalPhone(text: string): string | undefined {
  if (text.length > MAX_WRITTEN) return undefined;
  const phone = narrowPhone(text);
  return DOMESTIC.test(phone) || FOREIGN.test(phone) ? phone : undefined;
}
