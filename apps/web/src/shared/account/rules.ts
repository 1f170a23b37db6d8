<<<<<<< 94d39a01ae88a24af3e25af90265f860724fefae
import { PASSWORD_LENGTHS } from "@candor/text/account-rules";
import { normalPhone, stripPhoneFormatting } from "@candor/text/phone-number";
=======
import { normalPhone, stripPhoneFormatting } from "@candor/text/phone-number";
import type { CallReply } from "@candor/wire/calls";
>>>>>>> f612ae95af11866a707e4e8d204d85ded79f48c9

/** Maximum length of a password field: browsers silently cut longer input. A character may take two code units. */
export const PASSWORD_FIELD_LENGTH = 2 * PASSWORD_LENGTHS.long[1];

/** Only digits and a plus: no mail address looks like that. */
export const looksLikePhone = (account: string): boolean => /^\+?[0-9]+$/.test(stripPhoneFormatting(account));
/** Value to send: phone numbers without formatting characters. */
export const plainAccount = (account: string): string => normalPhone(account) ?? account.trim();
