import {
  type FieldProblem,
  type Outcome,
  Rejected,
  reject,
  rejectFields,
} from "@candor/protocol/wire/rejection";
import { isBreached } from "./breached-passwords.ts";
import { isPassword, isSixDigits, readAccount } from "./identifier-rules.ts";
import type { IdentityContext } from "./identity-context.ts";
import { IDENTITY_LIMITS } from "./identity-limits.ts";
import type { User } from "./identity-state.ts";
import { findUser } from "./log-in.ts";
import { checkPaymentPassword } from "./payment-password.ts";

export interface PasswordReset {
  readonly kind: "login" | "payment";
  readonly account?: string | undefined;
  readonly oldPassword?: string | undefined;
  readonly code?: string | undefined;
  readonly newPassword?: string | undefined;
  readonly repeatPassword?: string | undefined;
}

export interface PasswordResetDone {
  readonly success: "user.passwordReset";
  readonly withdrawalHoldUntilMs: number | null;
}

/** The logged-in caller, if any. */
export interface ResetCaller {
  readonly user: User;
  readonly sessionId: string;
}

/**
 * Changes a password. Rejects 111, 48, 218, 219 or 220, 205, 206, 203 or 201, 204, 312. A new login password ends all
 * other sessions; both kinds hold withdrawals for 24 hours, except a first payment password.
 */
export async function resetPassword(
  context: IdentityContext,
  caller: ResetCaller | undefined,
  request: PasswordReset,
): Promise<Outcome<PasswordResetDone>> {
  const conflict = findConflict(request, caller !== undefined);
  if (conflict !== undefined) return rejectFields("request.parameterError", conflict);
  if (request.kind === "payment" && caller === undefined) return reject("user.notLoggedIn");
  const newPassword = checkForm(request);
  if (newPassword instanceof Rejected) return newPassword;
  const user = caller?.user ?? findOwner(context, request.account);
  if (user === undefined) return reject("user.notRegistered");
  const first = request.kind === "payment" && user.paymentHash === null;
  const unproven = await checkProof(context, user, request);
  if (unproven !== undefined) return unproven;
  const present = request.kind === "payment" ? user.paymentHash : user.passwordHash;
  if (present !== null && (await context.hasher.verify(present, newPassword)))
    return reject("user.passwordUnchanged");
  if (request.kind === "login" && isBreached(newPassword)) return reject("user.passwordBreached");
  const hash = await context.hasher.hash(newPassword);
  // The code may have been used by another request in the meantime.
  const again = request.code === undefined ? undefined : checkCode(context, user, request, request.code);
  if (again instanceof Rejected) return again;
  if (again !== undefined) context.codes.use(again, codeEvent(request.kind));
  const holdUntilMs = first ? user.withdrawalHoldUntilMs : context.nowMs() + IDENTITY_LIMITS.withdrawalHoldMs;
  const changed = context.store.commit({
    type: "password-changed",
    userId: user.userId,
    kind: request.kind,
    hash,
    withdrawalHoldUntilMs: holdUntilMs,
  });
  if (request.kind === "login") {
    const others = context.sessions
      .list(user.userId)
      .filter(({ sessionId }) => sessionId !== caller?.sessionId);
    await context.sessions.end(others);
  }
  await changed;
  return {
    success: "user.passwordReset",
    withdrawalHoldUntilMs: holdUntilMs > context.nowMs() ? holdUntilMs : null,
  };
}

/** One proof is needed: the old password of a session, or a code. */
function findConflict(request: PasswordReset, loggedIn: boolean): FieldProblem | undefined {
  const { account, oldPassword, code, kind } = request;
  if (oldPassword !== undefined && code !== undefined) return { path: "code", reason: "conflict" };
  if (loggedIn) {
    if (account !== undefined) return { path: "account", reason: "conflict" };
    return oldPassword === undefined && code === undefined ? { path: "code", reason: "missing" } : undefined;
  }
  if (kind === "payment") return undefined;
  if (oldPassword !== undefined) return { path: "oldPassword", reason: "conflict" };
  if (account === undefined) return { path: "account", reason: "missing" };
  return code === undefined ? { path: "code", reason: "missing" } : undefined;
}

function checkForm(request: PasswordReset): Outcome<string> {
  const { kind, newPassword, repeatPassword } = request;
  if (newPassword === undefined) return reject("user.passwordEmpty");
  if (kind === "login" && !isPassword(newPassword)) return reject("user.passwordFormat");
  if (kind === "payment" && !isSixDigits(newPassword)) return reject("user.paymentPasswordFormat");
  if (repeatPassword !== undefined && repeatPassword !== newPassword) return reject("user.passwordsDiffer");
  return newPassword;
}

function findOwner(context: IdentityContext, text: string | undefined): User | undefined {
  const account = readAccount(text ?? "");
  const user = account === undefined ? undefined : findUser(context.store.state, account);
  return user?.kind === "trader" ? user : undefined;
}

async function checkProof(
  context: IdentityContext,
  user: User,
  request: PasswordReset,
): Promise<Rejected | undefined> {
  const { kind, oldPassword, code } = request;
  if (code !== undefined) {
    const recipient = checkCode(context, user, request, code);
    return recipient instanceof Rejected ? recipient : undefined;
  }
  const wrong = reject("user.oldPasswordWrong");
  if (kind === "login")
    return (await context.hasher.verify(user.passwordHash, oldPassword ?? "")) ? undefined : wrong;
  // Guessing the old payment password here costs the same attempts as anywhere else.
  return (await checkPaymentPassword(context, user, oldPassword)) === undefined ? undefined : wrong;
}

/** @returns the recipient whose code it is */
function checkCode(
  context: IdentityContext,
  user: User,
  request: PasswordReset,
  code: string,
): Outcome<string> {
  const event = codeEvent(request.kind);
  const account = readAccount(request.account ?? "");
  const recipient = account?.kind === "phone" ? user.phone : (user.email ?? user.phone);
  if (recipient === null) return reject("user.codeError", { attemptsLeft: 0 });
  return context.codes.check(recipient, event, code) ?? recipient;
}

const codeEvent = (kind: PasswordReset["kind"]): "payment" | "reset" =>
  kind === "payment" ? "payment" : "reset";
