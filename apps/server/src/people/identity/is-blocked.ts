import { type Rejected, reject } from "@candor/wire/rejection";
import type { User } from "./user-and-session.ts";

/** Returns whether the account is unusable: frozen by an operator or by its owner. */
export const isBlocked = ({ banned, frozenByOwner }: Pick<User, "banned" | "frozenByOwner">): boolean =>
  banned || frozenByOwner !== null;

/** Returns the error for the proven owner of a blocked account: a code sent to their contact may unfreeze it. */
export function blockedError({ banned, frozenByOwner }: User): Rejected {
  return reject(!banned && frozenByOwner?.opensByCode === true ? "user.frozenByOwner" : "user.frozen");
}
