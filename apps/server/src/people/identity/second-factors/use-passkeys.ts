import { type Outcome, Rejected, reject, rejectFields } from "@candor/wire/rejection";
import type { Caller, IdentityContext } from "../identity-context.ts";
import { blockedError, isBlocked } from "../is-blocked.ts";
import { noteLogin } from "../login/login-history.ts";
import { openSession } from "../login/open-session.ts";
import { notifyUser } from "../mail-and-sms/notify-user.ts";
import { checkOwnPassword } from "../passwords/check-password.ts";
import type { OpenedSession } from "../session-register.ts";
import type { User } from "../user-and-session.ts";
import { newHoldUntilMs, withdrawalHoldOf } from "../withdrawal-hold.ts";
import type { WebAuthnJson } from "./passkey-ceremony.ts";
import {
  hasAllPasskeys,
  passkeyCreation,
  passkeyQuestion,
  passkeysAt,
  provenPasskey,
  readNewPasskey,
} from "./passkeys.ts";
import { relyingPartyOf } from "./relying-party.ts";
import { checkSecondFactor, type GivenSecondFactor } from "./second-factor.ts";
import { secondFactorsOf } from "./second-factors-of.ts";

export interface PasskeyRequest {
  readonly action: "challenge" | "begin" | "finish" | "list" | "remove";
  readonly credential?: WebAuthnJson | undefined;
  readonly name?: string | undefined;
  readonly passkeyId?: string | undefined;
  readonly password?: string | undefined;
  readonly secondFactor?: GivenSecondFactor | undefined;
}

interface ListedPasskey {
  readonly passkeyId: string;
  readonly credentialId: string;
  readonly name: string;
  readonly createdAtMs: number;
  readonly lastUsedAtMs: number | null;
}

export interface PasskeyReply {
  readonly options?: WebAuthnJson;
  readonly list?: ListedPasskey[];
  readonly withdrawalHoldUntilMs: number | null;
}

export interface PasskeyLoginRequest {
  readonly action: "begin" | "finish";
  readonly credential?: WebAuthnJson | undefined;
  readonly deviceName?: string | undefined;
}

/** Manages a user's passkeys. Rejects 111, 302 if this site cannot have any, 320, 30, 310, 311, 355. */
export async function usePasskeys(
  context: IdentityContext,
  caller: Caller,
  user: User,
  request: PasskeyRequest,
): Promise<Outcome<PasskeyReply>> {
  switch (request.action) {
    case "list":
      return listReply(context, user);
    case "challenge":
      return await challenge(context, caller, user);
    case "begin":
      return await begin(context, caller, user, request);
    case "finish":
      return await finish(context, caller, user, request);
    case "remove":
      return await remove(context, caller, user, request);
  }
}

async function challenge(
  context: IdentityContext,
  caller: Caller,
  user: User,
): Promise<Outcome<PasskeyReply>> {
  const party = relyingPartyOf(caller.host, context.publicUrl);
  if (party === undefined) return reject("request.featureOff");
  if (passkeysAt(user, party).length === 0) return reject("request.unknownId");
  return { ...held(context, user), options: await passkeyQuestion(context, user, party) };
}

async function begin(
  context: IdentityContext,
  caller: Caller,
  user: User,
  request: PasskeyRequest,
): Promise<Outcome<PasskeyReply>> {
  if (hasAllPasskeys(user))
    return rejectFields("request.parameterError", { path: "action", reason: "range" });
  const party = relyingPartyOf(caller.host, context.publicUrl);
  if (party === undefined) return reject("request.featureOff");
  const wrong =
    (await checkOwnPassword(context, caller, user, request.password)) ??
    (await checkSecondFactor(context, { ...caller, hasSession: true }, user, request.secondFactor));
  if (wrong !== undefined) return wrong;
  return { ...held(context, user), options: await passkeyCreation(context, user, party) };
}

