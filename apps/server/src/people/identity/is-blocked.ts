import { type Rejected, reject } from "@candor/wire/rejection";
import type { User } from "./user-and-session.ts";

/** Whether nobody may use the account now: an operator or its owner has frozen it. */
export const isBlocked = ({ banned, frozenByOwner }: Pick<User, "banned" | "frozenByOwner">): boolean =>
  banned || frozenByOwner !== null;

/** The answer to the proven owner of a blocked account: a code sent to their own contact can unfreeze it. */
export function blockedError({ banned, frozenByOwner }: User): Rejected {
  return reject(!banned && frozenByOwner?.opensByCode === true ? "user.frozenByOwner" : "user.frozen");
}
