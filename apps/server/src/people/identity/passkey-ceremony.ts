import type { PasskeyRecord } from "./identity-records.ts";
import type { OpenChallenge, PasskeyChallenges } from "./passkey-challenges.ts";
import {
  type AssertionJson,
  assertionJson,
  challengeOf,
  type RegistrationJson,
  registrationJson,
} from "./passkey-json.ts";
import { randomId } from "./random-codes.ts";
import type { RelyingParty } from "./relying-party.ts";

/** Web Authentication for whoever has passkeys here, traders and operators: what is asked, and whether an answer holds. */

const SITE_NAME = "Candor";

/** Loaded when the first passkey is asked for: it is the largest part of a start that most starts do not need. */
const webAuthn = () => import("@simplewebauthn/server");

/** WebAuthn options as JSON. */
export type WebAuthnJson = Record<string, unknown>;

export interface PasskeyOwner {
  /** How an authenticator lists them. */
  readonly account: string;
  readonly displayName: string;
  /** Of theirs on this site. */
  readonly passkeys: readonly PasskeyRecord[];
}

/** Options with which a browser makes a new passkey. */
export async function creationOptions(
  { account, displayName, passkeys }: PasskeyOwner,
  party: RelyingParty,
  challenge: string,
  userHandle: string,
  userVerification: "required" | "preferred",
): Promise<WebAuthnJson> {
  const options = await (await webAuthn()).generateRegistrationOptions({
    rpName: SITE_NAME,
    rpID: party.rpId,
    userName: account,
    userDisplayName: displayName,
    userID: bytesOf(userHandle),
    challenge: bytesOf(challenge),
    attestationType: "none",
    excludeCredentials: passkeys.map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: "required", userVerification },
  });
  return { ...options };
}

/** Options with which a browser proves a passkey: one of these, or any. */
export async function questionOptions(
  party: RelyingParty,
  challenge: string,
  userVerification: "required" | "preferred",
  passkeys?: readonly PasskeyRecord[],
): Promise<WebAuthnJson> {
  const options = await (await webAuthn()).generateAuthenticationOptions({
    rpID: party.rpId,
    challenge: bytesOf(challenge),
    userVerification,
    ...(passkeys && { allowCredentials: passkeys.map(({ credentialId }) => ({ id: credentialId })) }),
  });
  return { ...options };
}

/**
 * The passkey that a browser has made for `owner`, whose challenge is used up; undefined: it does not hold. "malformed":
 * this is no credential.
 * @param isKnown whether there is a passkey with this id already
 * @param isAllowed whether this challenge may still add one
 */
export async function madePasskey(
  challenges: PasskeyChallenges,
  owner: number | string,
  json: WebAuthnJson | undefined,
  given: { readonly name: string; readonly createdAtMs: number; readonly requireUserVerification: boolean },
  isKnown: (credentialId: string) => boolean,
  isAllowed: (challenge: OpenChallenge) => boolean = () => true,
): Promise<PasskeyRecord | "malformed" | undefined> {
  const parsed = registrationJson.safeParse(json);
  if (!parsed.success) return "malformed";
  const credential = parsed.data;
  const text = challengeOf(credential.response.clientDataJSON) ?? "";
  const challenge = challenges.take(text, "add", owner);
  if (challenge?.userHandle === undefined || !isAllowed(challenge)) return undefined;
  const made = await verifiedCreation(credential, text, challenge.party, given.requireUserVerification);
  if (made === undefined || isKnown(made.id)) return undefined;
  return {
    passkeyId: randomId(),
    credentialId: made.id,
    publicKey: Buffer.from(made.publicKey).toString("base64url"),
    userHandle: challenge.userHandle,
    rpId: challenge.party.rpId,
    transports: credential.response.transports,
    counter: made.counter,
    isSynced: made.isSynced,
    name: given.name,
    createdAtMs: given.createdAtMs,
    lastUsedAtMs: null,
  };
}

async function verifiedCreation(
  credential: RegistrationJson,
  challenge: string,
  party: RelyingParty,
  requireUserVerification: boolean,
) {
  try {
    const { registrationInfo } = await (await webAuthn()).verifyRegistrationResponse({
      response: credential,
      expectedChallenge: challenge,
      expectedOrigin: [...party.origins],
      expectedRPID: party.rpId,
      requireUserVerification,
    });
    if (registrationInfo === undefined) return undefined;
    const { credential: made, credentialDeviceType } = registrationInfo;
    return { ...made, isSynced: credentialDeviceType === "multiDevice" };
  } catch {
    return undefined; // the library says by throwing what does not hold: signature, origin, site, challenge
  }
}

/** What a browser answers to a question, before it is checked. */
export interface GivenAnswer {
  readonly assertion: AssertionJson;
  readonly challengeText: string;
}

/** Undefined: this is no answer. */
export function readAnswer(json: WebAuthnJson | undefined): GivenAnswer | undefined {
  const parsed = assertionJson.safeParse(json);
  if (!parsed.success) return undefined;
  return {
    assertion: parsed.data,
    challengeText: challengeOf(parsed.data.response.clientDataJSON) ?? "",
  };
}

export interface ProvenAnswer {
  readonly counter: number;
  /** The counter did not go on, as happens to a passkey that is on several devices. */
  readonly wentBack: boolean;
}

/**
 * What an answer proves; undefined: it does not hold. A counter that goes back is a sign of a copied key. Copies are what
 * synced passkeys are for (Web Authentication level 3, 6.1.1 and 6.1.3), so it is accepted of them and refused of others.
 */
export async function provenAnswer(
  { assertion, challengeText }: GivenAnswer,
  { party }: OpenChallenge,
  passkey: PasskeyRecord,
  requireUserVerification: boolean,
): Promise<ProvenAnswer | undefined> {
  const { userHandle, ...signed } = assertion.response;
  // An authenticator that names its user names the one whom the passkey was made for.
  if (userHandle !== undefined && userHandle !== passkey.userHandle) return undefined;
  try {
    const { verified, authenticationInfo } = await (await webAuthn()).verifyAuthenticationResponse({
      response: {
        ...assertion,
        response: { ...signed, ...(userHandle === undefined ? {} : { userHandle }) },
      },
      expectedChallenge: challengeText,
      expectedOrigin: [...party.origins],
      expectedRPID: party.rpId,
      credential: {
        id: passkey.credentialId,
        publicKey: bytesOf(passkey.publicKey),
        // Judged below: the library refuses all that go back.
        counter: 0,
      },
      requireUserVerification,
    });
    if (!verified) return undefined;
    const { newCounter, credentialDeviceType, credentialBackedUp } = authenticationInfo;
    const wentBack = newCounter <= passkey.counter && (newCounter > 0 || passkey.counter > 0);
    const isSynced =
      passkey.isSynced !== false && credentialDeviceType === "multiDevice" && credentialBackedUp;
    return wentBack && !isSynced ? undefined : { counter: newCounter, wentBack };
  } catch {
    return undefined; // as above: what does not hold is thrown
  }
}

const bytesOf = (base64url: string) => new Uint8Array(Buffer.from(base64url, "base64url"));
