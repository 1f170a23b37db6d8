import type { Identity } from "../../people/identity/identity-service.ts";
import { isBlocked } from "../../people/identity/is-blocked.ts";
import type { AccountSecurity } from "./account-security.ts";

/** A registration opens its session at once. */
const FIRST_SESSION_MS = 60_000;

/** Provides user data for withdrawals from identity. */
export function identitySecurity(identity: Identity): AccountSecurity {
  return {
    checkPaymentPassword: (userId, given, address) => identity.checkPaymentPassword(userId, given, address),
    hasPaymentPassword: (userId) => (identity.user(userId)?.paymentHash ?? null) !== null,
    checkSecondFactor: (userId, given, caller) => identity.checkSecondFactor(userId, given, caller),
    secondFactorMethods: (userId) => identity.secondFactors(userId),
    withdrawalHold: (userId) => identity.withdrawalHold(userId) ?? undefined,
    isBanned: (userId) => {
      const user = identity.user(userId);
      return user !== undefined && isBlocked(user);
    },
    sessionAge: (userId, sessionId) => {
      const user = identity.user(userId);
      const session = identity.sessions(userId).find((each) => each.sessionId === sessionId);
      if (user === undefined || session === undefined) return undefined;
      const isFirst = session.createdAtMs - user.createdAtMs < FIRST_SESSION_MS;
      return { sinceMs: session.createdAtMs, isFirst };
    },
  };
}
