import { type Rejected, reject } from "@candor/wire/rejection";
import type { Caller, IdentityContext } from "../identity-context.ts";
import { IDENTITY_LIMITS } from "../identity-limits.ts";
import type { User } from "../user-and-session.ts";
import { ownerHashSlot } from "./check-password.ts";

/** The last check in progress per user. */
const lastChecks = new WeakMap<User, Promise<unknown>>();

/**
 * Checks a payment password. Five wrong ones in a row lock it for 30 minutes, even across restarts.
 * @returns `undefined` if correct, else 313 (none set), 314 (`untilMs`) or 113 (`attemptsLeft`)
 */
export function checkPaymentPassword(
  context: IdentityContext,
  caller: Pick<Caller, "address">,
  user: User,
  given: string | undefined,
): Promise<Rejected | undefined> {
  // Sequential: concurrent correct attempts would lock each other out while their outcomes are pending.
  const before = lastChecks.get(user) ?? Promise.resolve();
  const check = before.then(() => checkOne(context, caller, user, given));
  lastChecks.set(
    user,
    check.catch(() => undefined),
  );
  return check;
}

async function checkOne(
  context: IdentityContext,
  caller: Pick<Caller, "address">,
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
  if (
    await context.hasher.verify(user.paymentHash, given, {
      ...ownerHashSlot(caller, user),
      // Separate, so that it can wait in addition to a login password of the same user.
      account: `${user.userId} payment`,
    })
  ) {
    if (user.paymentFailures > 0) {
      user.paymentFailures = 0;
      await recordAttempts(context, user);
    }
    return undefined;
  }
  user.paymentFailures++;
  user.paymentLockedUntilMs = context.nowMs() + IDENTITY_LIMITS.paymentLockMs;
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
