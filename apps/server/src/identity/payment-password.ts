import { type Rejected, reject } from "@candor/protocol/wire/rejection";
import type { IdentityContext } from "./identity-context.ts";
import { IDENTITY_LIMITS } from "./identity-limits.ts";
import type { User } from "./identity-state.ts";

/**
 * Checks a payment password. Five wrong ones in a row lock it for 30 minutes, over restarts too.
 * @returns undefined when it is right, else 313 (none set), 314 (`untilMs`) or 113 (`attemptsLeft`)
 */
export async function checkPaymentPassword(
  context: IdentityContext,
  user: User,
  given: string | undefined,
): Promise<Rejected | undefined> {
  if (user.paymentHash === null) return reject("user.paymentPasswordUnset");
  if (user.paymentFailures >= IDENTITY_LIMITS.paymentAttempts) {
    if (user.paymentLockedUntilMs > context.nowMs())
      return reject("user.paymentPasswordLocked", { untilMs: user.paymentLockedUntilMs });
    user.paymentFailures = 0;
  }
  if (given === undefined) return reject("wallet.paymentPasswordError", { attemptsLeft: attemptsLeft(user) });
  // Counted before it is checked, so that attempts side by side cannot be more than five.
  const before = user.paymentFailures;
  user.paymentFailures++;
  user.paymentLockedUntilMs = context.nowMs() + IDENTITY_LIMITS.paymentLockMs;
  if (await context.hasher.verify(user.paymentHash, given)) {
    user.paymentFailures = 0;
    if (before > 0) await recordAttempts(context, user);
    return undefined;
  }
  await recordAttempts(context, user);
  return reject("wallet.paymentPasswordError", { attemptsLeft: attemptsLeft(user) });
}

async function recordAttempts(context: IdentityContext, user: User): Promise<void> {
  await context.store.commit({
    type: "payment-attempt",
    userId: user.userId,
    failures: user.paymentFailures,
    lockedUntilMs: user.paymentLockedUntilMs,
  });
}

function attemptsLeft(user: User): number {
  return Math.max(0, IDENTITY_LIMITS.paymentAttempts - user.paymentFailures);
}
