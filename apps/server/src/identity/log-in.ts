import { type Outcome, Rejected, reject } from "@candor/protocol/wire/rejection";
import { type Account, readAccount } from "./identifier-rules.ts";
import type { Caller, IdentityContext } from "./identity-context.ts";
import type { IdentityState, User } from "./identity-state.ts";
import { openExchangeAccount } from "./register-user.ts";
import type { OpenedSession } from "./session-register.ts";

export interface LoginRequest {
  readonly account?: string | undefined;
  readonly password?: string | undefined;
  readonly deviceName?: string | undefined;
}

/** Opens a session. Rejects 31, 218, 46, 212 after five wrong passwords, 30, 32. */
export async function logIn(
  context: IdentityContext,
  caller: Caller,
  request: LoginRequest,
): Promise<Outcome<OpenedSession>> {
  const { guard, hasher, sessions, store } = context;
  const account = readAccount(request.account ?? "");
  if (account === undefined) return reject("user.accountError");
  const { password } = request;
  if (password === undefined) return reject("user.passwordEmpty");
  const user = findUser(store.state, account);
  if (user === undefined || user.kind === "labelled") return reject("user.notFound");
  const pair = String(user.userId);
  const locked = lockedOut(context, pair, caller);
  if (locked !== undefined) return locked;
  const right = await hasher.verify(user.passwordHash, password);
  // Attempts that ran side by side count together: the lock is looked at again before the answer.
  const lockedMeanwhile = lockedOut(context, pair, caller);
  if (lockedMeanwhile !== undefined) return lockedMeanwhile;
  if (!right) return reject("user.passwordError", { attemptsLeft: guard.failed(pair, caller.address) });
  guard.succeeded(pair, caller.address);
  if (user.banned) return reject("user.frozen");
  await openExchangeAccount(context, user.userId);
  return await sessions.open(user.userId, request.deviceName ?? "", caller.address);
}

export function findUser(state: IdentityState, account: NonNullable<Account>): User | undefined {
  if (account.kind === "email") return state.userByEmail(account.name);
  if (account.kind === "phone") return state.userByPhone(account.name);
  return state.userByUsername(account.name);
}

function lockedOut(context: IdentityContext, account: string, caller: Caller): Rejected | undefined {
  const waitMs = context.guard.waitMs(account, caller.address);
  return waitMs > 0 ? new Rejected("request.tooFast", { retryAfterMs: waitMs }) : undefined;
}
