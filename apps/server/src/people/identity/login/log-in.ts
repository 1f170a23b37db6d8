import { type Outcome, reject } from "@candor/wire/rejection";
import { tellableClosing } from "../closing/closed-accounts.ts";
import { type Account, readAccount } from "../identifier-rules.ts";
import type { Caller, IdentityContext } from "../identity-context.ts";
import type { IdentityState } from "../identity-state.ts";
import { blockedError, isBlocked } from "../is-blocked.ts";
import { checkLoginPassword } from "../passwords/check-password.ts";
import { checkSecondFactor, type GivenSecondFactor } from "../second-factors/second-factor.ts";
import type { OpenedSession } from "../session-register.ts";
import type { User } from "../user-and-session.ts";
import { noteLogin } from "./login-history.ts";
import { openSession } from "./open-session.ts";

export interface LoginRequest {
  readonly account?: string | undefined;
  readonly password?: string | undefined;
  readonly secondFactor?: GivenSecondFactor | undefined;
  readonly deviceName?: string | undefined;
}

/**
 * Opens a session. Rejects 31, 218, 46, 212 after five wrong passwords, 351, 30, 32, 310, 311. An unknown account is
 * rejected only after the same work as a wrong password; only someone who knows its password learns that an account was
 * closed.
 */
export async function logIn(
  context: IdentityContext,
  caller: Caller,
  request: LoginRequest,
): Promise<Outcome<OpenedSession>> {
  const account = readAccount(request.account ?? "");
  if (account === undefined) return reject("user.accountError");
  const { password } = request;
  if (password === undefined) return reject("user.passwordEmpty");
  const found = findUser(context.store.state, account);
  const user = found?.kind === "trader" ? found : undefined;
  const closed = user === undefined ? tellableClosing(context, account) : undefined;
  const provenHash = user?.passwordHash;
  const wrong = await checkLoginPassword(context, caller, user ?? closed ?? account.name, password);
  if (user === undefined) {
    if (wrong?.error === "request.tooFast") return wrong;
    return closed !== undefined && wrong === undefined
      ? reject("user.closed", { closedAtMs: closed.closedAtMs })
      : reject("user.notFound");
  }
  const deviceName = request.deviceName ?? "";
  const note = { deviceName, address: caller.address, method: "password" } as const;
  if (wrong !== undefined) {
    if (wrong.error === "user.passwordError")
      await noteLogin(context, user, { ...note, result: "wrong-password" });
    return wrong;
  }
  if (isBlocked(user)) {
    await noteLogin(context, user, { ...note, result: "frozen" });
    return blockedError(user);
  }
  const unproven = await checkSecondFactor(
    context,
    { ...caller, hasSession: false },
    user,
    request.secondFactor,
  );
  if (unproven !== undefined) {
    if (unproven.error === "user.secondFactorError")
      await noteLogin(context, user, { ...note, result: "wrong-second-factor" });
    return unproven;
  }
  const isProven = () => user.passwordHash === provenHash && !isBlocked(user);
  const opened = await openSession(context, caller, user, deviceName, "password", isProven);
  return opened ?? reject("user.passwordError");
}

export function findUser(state: IdentityState, account: NonNullable<Account>): User | undefined {
  if (account.kind === "email") return state.userByEmail(account.name);
  if (account.kind === "phone") return state.userByPhone(account.name);
  return state.userByUsername(account.name);
}
