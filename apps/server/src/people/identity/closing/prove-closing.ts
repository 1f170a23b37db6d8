import { type Rejected, reject } from "@candor/wire/rejection";
import type { Caller, IdentityContext } from "../identity-context.ts";
import { mainContact } from "../mail-and-sms/contacts.ts";
import { checkOwnPassword } from "../passwords/check-password.ts";
import { checkPaymentPassword } from "../passwords/payment-password.ts";
import { checkSecondFactor, type GivenSecondFactor } from "../second-factors/second-factor.ts";
import type { User } from "../user-and-session.ts";
import { codeCaller } from "../verification-codes/send-code.ts";

export interface ClosingProof {
  readonly password?: string | undefined;
  readonly paymentPassword?: string | undefined;
  readonly code?: string | undefined;
  readonly secondFactor?: GivenSecondFactor | undefined;
}

/**
 * Requires all proofs that the account has: the password, the payment password if set, a code to the mailbox or phone,
 * the second factor. Rejects 30, 314, 113, 201, 310, 311; uses the code up.
 */
export async function proveClosing(
  context: IdentityContext,
  caller: Caller,
  user: User,
  proof: ClosingProof,
): Promise<Rejected | undefined> {
  const unproven =
    (await checkOwnPassword(context, caller, user, proof.password)) ??
    (user.paymentHash === null
      ? undefined
      : await checkPaymentPassword(context, caller, user, proof.paymentPassword)) ??
    checkCode(context, caller, user, proof.code) ??
    (await checkSecondFactor(context, { ...caller, hasSession: true }, user, proof.secondFactor)) ??
    // Another request may have used the code in the meantime.
    checkCode(context, caller, user, proof.code);
  if (unproven !== undefined) return unproven;
  const recipient = mainContact(user, context.nowMs())?.to;
  if (recipient !== undefined) context.codes.use(recipient, "close");
  return undefined;
}

/** An account without mailbox and phone needs no code. A missing code is rejected as wrong but costs no attempt. */
function checkCode(
  context: IdentityContext,
  caller: Caller,
  user: User,
  code: string | undefined,
): Rejected | undefined {
  const recipient = mainContact(user, context.nowMs())?.to;
  if (recipient === undefined) return undefined;
  return code === undefined
    ? reject("user.codeError")
    : context.codes.check(recipient, "close", code, codeCaller(context, caller, user, user, "close"));
}
