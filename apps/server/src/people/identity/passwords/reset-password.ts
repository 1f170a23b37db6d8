import { isPassword, isSixDigits } from "@candor/text/account-rules";
import { areTrivialDigits } from "@candor/text/trivial-digits";
import { type FieldProblem, type Outcome, Rejected, reject, rejectFields } from "@candor/wire/rejection";
import { readAccount } from "../identifier-rules.ts";
import type { Caller, IdentityContext } from "../identity-context.ts";
import type { OwnerFreeze } from "../identity-records.ts";
import { findUser } from "../login/log-in.ts";
import {
  contactDoubtEndsAtMs,
  mainContact,
  noticeContacts,
  trustedContacts,
} from "../mail-and-sms/contacts.ts";
import { notifyUser } from "../mail-and-sms/notify-user.ts";
import type { EndedFactors, SecurityNotice } from "../mail-and-sms/security-notice.ts";
import { passwordFormatError } from "../register-user.ts";
import {
  factorsOf,
  factorsToRevoke,
  isEveryFactorInDoubt,
  NOTHING_ENDS,
} from "../second-factors/ended-factors.ts";
import { checkSecondFactor, type GivenSecondFactor } from "../second-factors/second-factor.ts";
import type { FactorCaller } from "../second-factors/second-factor-guard.ts";
import type { User } from "../user-and-session.ts";
import { endResetCodes } from "../verification-codes/end-reset-codes.ts";
import { codeCaller } from "../verification-codes/send-code.ts";
import { newHoldUntilMs, withdrawalHoldOf } from "../withdrawal-hold.ts";
import { checkOwnPassword, ownerHashSlot } from "./check-password.ts";
import { isGuessable, namesOf } from "./guessable-password.ts";
import { checkPaymentPassword } from "./payment-password.ts";

export interface PasswordReset {
  readonly kind: "login" | "payment";
  readonly account?: string | undefined;
  readonly oldPassword?: string | undefined;
  readonly code?: string | undefined;
  readonly newPassword?: string | undefined;
  readonly repeatPassword?: string | undefined;
  readonly secondFactor?: GivenSecondFactor | undefined;
  /** Revokes all API keys; a reset by code always does. */
  readonly endApiKeys?: boolean | undefined;
  /** Removes all passkeys but the one just used; a reset by code always removes recent ones. */
  readonly removePasskeys?: boolean | undefined;
}

export interface PasswordResetDone {
  readonly success: "user.passwordReset";
  readonly deviceToken?: string;
  readonly withdrawalHoldUntilMs: number | null;
  /** Names of the keys that were revoked, and of those still valid. */
  readonly endedApiKeys: string[];
  readonly keptApiKeys: string[];
  readonly removedPasskeys: string[];
  readonly keptPasskeys: string[];
  /** Masked. */
  readonly removedContacts: string[];
  readonly removedTotp: boolean;
  /** Whether the account was frozen by its owner and is now unfrozen. */
  readonly unfrozen: boolean;
}

/** The session from which a password is changed, if any. */
export interface OwnSession {
  readonly user: User;
  readonly sessionId: string;
}

/**
 * Changes a password. Rejects 111, 48, 218, 219 or 220, 205, 206, 32, 203 or 201, 354, 204, 312, 310, 311, 352. A new
 * login password ends all other sessions. Both kinds hold withdrawals for 24 hours, except a first payment password set
 * by a code to an established contact. Without a contact, the login password authorizes the first payment password. A
 * new login password by code also revokes all API keys, removes recent factors and contacts, and unfreezes an account
 * frozen by its owner.
 */
