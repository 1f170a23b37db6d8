import { type Outcome, reject, rejectFields } from "@candor/wire/rejection";
import type { IdentityContext } from "../identity-context.ts";
import { IDENTITY_LIMITS } from "../identity-limits.ts";
import type { PasskeyRecord } from "../identity-records.ts";
import { randomToken } from "../random-codes.ts";
import type { User } from "../user-and-session.ts";
import {
  creationOptions,
  provenAnswer,
  questionOptions,
  readAnswer,
  verifyNewPasskey,
  type WebAuthnJson,
} from "./passkey-ceremony.ts";
import type { OpenChallenge } from "./passkey-challenges.ts";
import type { RelyingParty } from "./relying-party.ts";
import { secondFactorsOf } from "./second-factors-of.ts";

/** Returns the user's passkeys that work on this site. */
export function passkeysAt(user: User, party: RelyingParty | undefined): readonly PasskeyRecord[] {
  return user.passkeys.filter(({ rpId }) => rpId === party?.rpId);
}

/** Returns the options for creating a new passkey, for a user who has passed their existing second factor. */
export function passkeyCreation(
  { challenges }: IdentityContext,
  user: User,
  party: RelyingParty,
): Promise<WebAuthnJson> {
  const userHandle = user.passkeys[0]?.userHandle ?? randomToken();
  const showedFactor = secondFactorsOf(user).length > 0;
  const challenge = challenges.issue({ purpose: "add", owner: user.userId, party, userHandle, showedFactor });
  const account = user.email ?? user.phone ?? user.username ?? String(user.userId);
  const owner = { account, displayName: user.nickname, passkeys: passkeysAt(user, party) };
  return creationOptions(owner, party, challenge, userHandle, "preferred");
}

/** Reads the passkey that a browser created. Rejects 111 if it is not a credential, 311 if it is invalid, 355 if it came too late. */
export async function readNewPasskey(
  context: IdentityContext,
  user: User,
  json: WebAuthnJson | undefined,
  name: string,
): Promise<Outcome<PasskeyRecord>> {
  const given = {
    name: name === "" ? `Candor ${user.passkeys.length + 1}` : name,
    createdAtMs: context.nowMs(),
    requireUserVerification: false,
  };
  const isKnown = (id: string): boolean => context.store.state.userByCredential(id) !== undefined;
  // A factor set up since the challenge was issued has not been checked.
  const isAllowed = ({ showedFactor }: OpenChallenge): boolean =>
    showedFactor === true || secondFactorsOf(user).length === 0;
  const made = await verifyNewPasskey(context.challenges, user.userId, json, given, isKnown, isAllowed);
  if (made === "malformed") return badCredential(json);
  if (made === "expired") return reject("request.expired");
  return made ?? reject("user.secondFactorError");
}

/** Returns the options for verifying a passkey in a browser: one of a user's, or any. */
export function passkeyQuestion(
  { challenges }: IdentityContext,
  user: User | undefined,
  party: RelyingParty,
): Promise<WebAuthnJson> {
  const purpose = user === undefined ? "login" : "prove";
  const challenge = challenges.issue({ purpose, owner: user?.userId, party, userHandle: undefined });
  return user === undefined
    ? questionOptions(party, challenge, "required")
    : questionOptions(party, challenge, "preferred", passkeysAt(user, party));
}

/**
 * Verifies an assertion: of a given user as a second factor, or of anyone who logs in with only a passkey; then the
 * authenticator must have verified its owner. Records the use of a valid passkey. Rejects 311 if it is invalid, 355 if its
 * challenge is not open any more.
 */
export async function provenPasskey(
  context: IdentityContext,
  user: User | undefined,
  json: WebAuthnJson | undefined,
): Promise<Outcome<User>> {
  const answer = readAnswer(json);
  if (answer === undefined) return reject("user.secondFactorError");
  const { id } = answer.assertion;
  const purpose = user === undefined ? "login" : "prove";
  const challenge = context.challenges.take(answer.challengeText, purpose, user?.userId);
  const owner = context.store.state.userByCredential(id);
  if (challenge === "expired") return reject("request.expired");
  if (challenge === undefined || owner === undefined || (user !== undefined && owner !== user))
    return reject("user.secondFactorError");
  const passkey = passkeysAt(owner, challenge.party).find(({ credentialId }) => credentialId === id);
  if (passkey === undefined) return reject("user.secondFactorError");
  const proven = await provenAnswer(answer, challenge, passkey, user === undefined);
  // It may have been removed in the meantime.
  if (proven === undefined || context.store.state.userByCredential(id) !== owner)
    return reject("user.secondFactorError");
  const { passkeyId } = passkey;
  if (proven.counterRegressed)
    context.report(
      undefined,
      `counter of synced passkey ${passkeyId} of user ${owner.userId} went backwards`,
    );
  await context.store.commit({
    type: "passkey-used",
    userId: owner.userId,
    passkeyId,
    counter: proven.counter,
    atMs: context.nowMs(),
  });
  return owner;
}

function badCredential(json: WebAuthnJson | undefined) {
  const reason = json === undefined ? "missing" : "format";
  return rejectFields("request.parameterError", { path: "credential", reason });
}

/** Returns whether the user has the maximum number of passkeys. */
export function hasAllPasskeys(user: User): boolean {
  return user.passkeys.length >= IDENTITY_LIMITS.maxPasskeysPerUser;
}
