/**
 * The error registry: one row, number and family per string. Several strings may share a number within a family: the
 * number selects the old client's meaning, the string the exact cause. Numbers 30–136 are the specification's catalog;
 * 201–221 number its messages that had none; 300–381 are this product's. Number 0: a message without a code. Rows are
 * only appended, never moved: their position is their number in binary records.
 */
export type ErrorFamily =
  | "transport"
  | "mining"
  | "wallet"
  | "withdrawal"
  | "trade"
  | "user"
  | "message"
  | "product"
  | "success";

interface Row {
  readonly number: number;
  readonly name: string;
  readonly family: ErrorFamily;
  /**
   * English text on the wire; up to 221 in the specification's wording. {placeholders} are the reply's params. The
   * app's own English: wire/translations/plain-errors.ts. Other languages: wire/locales.
   */
  readonly message: string;
}

const row = <const Name extends string>(
  number: number,
  name: Name,
  family: ErrorFamily,
  message: string,
) => ({
  number,
  name,
  family,
  message,
});

export const ERRORS = [
  row(401, "session.expired", "transport", "Login timed out"),
  row(402, "site.closed", "transport", "The site is closed. {message}"),
  row(402, "user.banned", "transport", "Account has been frozen. Please contact customer service"),
  row(404, "request.notFound", "transport", "Unknown call"),
  row(405, "request.methodNotAllowed", "transport", "Method not allowed"),
  row(413, "request.tooLarge", "transport", "Too large, at most {max}"),
  row(500, "system.failure", "transport", "Something went wrong"),
  row(503, "system.unavailable", "transport", "Not available right now, try later"),
  row(100, "mining.minerNotFound", "mining", "Miner does not exist"),
  row(101, "mining.insufficientBalance", "mining", "Insufficient balance, please recharge"),
  row(102, "mining.purchaseLimitReached", "mining", "Purchase limit reached"),
  row(102, "mining.soldOut", "mining", "Sold out"),
  row(103, "mining.nothingToClaim", "mining", "No benefit to claim"),
  row(104, "mining.alreadyReceived", "mining", "Revenue already received"),
  row(105, "mining.released", "mining", "Miner released"),
  row(111, "request.parameterError", "wallet", "Parameter error"),
  row(112, "wallet.amountError", "wallet", "Amount error"),
  row(113, "wallet.paymentPasswordError", "wallet", "Payment password error"),
  row(114, "wallet.insufficientBalance", "wallet", "Insufficient balance"),
  row(115, "wallet.belowMinimumTransfer", "wallet", "Minimum single transaction amount {min}"),
  row(
    116,
    "wallet.remainderBelowMinimum",
    "wallet",
    "Remaining amount below single minimum liquidation limit",
  ),
  row(130, "withdrawal.paymentPasswordEmpty", "withdrawal", "Payment password cannot be empty"),
  row(131, "withdrawal.addressEmpty", "withdrawal", "Address cannot be empty"),
  row(132, "withdrawal.amountEmpty", "withdrawal", "Amount cannot be empty"),
  row(133, "withdrawal.paymentPasswordError", "withdrawal", "Payment password error"),
  row(134, "withdrawal.insufficientBalance", "withdrawal", "Insufficient balance"),
  row(135, "withdrawal.belowMinimum", "withdrawal", "Minimum withdrawal amount {min}"),
  row(136, "withdrawal.addressBound", "withdrawal", "Contact online service to change address"),
  row(100, "trade.invalidParameters", "trade", "Invalid parameters"),
  row(101, "trade.chooseTime", "trade", "Please choose time"),
  row(102, "trade.amountError", "trade", "Amount error, minimum amount {min}"),
  row(102, "option.capReached", "trade", "Invalid amount, at most {max} now"),
  row(102, "option.noCover", "trade", "Invalid amount, at most {max} is covered"),
  row(103, "trade.insufficientBalance", "trade", "Insufficient balance"),
  row(104, "trade.tooFast", "trade", "Too fast, try later"),
  row(106, "trade.timeError", "trade", "Time error, choose again"),
  row(106, "option.rateChanged", "trade", "The payout rate changed to {payoutRate}, choose again"),
  row(107, "trade.success", "trade", "Success"),
  row(108, "trade.checkNow", "trade", "Check now?"),
  row(30, "user.passwordError", "user", "Password error"),
  row(31, "user.accountError", "user", "Account error"),
  row(32, "user.frozen", "user", "Account has been frozen. Please contact customer service"),
  row(34, "user.phoneExists", "user", "Phone already exists"),
  row(35, "user.emailExists", "user", "Mailbox already exists"),
  row(39, "user.usernameExists", "user", "Username already exists"),
  row(40, "user.phoneFormat", "user", "Phone format error"),
  row(41, "user.emailFormat", "user", "Please check the input email format!"),
  row(43, "user.invitationMissing", "user", "The invitation code cannot be empty"),
  row(45, "user.sendingTooFrequently", "user", "Sending too frequently"),
  row(46, "user.notFound", "user", "User does not exist"),
  row(47, "user.passwordReset", "user", "Password reset success"),
  row(48, "user.notLoggedIn", "user", "Not logged in"),
  row(201, "user.codeError", "message", "Verification code error"),
  row(202, "user.invitationError", "message", "Invitation code error or nonexistent"),
  row(203, "user.oldPasswordWrong", "message", "Old password wrong"),
  row(204, "user.passwordUnchanged", "message", "New password is the same as the old one"),
  row(205, "user.passwordsDiffer", "message", "The passwords are not equal"),
  row(206, "user.notRegistered", "message", "Not registered"),
  row(207, "user.alreadyRegistered", "message", "Already registered"),
  row(208, "user.codeNotExpired", "message", "Verification code sent and not expired"),
  row(209, "user.sendFailed", "message", "Send failed"),
  row(210, "upload.imageFormat", "message", "Image format error"),
  row(211, "upload.missing", "message", "Please upload pictures"),
  row(212, "request.tooFast", "message", "It's too fast"),
  row(213, "wallet.insufficientAmount", "message", "Insufficient amounts"),
  row(214, "withdrawal.returned", "message", "Withdrawal failed, return!"),
  row(215, "account.contractFrozen", "message", "Contract account frozen. Please contact customer service"),
  row(216, "account.optionFrozen", "message", "Option account frozen. Please contact customer service"),
  row(217, "account.coinFrozen", "message", "Coin account frozen. Please contact customer service"),
  row(218, "user.passwordEmpty", "message", "Password cannot be empty"),
  row(219, "user.passwordFormat", "message", "Password: 6-12 characters, letters and digits"),
  row(220, "user.paymentPasswordFormat", "message", "Payment password: 6 digits"),
  row(221, "verification.fieldsRequired", "message", "Please fill in all fields"),
  row(300, "request.keyConflict", "product", "This request id was used with other contents"),
  row(302, "request.featureOff", "product", "Not offered here"),
  row(310, "user.secondFactorRequired", "product", "Second factor required"),
  row(311, "user.secondFactorError", "product", "Wrong second factor"),
  row(312, "user.passwordBreached", "product", "This password is known from data leaks"),
  row(313, "user.paymentPasswordUnset", "product", "Please set a payment password first"),
  row(314, "user.paymentPasswordLocked", "product", "Payment password locked until {until}"),
  row(320, "request.unknownId", "product", "Not found"),
  row(330, "trade.marketUnavailable", "product", "This market takes no new orders now"),
  row(331, "trade.priceOutOfBand", "product", "Price must be between {min} and {max}"),
  row(332, "trade.orderNotFound", "product", "Order does not exist"),
  row(333, "trade.orderClosed", "product", "Order is already {status}"),
  row(334, "trade.positionNotFound", "product", "No open position"),
  row(335, "trade.reduceOnly", "product", "This order would not reduce the position"),
  row(336, "trade.tooManyOrders", "product", "At most {max} open orders"),
  row(337, "trade.riskLimit", "product", "Over the limit of this leverage"),
  row(338, "trade.wouldTake", "product", "A post-only order would execute at once"),
  row(339, "trade.triggerPrice", "product", "The trigger price is on the wrong side of {price}"),
  row(341, "trade.positionOpen", "product", "Close positions and cancel orders first"),
  row(342, "trade.notIsolated", "product", "Only for isolated margin"),
  row(345, "lever.borrowLimit", "product", "At most {max} {asset} can be borrowed"),
  row(346, "lever.poolEmpty", "product", "Not enough to lend right now"),
  row(347, "lever.noDebt", "product", "Nothing to repay"),
  row(348, "lever.marginLevel", "product", "Margin level too low to transfer out"),
  row(360, "withdrawal.aboveMaximum", "product", "Maximum withdrawal amount {max}"),
  row(361, "withdrawal.hold", "product", "Withdrawals are on hold until {until}: {reason}"),
  row(362, "withdrawal.addressInvalid", "product", "This is not a valid address for {chain}"),
  row(363, "withdrawal.addressLocked", "product", "New address, usable from {until}"),
  row(364, "withdrawal.chainPaused", "product", "{chain} is paused"),
  row(370, "convert.quoteExpired", "product", "The quote has expired"),
  row(371, "convert.noQuote", "product", "No quote possible right now"),
  row(380, "verification.state", "product", "Already submitted or passed"),
  row(381, "evidence.notSettled", "product", "Not settled yet"),
  row(0, "user.loggedIn", "success", "Login successful"),
  row(0, "user.registered", "success", "Registration successful"),
  row(0, "user.codeSent", "success", "Sent"),
  row(0, "mining.incomeReceived", "success", "Income received"),
  row(0, "mining.minerReleased", "success", "Miner released"),
  row(0, "deposit.succeeded", "success", "Recharge succeeded"),
  row(365, "withdrawal.state", "product", "The withdrawal cannot take this step now"),
  row(366, "withdrawal.feeChanged", "product", "The network fee is {fee} now"),
  row(350, "user.closingBlocked", "product", "Something still prevents closing this account"),
  row(351, "user.closed", "product", "This account was closed by its owner"),
  row(352, "user.secondFactorUsed", "product", "This code was used a moment ago, wait for the next one"),
  row(353, "user.freezeLinkInvalid", "product", "This link was used, or is too old"),
  row(
    354,
    "user.contactTooNew",
    "product",
    "This contact was added a few days ago and cannot reset the password yet",
  ),
  row(
    32,
    "user.frozenByOwner",
    "user",
    "You froze this account. Reset its password with a code to open it again",
  ),
  row(219, "user.passwordFormatLong", "message", "Password: 8-128 characters"),
  row(106, "mining.termsChanged", "mining", "The terms of this machine have changed, please look again"),
  row(315, "user.paymentPasswordTrivial", "product", "This payment password is too easy to guess"),
  row(303, "request.skipped", "product", "This request cannot be executed, and nothing was changed"),
  row(504, "system.outcomeUnknown", "transport", "The outcome is not known yet. Check before you repeat it"),
  row(201, "user.codeExpired", "message", "This code is no longer valid, request a new one"),
  row(355, "request.expired", "product", "This request has expired, please start again"),
  row(343, "trade.closingOrderExists", "product", "An order that closes this position is already waiting"),
] as const satisfies readonly Row[];

export type ErrorName = (typeof ERRORS)[number]["name"];

const INDEX = new Map<string, number>(ERRORS.map((entry, index) => [entry.name, index]));

/** Returns the row's position: the error's number in binary records. */
export function errorIndex(name: ErrorName): number {
  const index = INDEX.get(name);
  if (index === undefined) throw new RangeError(`unknown error ${name}`);
  return index;
}

export function errorNumber(name: ErrorName): number {
  return (ERRORS[errorIndex(name)] as Row).number;
}
