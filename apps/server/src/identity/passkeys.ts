import { type Outcome, reject, rejectFields } from "@candor/protocol/wire/rejection";
import type { IdentityContext } from "./identity-context.ts";
import { IDENTITY_LIMITS } from "./identity-limits.ts";
import type { PasskeyRecord } from "./identity-records.ts";
import type { User } from "./identity-state.ts";
import {
  type AssertionJson,
  assertionJson,
  challengeOf,
  type RegistrationJson,
  registrationJson,
} from "./passkey-json.ts";
import { randomId, randomToken } from "./random-codes.ts";
import type { RelyingParty } from "./relying-party.ts";

const SITE_NAME = "Candor";

/** Loaded when the first passkey is asked for: it is the largest part of a start that most starts do not need. */
const webAuthn = () => import("@simplewebauthn/server");

/** WebAuthn options as JSON. */
export type WebAuthnJson = Record<string, unknown>;

/** The user's passkeys that work on this site. */
export function passkeysAt(user: User, party: RelyingParty | undefined): readonly PasskeyRecord[] {
  return user.passkeys.filter(({ rpId }) => rpId === party?.rpId);
}

/** Options with which a browser makes a new passkey. */
export async function passkeyCreation(
  { challenges }: IdentityContext,
  user: User,
  party: RelyingParty,
): Promise<WebAuthnJson> {
  const userHandle = user.passkeys[0]?.userHandle ?? randomToken();
  const challenge = challenges.issue({ purpose: "add", userId: user.userId, party, userHandle });
  const account = user.email ?? user.phone ?? user.username ?? String(user.userId);
  const options = await (await webAuthn()).generateRegistrationOptions({
    rpName: SITE_NAME,
    rpID: party.rpId,
    userName: account,
    userDisplayName: user.nickname,
    userID: bytesOf(userHandle),
    challenge: bytesOf(challenge),
    attestationType: "none",
    excludeCredentials: passkeysAt(user, party).map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: "required", userVerification: "preferred" },
  });
  return { ...options };
}

/** The passkey that a browser has made, or 111 for what is no credential and 311 for one that does not hold. */
export async function readNewPasskey(
  context: IdentityContext,
  user: User,
  json: WebAuthnJson | undefined,
  name: string,
): Promise<Outcome<PasskeyRecord>> {
  const parsed = registrationJson.safeParse(json);
  if (!parsed.success) return badCredential(json);
  const credential = parsed.data;
  const text = challengeOf(credential.response.clientDataJSON) ?? "";
  const challenge = context.challenges.take(text, "add", user.userId);
  if (challenge?.userHandle === undefined) return reject("user.secondFactorError");
  const made = await verifiedRegistration(credential, text, challenge.party);
  if (made === undefined || context.store.state.userByCredential(made.id) !== undefined)
    return reject("user.secondFactorError");
  return {
    passkeyId: randomId(),
    credentialId: made.id,
    publicKey: Buffer.from(made.publicKey).toString("base64url"),
    userHandle: challenge.userHandle,
    rpId: challenge.party.rpId,
    transports: credential.response.transports,
    counter: made.counter,
    name: name === "" ? `${SITE_NAME} ${user.passkeys.length + 1}` : name,
    createdAtMs: context.nowMs(),
    lastUsedAtMs: null,
  };
}

async function verifiedRegistration(credential: RegistrationJson, challenge: string, party: RelyingParty) {
  try {
    const { registrationInfo } = await (await webAuthn()).verifyRegistrationResponse({
      response: credential,
      expectedChallenge: challenge,
      expectedOrigin: [...party.origins],
      expectedRPID: party.rpId,
      requireUserVerification: false,
    });
    return registrationInfo?.credential;
  } catch {
    return undefined; // the library says by throwing what does not hold: signature, origin, site, challenge
  }
}

/** Options with which a browser proves a passkey: one of a user's, or any. */
export async function passkeyQuestion(
  { challenges }: IdentityContext,
  user: User | undefined,
  party: RelyingParty,
): Promise<WebAuthnJson> {
  const userId = user?.userId;
  const purpose = user === undefined ? "login" : "prove";
  const challenge = challenges.issue({ purpose, userId, party, userHandle: undefined });
  const options = await (await webAuthn()).generateAuthenticationOptions({
    rpID: party.rpId,
    challenge: bytesOf(challenge),
    userVerification: user === undefined ? "required" : "preferred",
    ...(user === undefined
      ? {}
      : { allowCredentials: passkeysAt(user, party).map(({ credentialId }) => ({ id: credentialId })) }),
  });
  return { ...options };
}

/**
 * Checks an assertion: of one user as a second factor, or of whoever logs in with it alone, and then the authenticator
 * must have verified its owner. A passkey that holds is noted as used. undefined: it does not hold.
 */
export async function provenPasskey(
  context: IdentityContext,
  user: User | undefined,
  json: WebAuthnJson | undefined,
): Promise<User | undefined> {
  const parsed = assertionJson.safeParse(json);
  if (!parsed.success) return undefined;
  const assertion = parsed.data;
  const text = challengeOf(assertion.response.clientDataJSON) ?? "";
  const challenge = context.challenges.take(text, user === undefined ? "login" : "prove", user?.userId);
  const owner = context.store.state.userByCredential(assertion.id);
  if (challenge === undefined || owner === undefined || (user !== undefined && owner !== user))
    return undefined;
  const passkey = passkeysAt(owner, challenge.party).find(
    ({ credentialId }) => credentialId === assertion.id,
  );
  if (passkey === undefined || !sameHandle(assertion, passkey)) return undefined;
  const counter = await verifiedCounter(assertion, text, challenge.party, passkey, user === undefined);
  // Somebody may have removed it in the meantime.
  if (counter === undefined || context.store.state.userByCredential(assertion.id) !== owner) return undefined;
  const { passkeyId } = passkey;
  await context.store.commit({
    type: "passkey-used",
    userId: owner.userId,
    passkeyId,
    counter,
    atMs: context.nowMs(),
  });
  return owner;
}

async function verifiedCounter(
  assertion: AssertionJson,
  challenge: string,
  party: RelyingParty,
  passkey: PasskeyRecord,
  requireUserVerification: boolean,
): Promise<number | undefined> {
  const { userHandle, ...signed } = assertion.response;
  try {
    const { verified, authenticationInfo } = await (await webAuthn()).verifyAuthenticationResponse({
      response: {
        ...assertion,
        response: { ...signed, ...(userHandle === undefined ? {} : { userHandle }) },
      },
      expectedChallenge: challenge,
      expectedOrigin: [...party.origins],
      expectedRPID: party.rpId,
      credential: {
        id: passkey.credentialId,
        publicKey: bytesOf(passkey.publicKey),
        counter: passkey.counter,
      },
      requireUserVerification,
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    return undefined; // as above: what does not hold is thrown
  }
}

/** An authenticator that names its user names the one whom the passkey was made for. */
function sameHandle({ response }: AssertionJson, passkey: PasskeyRecord): boolean {
  return response.userHandle === undefined || response.userHandle === passkey.userHandle;
}

function badCredential(json: WebAuthnJson | undefined) {
  const reason = json === undefined ? "missing" : "format";
  return rejectFields("request.parameterError", { path: "credential", reason });
}

const bytesOf = (base64url: string) => new Uint8Array(Buffer.from(base64url, "base64url"));

/** The user has as many passkeys as one may have. */
export function hasAllPasskeys(user: User): boolean {
  return user.passkeys.length >= IDENTITY_LIMITS.maxPasskeysPerUser;
}
