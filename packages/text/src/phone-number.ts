const DOMESTIC = /^1[3-9][0-9]{9}$/;
const FOREIGN = /^\+[0-9]{7,15}$/;
/** Spaces, hyphens and dashes, brackets, dots and slashes; also direction marks, which address books add. */
const WRITTEN = /[\s()[\]./\u002d\u00ad\u2010-\u2015\u2212\p{Cf}]/gu;
/** Dialed only within the country: +49 (0) 151. */
const TRUNK_ZERO = "(0)";
/** Length with formatting characters; longer strings are rejected without parsing. */
export const MAX_WRITTEN_PHONE = 64;

/** Returns a phone number as typed, including full-width digits, without formatting characters. */
export function stripPhoneFormatting(text: string): string {
  const plain = text
    .normalize("NFKC")
    .replaceAll(/\p{Cf}/gu, "")
    .trimStart();
  return (plain.startsWith("+") ? plain.replace(TRUNK_ZERO, "") : plain).replaceAll(WRITTEN, "");
}

/**
 * Normalizes a phone number for comparison: a mainland China mobile number, or any other one in international format.
 * Returns undefined for anything else.
 */
export function normalPhone(text: string): string | undefined {
  if (text.length > MAX_WRITTEN_PHONE) return undefined;
  const phone = stripPhoneFormatting(text);
  return DOMESTIC.test(phone) || FOREIGN.test(phone) ? phone : undefined;
}
