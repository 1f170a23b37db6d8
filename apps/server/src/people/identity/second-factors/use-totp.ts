import { type Outcome, Rejected, reject, rejectFields } from "@candor/wire/rejection";
import type { Caller, IdentityContext } from "../identity-context.ts";
import { IDENTITY_LIMITS } from "../identity-limits.ts";
import { notifyUser } from "../mail-and-sms/notify-user.ts";
import { checkOwnPassword } from "../passwords/check-password.ts";
import type { User } from "../user-and-session.ts";
import { newHoldUntilMs, withdrawalHoldOf } from "../withdrawal-hold.ts";
import type { TotpSetUp } from "./pending-totp-secrets.ts";
import { newRecoveryCodes } from "./recovery-codes.ts";
import { checkSecondFactor, type GivenSecondFactor, totpSealContext } from "./second-factor.ts";
import { secondFactorsOf } from "./second-factors-of.ts";

export interface TotpRequest {
  readonly action: "begin" | "enable" | "disable";
  readonly totp?: string | undefined;
  readonly password?: string | undefined;
  readonly secondFactor?: GivenSecondFactor | undefined;
}

export interface TotpReply {
  readonly enabled: boolean;
  readonly secret?: string;
  readonly uri?: string;
  readonly expiresAtMs?: number;
  readonly recoveryCodes?: string[];
  readonly withdrawalHoldUntilMs: number | null;
}

/** Manages one-time codes of an app. Rejects 111, 30, 310, 311, 355. */
export async function useTotp(
  context: IdentityContext,
  caller: Caller,
  user: User,
  request: TotpRequest,
): Promise<Outcome<TotpReply>> {
  const enabled = user.totpSecret !== null;
  if (enabled !== (request.action === "disable"))
    return rejectFields("request.parameterError", { path: "action", reason: "conflict" });
  switch (request.action) {
    case "begin":
      return await begin(context, caller, user);
    case "enable":
      return await enable(context, caller, user, request);
    case "disable":
      return await disable(context, caller, user, request);
  }
}

async function begin(context: IdentityContext, caller: Caller, user: User): Promise<TotpReply> {
  const { newTotpSecret, totpUri } = await import("./one-time-codes.ts");
  const secret = newTotpSecret();
  const expiresAtMs = await context.pendingTotp.begin(setUpOf(caller, user), secret);
  const account = user.email ?? user.username ?? user.phone ?? String(user.userId);
  return { ...stateOf(context, user), secret, uri: totpUri(secret, account), expiresAtMs };
}

/** Adding a factor requires the existing one and holds withdrawals, so that a thief cannot bypass it. */
async function enable(
  context: IdentityContext,
  caller: Caller,
  user: User,
  request: TotpRequest,
): Promise<Outcome<TotpReply>> {
  if (request.totp === undefined)
    return rejectFields("request.parameterError", { path: "totp", reason: "missing" });
  const wrong =
    (await checkOwnPassword(context, caller, user, request.password)) ??
    (await checkSecondFactor(context, { ...caller, hasSession: true }, user, request.secondFactor));
  if (wrong !== undefined) return wrong;
  const { checkTotp: judgeTotp } = await import("./one-time-codes.ts");
  // Without a secret no code can be right: that costs no attempt.
  const secret = context.pendingTotp.get(setUpOf(caller, user));
  if (secret === undefined) return reject("request.expired");
  const { factorGuard } = context;
  const tried = factorGuard.attemptOf(user, { ...caller, hasSession: true });
  const admission = factorGuard.begin(tried);
  if (!("attemptsLeft" in admission))
    return new Rejected("request.tooFast", { retryAfterMs: admission.waitMs });
  const verdict = judgeTotp(secret, request.totp, 0, context.nowMs());
  // A concurrent request was first.
  if (verdict.is !== "right" || user.totpSecret !== null) {
    factorGuard.failed(tried);
    return reject("user.secondFactorError", { attemptsLeft: admission.attemptsLeft });
  }
  factorGuard.succeeded(tried);
  const { codes, hashes } = newRecoveryCodes(IDENTITY_LIMITS.recoveryCodes);
  const isFirst = secondFactorsOf(user).length === 0;
  await context.store.commit({
    type: "totp-enabled",
    userId: user.userId,
    secret: context.sealing.sealText(secret, totpSealContext(user.userId)),
    step: verdict.step,
    recoveryHashes: hashes,
    atMs: context.nowMs(),
    withdrawalHoldUntilMs: isFirst ? 0 : newHoldUntilMs(context),
  });
  notifyUser(context, user, { kind: "totpEnabled" });
  return { ...stateOf(context, user), recoveryCodes: [...codes] };
}

async function disable(
  context: IdentityContext,
  caller: Caller,
  user: User,
  request: TotpRequest,
): Promise<Outcome<TotpReply>> {
  const wrong = await checkOwnPassword(context, caller, user, request.password);
  if (wrong !== undefined) return wrong;
  const unproven = await checkSecondFactor(
    context,
    { ...caller, hasSession: true },
    user,
    request.secondFactor,
  );
  if (unproven !== undefined) return unproven;
  await context.store.commit({
    type: "totp-disabled",
    userId: user.userId,
    withdrawalHoldUntilMs: newHoldUntilMs(context),
  });
  notifyUser(context, user, { kind: "totpDisabled" });
  return stateOf(context, user);
}

const setUpOf = ({ session }: Caller, { userId }: User): TotpSetUp => ({
  userId,
  sessionId: session?.sessionId ?? "",
});

function stateOf(context: IdentityContext, user: User): TotpReply {
  return {
    enabled: user.totpSecret !== null,
    withdrawalHoldUntilMs: withdrawalHoldOf(user, context.nowMs())?.untilMs ?? null,
  };
}