export async function resetPassword(
  context: IdentityContext,
  caller: Caller,
  own: OwnSession | undefined,
  request: PasswordReset,
): Promise<Outcome<PasswordResetDone>> {
  const { kind } = request;
  const conflict = findConflict(request, own !== undefined);
  if (conflict !== undefined) return rejectFields("request.parameterError", conflict);
  if (kind === "payment" && own === undefined) return reject("user.notLoggedIn");
  const newPassword = checkForm(context, request);
  if (newPassword instanceof Rejected) return newPassword;
  const user = own?.user ?? findOwner(context, request.account);
  if (user === undefined) return reject("user.notRegistered");
  if (user.frozenByOwner?.opensByCode === false) return reject("user.frozen");
  const present = kind === "payment" ? user.paymentHash : user.passwordHash;
  const unproven =
    (await checkProof(context, caller, own?.user, user, request)) ??
    (await checkDifference(context, caller, user, request, newPassword)) ??
    (await checkFactor(context, { ...caller, hasSession: own !== undefined }, user, request));
  if (unproven !== undefined) return unproven;
  const hash = await context.hasher.hash(newPassword, ownerHashSlot(caller, user));
  // Another request may have used the code in the meantime.
  const again =
    request.code === undefined
      ? undefined
      : checkCode(context, caller, own?.user, user, request, request.code);
  if (again instanceof Rejected) return again;
  if (again !== undefined) context.codes.use(again, codeEvent(kind));
  // A code that someone has talked out of the owner must not outlive the old password.
  if (kind === "login") endResetCodes(context, user);
  const ended = kind === "login" ? factorsToRevoke(context, user, request) : NOTHING_ENDS;
  // Contacts removed here get the email too.
  const recipients = noticeContacts(user, context.nowMs());
  const isUnfrozen = kind === "login" && user.frozenByOwner !== null && request.code !== undefined;
  const factors = withFreezeKeys(factorsOf(user, ended), isUnfrozen ? user.frozenByOwner : null);
  const isFirstPayment = kind === "payment" && present === null;
  const isProvenByOld = trustedContacts(user, context.nowMs()).length > 0;
  const changed = context.store.commit({
    type: "password-changed",
    userId: user.userId,
    kind,
    hash,
    withdrawalHoldUntilMs:
      isFirstPayment && isProvenByOld ? user.withdrawalHoldUntilMs : newHoldUntilMs(context),
    ...ended,
  });
  if (isUnfrozen) void context.store.commit({ type: "owner-unfrozen", userId: user.userId });
  context.apiKeys.emitEnded({ userId: user.userId, apiKeyIds: ended.endedApiKeyIds });
  if (kind === "login") await context.sessions.end(otherSessions(context, user, own), "password");
  await changed;
  // Setting the new password proves the owner, so strangers' failures must not delay the first login with it.
  const device =
    kind === "login"
      ? { deviceToken: await context.places.remember(user, caller.device, caller.address) }
      : {};
  notifyUser(context, user, noticeOf(kind, present, factors), recipients);
  const hold = withdrawalHoldOf(user, context.nowMs());
  return {
    success: "user.passwordReset",
    ...device,
    withdrawalHoldUntilMs: hold?.untilMs ?? null,
    ...factors,
    unfrozen: isUnfrozen,
  };
}

/** API keys revoked by a freeze are reported after it: until then nobody could log in to see it. */
function withFreezeKeys(
  factors: ReturnType<typeof factorsOf>,
  freeze: OwnerFreeze | null,
): ReturnType<typeof factorsOf> {
  return { ...factors, endedApiKeys: [...(freeze?.endedApiKeys ?? []), ...factors.endedApiKeys] };
}

function noticeOf(
  kind: PasswordReset["kind"],
  present: string | null,
  factors: EndedFactors,
): SecurityNotice {
  if (kind === "login") return { kind: "passwordChanged", ...factors };
  return { kind: present === null ? "paymentPasswordSet" : "paymentPasswordChanged" };
}

function otherSessions({ sessions }: IdentityContext, user: User, own: OwnSession | undefined) {
  return sessions.list(user.userId).filter(({ sessionId }) => sessionId !== own?.sessionId);
}

