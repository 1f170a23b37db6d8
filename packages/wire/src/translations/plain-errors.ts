import type { Language } from "@candor/domain/enumerations";
import type { ErrorName } from "@candor/domain/errors/errors";
import { CATALOGUES } from "./messages.ts";

/**
 * English for people where the wire keeps the specification's wording for its clients: the app shows these by error
 * name. The other languages never had that wording.
 */
export const PLAIN_ENGLISH = {
  "session.expired": "Your session has expired",
  "mining.minerNotFound": "This machine does not exist",
  "mining.insufficientBalance": "Insufficient balance, please deposit",
  "mining.nothingToClaim": "No income to claim",
  "mining.alreadyReceived": "Income already claimed",
  "mining.released": "Machine released",
  "request.parameterError": "Invalid request",
  "wallet.amountError": "Invalid amount",
  "wallet.paymentPasswordError": "Wrong payment password",
  "wallet.belowMinimumTransfer": "Minimum amount per transfer: {min}",
  "wallet.remainderBelowMinimum": "The remaining amount would be below the minimum",
  "withdrawal.paymentPasswordEmpty": "Enter your payment password",
  "withdrawal.addressEmpty": "Enter an address",
  "withdrawal.amountEmpty": "Enter an amount",
  "withdrawal.paymentPasswordError": "Wrong payment password",
  "withdrawal.addressBound": "Contact customer service to change the address",
  "trade.chooseTime": "Choose a duration",
  "trade.amountError": "Invalid amount, at least {min}",
  "trade.timeError": "Invalid duration, choose again",
  "user.passwordError": "Wrong password",
  "user.accountError": "Invalid account name",
  "user.frozen": "Your account is frozen. Please contact customer service",
  "user.banned": "Your account is frozen. Please contact customer service",
  "user.phoneExists": "This phone number is already in use",
  "user.emailExists": "This e-mail is already in use",
  "user.usernameExists": "This username is already taken",
  "user.phoneFormat": "Please check the phone number",
  "user.emailFormat": "Please check the e-mail address",
  "user.sendingTooFrequently": "Too many codes were requested, try later",
  "user.notFound": "There is no such account",
  "user.codeError": "Wrong verification code",
  "user.invitationError": "Wrong or unknown invitation code",
  "user.oldPasswordWrong": "The old password is wrong",
  "user.passwordUnchanged": "The new password is the same as the old one",
  "user.passwordsDiffer": "The passwords do not match",
  "user.codeNotExpired": "The code that was sent is still valid",
  "user.sendFailed": "Sending failed",
  "upload.imageFormat": "Invalid image format",
  "request.tooFast": "Too fast, please slow down",
  "wallet.insufficientAmount": "Insufficient amount",
  "withdrawal.returned": "Withdrawal failed, amount returned",
  "account.contractFrozen": "Your contract account is frozen. Please contact customer service",
  "account.optionFrozen": "Your option account is frozen. Please contact customer service",
  "account.coinFrozen": "Your spot account is frozen. Please contact customer service",
} as const satisfies Partial<Readonly<Record<ErrorName, string>>>;

export type PlainError = keyof typeof PLAIN_ENGLISH;

/** Returns the app's texts for the errors that have their own. */
export function plainErrors(language: Language): Readonly<Record<PlainError, string>> {
  if (language === "en") return PLAIN_ENGLISH;
  const { errors } = CATALOGUES[language];
  return Object.fromEntries(
    (Object.keys(PLAIN_ENGLISH) as PlainError[]).map((name) => [name, errors[name]]),
  ) as Record<PlainError, string>;
}
