import type { UserRecord } from "../identity-records.ts";
import { BLANK } from "../register-user.ts";

/** A user with a username and a mailbox, known to the exchange, and nothing else. */
export function plainUser(userId: number): UserRecord {
  return {
    ...BLANK,
    userId,
    email: `somebody${userId}@example.org`,
    username: `somebody_${userId}`,
    nickname: `Somebody ${userId}`,
    invitationCode: `I${userId}`,
    inviterTold: true,
    accountOpened: true,
    createdAtMs: 0,
  };
}
