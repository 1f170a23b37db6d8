import { type Outcome, Rejected, reject } from "@candor/wire/rejection";
import type { IdentityContext } from "../identity-context.ts";
import { notifyUser } from "../mail-and-sms/notify-user.ts";
import type { User } from "../user-and-session.ts";
import type { WebAuthnJson } from "./passkey-ceremony.ts";
import { passkeyQuestion, passkeysAt, provenPasskey } from "./passkeys.ts";
import { recoveryHash } from "./recovery-codes.ts";
import { type RelyingParty, relyingPartyOf } from "./relying-party.ts";
import type { FactorCaller } from "./second-factor-guard.ts";
import { type SecondFactorMethod, secondFactorsOf } from "./second-factors-of.ts";

/** Second factor sent by a caller. */
export interface GivenSecondFactor {
  /** A one-time code, or a recovery code. */
  readonly totp?: string | undefined;
  readonly passkey?: WebAuthnJson | undefined;
}

/**
 * Checks a second factor; a user without one passes. Wrong ones count like wrong passwords, see SecondFactorGuard. The
 * owner gets an email if a stranger's wrong one follows a correct password or code.
 * @param caller its host matters too: passkeys are bound to a site
 * @returns `undefined` if correct, else 310 (`methods`, and for passkeys `challenge`, `rpId`, `credentialIds`), 212
 * (`retryAfterMs`), 352 (`retryAfterMs`) for a one-time code that was already used and 355 for a passkey's challenge that
 * is not open any more, which cost no attempt, or 311 (`attemptsLeft`)
 */
export async function checkSecondFactor(
  context: IdentityContext,
  caller: FactorCaller,
  user: User,
  given: GivenSecondFactor | undefined,
): Promise<Rejected | undefined> {
  if (secondFactorsOf(user).length === 0) return undefined;
  if (given?.totp === undefined && given?.passkey === undefined)
    return await required(context, user, relyingPartyOf(caller.host, context.publicUrl));
  const { factorGuard } = context;
  const tried = factorGuard.attemptOf(user, caller);
  const admission = factorGuard.begin(tried);
  if (!("attemptsLeft" in admission))
    return new Rejected("request.tooFast", { retryAfterMs: admission.waitMs });
  let right: Outcome<boolean>;
  try {
    right =
      given.totp === undefined
        ? await isPasskeyProven(context, user, given.passkey)
        : await takeCode(context, user, given.totp);
  } catch (error) {
    factorGuard.undone(tried);
    throw error;
  }
  if (right instanceof Rejected) {
    factorGuard.undone(tried);
    return right;
  }
  if (right) {
    factorGuard.succeeded(tried);
    return undefined;
  }
  factorGuard.failed(tried);
  if (tried.isStranger && factorGuard.isNoticeDue(user))
    notifyUser(context, user, { kind: "secondFactorTried" });
  return reject("user.secondFactorError", { attemptsLeft: admission.attemptsLeft });
}

async function required(
  context: IdentityContext,
  user: User,
  party: RelyingParty | undefined,
): Promise<Rejected> {
  const passkeys = passkeysAt(user, party);
  const methods: SecondFactorMethod[] = user.totpSecret === null ? [] : ["totp"];
  if (party === undefined || passkeys.length === 0) return reject("user.secondFactorRequired", { methods });
  const { challenge } = await passkeyQuestion(context, user, party);
  return reject("user.secondFactorRequired", {
    methods: [...methods, "passkey"],
    challenge: String(challenge),
    rpId: party.rpId,
    credentialIds: passkeys.map(({ credentialId }) => credentialId),
  });
}

/** Rejects 355. */
async function isPasskeyProven(
  context: IdentityContext,
  user: User,
  passkey: WebAuthnJson | undefined,
): Promise<Outcome<boolean>> {
  const proven = await provenPasskey(context, user, passkey);
  if (proven instanceof Rejected) return proven.error === "request.expired" ? proven : false;
  return true;
}

/** Accepts a current one-time code or a recovery code; each works once, even across a restart. Rejects 352. */
async function takeCode(context: IdentityContext, user: User, code: string): Promise<Outcome<boolean>> {
  // The library is loaded with the first code. From here on, checking and recording a code is one step of the event
  // loop.
  const { checkTotp: judgeTotp } = await import("./one-time-codes.ts");
  if (user.totpSecret === null) return false;
  const { userId } = user;
  const secret = openTotpSecret(context, user, user.totpSecret);
  const nowMs = context.nowMs();
  const verdict = judgeTotp(secret, code, user.totpLastStep, nowMs);
  if (verdict.is === "right") {
    await context.store.commit({ type: "totp-used", userId, step: verdict.step });
    return true;
  }
  if (verdict.is === "used")
    return reject("user.secondFactorUsed", { retryAfterMs: Math.max(0, verdict.endsAtMs - nowMs) });
  const hash = recoveryHash(code);
  if (!user.recoveryHashes.includes(hash)) return false;
  await context.store.commit({ type: "recovery-code-used", userId, hash });
  return true;
}

/** Seal context of a one-time code secret: it opens only for this user. */
export const totpSealContext = (userId: number): string => `one-time codes of ${userId}`;

function openTotpSecret(context: IdentityContext, user: User, sealed: string): string {
  return context.sealing.openText(sealed, totpSealContext(user.userId));
}
