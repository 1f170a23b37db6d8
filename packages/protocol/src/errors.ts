/**
 * The error registry: one row a string, one number and one family a string. Several strings may share a number
 * within a family: the number picks the old client's meaning, the string the exact cause. Numbers 30–136 are the
 * specification's catalogue; 201–221 number its messages that had none; 300–381 are this product's. Number 0: a
 * message without a code. Rows are appended, never moved: their position is their number in binary records.
 */
export type ErrorFamily = "";

interface Row {
  readonly number: number;
  readonly name: string;
  readonly family: ErrorFamily;
  /** English; {placeholders} are the reply's params. Other languages: messages/. */
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
  row(401, "session.expired", "", "Login timed out"),
  row(402, "site.closed", "", "The site is closed. {message}"),
  row(402, "user.banned", "", "Account has been frozen. Please contact customer service"),
  row(404, "request.notFound", "", "Unknown call"),
  row(405, "request.methodNotAllowed", "", "Method not allowed"),
  row(413, "request.tooLarge", "", "Too large, at most {max}"),
  row(500, "system.failure", "", "Something went wrong"),
  row(503, "system.unavailable", "", "Not available right now, try later"),
  row(100, "mining.minerNotFound", "", "Miner does not exist"),
  row(101, "mining.insufficientBalance", "", "Insufficient balance, please recharge"),
  row(102, "mining.purchaseLimitReached", "", "Purchase limit reached"),
  row(102, "mining.soldOut", "", "Sold out"),
  row(103, "mining.nothingToClaim", "", "No benefit to claim"),
  row(104, "mining.alreadyReceived", "", "Revenue already received"),
  row(105, "mining.released", "", "Miner released"),
  row(111, "request.parameterError", "", "Parameter error"),
  row(112, "wallet.amountError", "", "Amount error"),
  row(113, "wallet.paymentPasswordError", "", "Payment password error"),
  row(114, "wallet.insufficientBalance", "", "Insufficient balance"),
  row(116, "wallet.remainderBelowMinimum", "", "Remaining amount below single minimum liquidation limit"),
  row(133, "withdrawal.paymentPasswordError", "", "Payment password error"),
  row(136, "withdrawal.addressBound", "", "Contact online service to change address"),
  row(100, "trade.invalidParameters", "", "Invalid parameters"),
  row(101, "trade.chooseTime", "", "Please choose time"),
  row(102, "trade.amountError", "", "Amount error, minimum amount {min}"),
  row(102, "option.capReached", "", "Amount error, at most {max} now"),
  row(102, "option.noCover", "", "Amount error, at most {max} is covered"),
  row(103, "trade.insufficientBalance", "", "Insufficient balance"),
  row(104, "trade.tooFast", "", "Too fast, try later"),
  row(106, "trade.timeError", "", "Time error, choose again"),
  row(106, "option.rateChanged", "", "The payout rate changed to {payoutRate}, choose again"),
  row(107, "trade.success", "", "Success"),
  row(108, "trade.checkNow", "", "Check now?"),
  row(30, "user.passwordError", "", "Password error"),
  row(31, "user.accountError", "", "Account error"),
  row(32, "user.frozen", "", "Account has been frozen. Please contact customer service"),
  row(34, "user.phoneExists", "", "Phone already exists"),
  row(35, "user.emailExists", "", "Mailbox already exists"),
  row(39, "user.usernameExists", "", "Username already exists"),
  row(40, "user.phoneFormat", "", "Phone format error"),
  row(41, "user.emailFormat", "", "Please check the input email format!"),
  row(43, "user.invitationMissing", "", "The invitation code cannot be empty"),
  row(45, "user.sendingTooFrequently", "", "Sending too frequently"),
  row(46, "user.notFound", "", "User does not exist"),
  row(47, "user.passwordReset", "", "Password reset success"),
  row(48, "user.notLoggedIn", "", "Not logged in"),
  row(201, "user.codeError", "", "Verification code error"),
  row(206, "user.notRegistered", "", "Not registered"),
  row(207, "user.alreadyRegistered", "", "Already registered"),
  row(208, "user.codeNotExpired", "", "Verification code sent and not expired"),
  row(209, "user.sendFailed", "", "Send failed"),
  row(210, "upload.imageFormat", "", "Image format error"),
  row(212, "request.tooFast", "", "It's too fast"),
  row(213, "wallet.insufficientAmount", "", "Insufficient amounts"),
  row(214, "withdrawal.returned", "", "Withdrawal failed, return!"),
  row(221, "verification.fieldsRequired", "", "Please fill in all fields"),
  row(300, "request.keyConflict", "", "This request id was used with other contents"),
  row(302, "request.featureOff", "", "Not offered here"),
  row(310, "user.secondFactorRequired", "", "Second factor required"),
  row(314, "user.paymentPasswordLocked", "", "Payment password locked until {until}"),
  row(320, "request.unknownId", "", "Not found"),
  row(330, "trade.marketUnavailable", "", "This market takes no new orders now"),
  row(337, "trade.riskLimit", "", "Over the limit of this leverage"),
  row(341, "trade.positionOpen", "", "Close positions and orders first"),
  row(345, "lever.borrowLimit", "", "At most {max} {asset} can be borrowed"),
  row(346, "lever.poolEmpty", "", "Not enough to lend right now"),
  row(348, "lever.marginLevel", "", "Margin level too low to transfer out"),
  row(361, "withdrawal.hold", "", "Withdrawals are on hold until {until}: {reason}"),
  row(363, "withdrawal.addressLocked", "", "New address, usable from {until}"),
  row(370, "convert.quoteExpired", "", "The quote has expired"),
  row(371, "convert.noQuote", "", "No quote possible right now"),
  row(380, "verification.state", "", "Already submitted or passed"),
  row(0, "user.loggedIn", "", "Login successful"),
  row(0, "user.registered", "", "Registration successful"),
  row(0, "user.codeSent", "", "Sent"),
  row(0, "mining.incomeReceived", "", "Income received"),
  row(0, "mining.minerReleased", "", "Miner released"),
  row(0, "deposit.succeeded", "", "Recharge succeeded"),
] as const satisfies readonly Row[];

export type ErrorName = (typeof ERRORS)[number]["name"];

const INDEX = new Map<string, number>(ERRORS.map((entry, index) => [entry.name, index]));

/** The row's position: the error's number in binary records. */
export function errorIndex(name: ErrorName): number {
  const index = INDEX.get(name);
  if (index === undefined) throw new RangeError(`unknown error ${name}`);
  return index;
}

export function errorNumber(name: ErrorName): number {
  return (ERRORS[errorIndex(name)] as Row).number;
}
