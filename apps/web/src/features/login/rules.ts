import { narrowPhone, normalPhone } from "@candor/protocol/phone-number";

/** The specification's rules for what people choose; the server checks them again. */

/** Letters and digits both, 6 to 12 characters, printable and without blanks. */
export const hasPasswordLength = (password: string): boolean => password.length >= 6 && password.length <= 12;
export const hasPasswordMix = (password: string): boolean =>
  /[A-Za-z]/.test(password) && /[0-9]/.test(password);
export const isPassword = (password: string): boolean =>
  hasPasswordLength(password) && hasPasswordMix(password) && /^[\x21-\x7e]+$/.test(password);

export const isPaymentPassword = (password: string): boolean => /^[0-9]{6}$/.test(password);
export const isCode = (code: string): boolean => /^[0-9]{6}$/.test(code);
export const isEmail = (email: string): boolean =>
  email.length <= 254 && /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(email.trim());
export const isUsername = (name: string): boolean => /^[A-Za-z][A-Za-z0-9_]{3,19}$/.test(name);
/** As long as people write a number with blanks and brackets. */
export const PHONE_LENGTH = 32;
export const isPhone = (phone: string): boolean => normalPhone(phone) !== undefined;
/** Digits and a plus only: nobody writes a mail address like that. */
export const looksLikePhone = (account: string): boolean => /^\+?[0-9]+$/.test(narrowPhone(account));
/** What is sent: without what only makes it readable, where it is a phone number. */
export const plainAccount = (account: string): string => normalPhone(account) ?? account.trim();
