import { normalPhone, stripPhoneFormatting } from "@candor/text/phone-number";
import type { CallReply } from "@candor/wire/calls";

/** Input rules from the specification; the server checks them too. */

export type PasswordRule = CallReply<"home">["siteData"]["passwordRule"];

const LENGTHS = { short: [6, 12], long: [8, 128] } as const satisfies Record<PasswordRule, readonly number[]>;

/** `short`: 6 to 12 printable characters with letters and digits, no spaces; `long`: 8 to 128 of any kind. */
export const hasPasswordLength = (password: string, rule: PasswordRule): boolean => {
  const [min, max] = LENGTHS[rule];
  const { length } = Array.from(password);
  return length >= min && length <= max;
};
export const hasPasswordMix = (password: string): boolean =>
  /[A-Za-z]/.test(password) && /[0-9]/.test(password);
/** Returns the first character that the short rule forbids. */
export const wrongCharacter = (password: string): string | undefined => /[^\x21-\x7e]/u.exec(password)?.[0];
/** Maximum length of a password field: browsers silently cut longer input. */
export const PASSWORD_FIELD_LENGTH = 256;

export const isPaymentPassword = (password: string): boolean => /^[0-9]{6}$/.test(password);
export const isCode = (code: string): boolean => /^[0-9]{6}$/.test(code);
export const isEmail = (email: string): boolean =>
  email.length <= 254 && /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(email.trim());
export const isUsername = (name: string): boolean => /^[A-Za-z][A-Za-z0-9_]{3,19}$/.test(name);
/** Maximum length of a phone number with spaces and brackets. */
export const PHONE_LENGTH = 32;
export const isPhone = (phone: string): boolean => normalPhone(phone) !== undefined;
/** Only digits and a plus: no mail address looks like that. */
export const looksLikePhone = (account: string): boolean => /^\+?[0-9]+$/.test(stripPhoneFormatting(account));
/** Value to send: phone numbers without formatting characters. */
export const plainAccount = (account: string): string => normalPhone(account) ?? account.trim();
