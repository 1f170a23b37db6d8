import type { UserRecord } from "../identity-records.ts";
import { BLANK } from "../register-user.ts";

/** Returns a user that the exchange has, with only a username and a mailbox. */
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
