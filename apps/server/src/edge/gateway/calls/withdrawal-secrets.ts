import { type Rejected, reject } from "@candor/wire/rejection";
import type { AccountSecurity } from "../../../custody/withdrawals/account-security.ts";
import type { GivenSecondFactor } from "../../../people/identity/second-factors/second-factor.ts";
import { type CallContext, userOf } from "../call-context.ts";

/**
 * Checks the payment password, then the second factor. Rejects 313, 314, 133, 310, 311; `undefined` means both are
 * correct.
 */
export async function checkWithdrawalSecrets(
  accounts: AccountSecurity,
  context: CallContext,
  paymentPassword: string,
  secondFactor: GivenSecondFactor | undefined,
): Promise<Rejected | undefined> {
  const userId = userOf(context);
  const unpaid = await accounts.checkPaymentPassword(userId, paymentPassword, context.address);
  if (unpaid?.error === "wallet.paymentPasswordError")
    return reject("withdrawal.paymentPasswordError", unpaid.params);
  return unpaid ?? (await accounts.checkSecondFactor(userId, secondFactor, context));
}
