import { Rejected, reject } from "@candor/protocol/wire/rejection";
import type { Caller, IdentityContext } from "./identity-context.ts";
import type { User } from "./identity-state.ts";

/**
 * Checks a login password. Five wrong ones in a row lock the account for that address for 15 minutes. An account that
 * does not exist costs the same work and is locked in the same way, so that time tells nothing.
 * @param account whose password it is, or what names nobody
 * @returns undefined when it is right, else 212 (`retryAfterMs`) or 30 (`attemptsLeft`)
 */
export async function checkLoginPassword(
  context: IdentityContext,
  caller: Pick<Caller, "address">,
  account: Pick<User, "userId" | "passwordHash"> | string,
  password: string,
): Promise<Rejected | undefined> {
  const { guard, hasher } = context;
  const user = typeof account === "string" ? undefined : account;
  const key = typeof account === "string" ? `nobody ${account}` : String(account.userId);
  const locked = lockedOut(context, key, caller.address);
  if (locked !== undefined) return locked;
  const right = await hasher.verify(user === undefined ? hasher.decoy : user.passwordHash, password);
  // Attempts that ran side by side count together: the lock is looked at again before the answer.
  const lockedMeanwhile = lockedOut(context, key, caller.address);
  if (lockedMeanwhile !== undefined) return lockedMeanwhile;
  if (!right || user === undefined)
    return reject("user.passwordError", { attemptsLeft: guard.failed(key, caller.address) });
  guard.succeeded(key, caller.address);
  return undefined;
}

/** An absent password is a wrong one that costs no attempt. */
export async function checkOwnPassword(
  context: IdentityContext,
  caller: Caller,
  user: User,
  password: string | undefined,
): Promise<Rejected | undefined> {
  return password === undefined
    ? reject("user.passwordError")
    : await checkLoginPassword(context, caller, user, password);
}

function lockedOut(context: IdentityContext, account: string, address: string): Rejected | undefined {
  const waitMs = context.guard.waitMs(account, address);
  return waitMs > 0 ? new Rejected("request.tooFast", { retryAfterMs: waitMs }) : undefined;
}