/** The challenge was issued after password and second factor were checked. Adding a factor holds withdrawals. */
async function finish(
  context: IdentityContext,
  caller: Caller,
  user: User,
  request: PasskeyRequest,
): Promise<Outcome<PasskeyReply>> {
  if (hasAllPasskeys(user))
    return rejectFields("request.parameterError", { path: "action", reason: "range" });
  const passkey = await readNewPasskey(context, user, request.credential, request.name ?? "");
  if (passkey instanceof Rejected) return passkey;
  const isFirst = secondFactorsOf(user).length === 0;
  await context.store.commit({
    type: "passkey-added",
    userId: user.userId,
    passkey,
    withdrawalHoldUntilMs: isFirst ? 0 : newHoldUntilMs(context),
  });
  notifyUser(context, user, { kind: "passkeyAdded", name: passkey.name });
  return listReply(context, user);
}

/** As when disabling one-time codes, a session and the password are not enough to remove a factor. */
async function remove(
  context: IdentityContext,
  caller: Caller,
  user: User,
  request: PasskeyRequest,
): Promise<Outcome<PasskeyReply>> {
  const { passkeyId } = request;
  if (passkeyId === undefined)
    return rejectFields("request.parameterError", { path: "passkeyId", reason: "missing" });
  const isOwn = () => user.passkeys.find((passkey) => passkey.passkeyId === passkeyId);
  if (isOwn() === undefined) return reject("request.unknownId");
  const wrong =
    (await checkOwnPassword(context, caller, user, request.password)) ??
    (await checkSecondFactor(context, { ...caller, hasSession: true }, user, request.secondFactor));
  if (wrong !== undefined) return wrong;
  const passkey = isOwn();
  if (passkey === undefined) return reject("request.unknownId");
  await context.store.commit({
    type: "passkey-removed",
    userId: user.userId,
    passkeyId,
    withdrawalHoldUntilMs: newHoldUntilMs(context),
  });
  notifyUser(context, user, { kind: "passkeyRemoved", name: passkey.name });
  return listReply(context, user);
}

/**
 * Logs in with only a passkey: its owner has the device, and the authenticator has verified the owner. Rejects 111,
 * 302, 311, 32, 355.
 */
export async function logInWithPasskey(
  context: IdentityContext,
  caller: Caller,
  request: PasskeyLoginRequest,
): Promise<Outcome<OpenedSession | { readonly options: WebAuthnJson }>> {
  const party = relyingPartyOf(caller.host, context.publicUrl);
  if (request.action === "begin") {
    if (party === undefined) return reject("request.featureOff");
    return { options: await passkeyQuestion(context, undefined, party) };
  }
  if (request.credential === undefined)
    return rejectFields("request.parameterError", { path: "credential", reason: "missing" });
  const user = await provenPasskey(context, undefined, request.credential);
  if (user instanceof Rejected) return user;
  const deviceName = request.deviceName ?? "";
  if (isBlocked(user)) {
    await noteLogin(context, user, {
      deviceName,
      address: caller.address,
      method: "passkey",
      result: "frozen",
    });
    return blockedError(user);
  }
  const { passwordHash } = user;
  const isProven = () => user.passwordHash === passwordHash && !isBlocked(user);
  const opened = await openSession(context, caller, user, deviceName, "passkey", isProven);
  return opened ?? reject("request.expired");
}

function listReply(context: IdentityContext, user: User): PasskeyReply {
  const list = user.passkeys.map(({ passkeyId, credentialId, name, createdAtMs, lastUsedAtMs }) => ({
    passkeyId,
    credentialId,
    name,
    createdAtMs,
    lastUsedAtMs,
  }));
  return { ...held(context, user), list };
}

function held(context: IdentityContext, user: User): Pick<PasskeyReply, "withdrawalHoldUntilMs"> {
  return { withdrawalHoldUntilMs: withdrawalHoldOf(user, context.nowMs())?.untilMs ?? null };
}
