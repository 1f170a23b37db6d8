import { PASSWORD_LENGTHS } from "@candor/text/account-rules";
import { normalPhone, stripPhoneFormatting } from "@candor/text/phone-number";

/** Maximum length of a password field: browsers silently cut longer input. A character may take two code units. */
export const PASSWORD_FIELD_LENGTH = 2 * PASSWORD_LENGTHS.long[1];

/** Only digits and a plus: no mail address looks like that. */
export const looksLikePhone = (account: string): boolean => /^\+?[0-9]+$/.test(stripPhoneFormatting(account));
/** Value to send: phone numbers without formatting characters. */
export const plainAccount = (account: string): string => normalPhone(account) ?? account.trim();
