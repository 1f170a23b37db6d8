import type { UserRecord } from "../identity-records.ts";

/** A user with a username and a mailbox, and nothing else. */
export function plainUser(userId: number): UserRecord {
  return {
    userId,
    kind: "trader",
    email: `somebody${userId}@example.org`,
    phone: null,
    username: `somebody_${userId}`,
    nickname: `Somebody ${userId}`,
    avatar: null,
    lang: null,
    antiPhishingCode: null,
    passwordHash: "",
    paymentHash: null,
    paymentFailures: 0,
    paymentLockedUntilMs: 0,
    invitationCode: `I${userId}`,
    invitedBy: 0,
    inviterTold: true,
    createdAtMs: 0,
    banned: false,
    banTold: false,
    accountOpened: true,
    withdrawalHoldUntilMs: 0,
    withdrawalHoldReason: null,
    totpSecret: null,
    totpLastStep: 0,
    recoveryHashes: [],
    passkeys: [],
    logins: [],
    favourites: [],
  };
}