async function checkDifference(
  { hasher, settings }: IdentityContext,
  caller: Caller,
  user: User,
  { kind }: PasswordReset,
  newPassword: string,
): Promise<Rejected | undefined> {
  const present = kind === "payment" ? user.paymentHash : user.passwordHash;
  if (present !== null && (await hasher.verify(present, newPassword, ownerHashSlot(caller, user))))
    return reject("user.passwordUnchanged");
  if (kind === "payment" && areTrivialDigits(newPassword)) return reject("user.paymentPasswordTrivial");
  return kind === "login" && isGuessable(newPassword, settings.passwordRule, namesOf(user))
    ? reject("user.passwordBreached")
    : undefined;
}

/** Requires exactly one proof: the old password of a session, or a code. */
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

function checkForm({ settings }: IdentityContext, request: PasswordReset): Outcome<string> {
  const { kind, newPassword, repeatPassword } = request;
  if (newPassword === undefined) return reject("user.passwordEmpty");
  const { passwordRule } = settings;
  if (kind === "login" && !isPassword(newPassword, passwordRule))
    return reject(passwordFormatError(passwordRule));
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
  caller: Caller,
  own: User | undefined,
  user: User,
  request: PasswordReset,
): Promise<Rejected | undefined> {
  const { kind, oldPassword, code } = request;
  if (code !== undefined) {
    const recipient = checkCode(context, caller, own, user, request, code);
    return recipient instanceof Rejected ? recipient : undefined;
  }
  // Wrong old passwords here use up the same attempts as anywhere else.
  const wrong =
    kind === "login" || isProvenByLogin(user)
      ? await checkOwnPassword(context, caller, user, oldPassword ?? "")
      : await checkPaymentPassword(context, caller, user, oldPassword);
  if (wrong === undefined || wrong.error === "request.tooFast") return wrong;
  return reject("user.oldPasswordWrong", wrong.params);
}

/** An account without contacts sets its first payment password with its login password. */
const isProvenByLogin = ({ email, paymentHash, phone }: User): boolean =>
  paymentHash === null && email === null && phone === null;

/** @returns the recipient of the code */
function checkCode(
  context: IdentityContext,
  caller: Caller,
  own: User | undefined,
  user: User,
  request: PasswordReset,
  code: string,
): Outcome<string> {
  const event = codeEvent(request.kind);
  const recipient = recipientOf(context, user, request.account);
  if (recipient === undefined) return reject("user.codeExpired");
  const showing = codeCaller(context, caller, user, own, event);
  const wrong = context.codes.check(recipient, event, code, showing);
  if (wrong !== undefined) return wrong;
  const untilMs = contactDoubtEndsAtMs(user, recipient, context.nowMs());
  return untilMs === undefined || request.kind === "payment"
    ? recipient
    : reject("user.contactTooNew", { untilMs });
}

/** Returns the contact named as the account, else the oldest one. */
function recipientOf({ nowMs }: IdentityContext, user: User, text: string | undefined): string | undefined {
  const account = readAccount(text ?? "");
  if (account?.kind === "phone") return user.phone ?? undefined;
  if (account?.kind === "email") return user.email ?? undefined;
  return mainContact(user, nowMs())?.to;
}

/**
 * Factors that a thief may have added do not lock out the holder of an older contact. One that is sent must be correct.
 */
async function checkFactor(
  context: IdentityContext,
  caller: FactorCaller,
  user: User,
  { kind, code, secondFactor }: PasswordReset,
): Promise<Rejected | undefined> {
  const isShown = secondFactor?.totp !== undefined || secondFactor?.passkey !== undefined;
  const isRecovery = kind === "login" && code !== undefined;
  if (isRecovery && !isShown && isEveryFactorInDoubt(user, context.nowMs())) return undefined;
  return await checkSecondFactor(context, caller, user, secondFactor);
}

const codeEvent = (kind: PasswordReset["kind"]): "payment" | "reset" =>
  kind === "payment" ? "payment" : "reset";
