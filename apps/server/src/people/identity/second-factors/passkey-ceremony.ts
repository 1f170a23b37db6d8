import type { PasskeyRecord } from "../identity-records.ts";
import { randomId } from "../random-codes.ts";
import type { OpenChallenge, PasskeyChallenges } from "./passkey-challenges.ts";
import {
  type AssertionJson,
  assertionJson,
  challengeOf,
  type RegistrationJson,
  registrationJson,
} from "./passkey-json.ts";
import type { RelyingParty } from "./relying-party.ts";

/** WebAuthn for everybody with passkeys, traders and operators: creates the options and verifies the responses. */

const SITE_NAME = "Candor";

/** Loaded on first passkey use: it is the largest part of a start, and most starts do not need it. */
const webAuthn = () => import("@simplewebauthn/server");

export type WebAuthnJson = Record<string, unknown>;

export interface PasskeyOwner {
  /** Name shown by the authenticator. */
  readonly account: string;
  readonly displayName: string;
  /** The owner's passkeys on this site. */
  readonly passkeys: readonly PasskeyRecord[];
}

/** Returns the options for creating a new passkey in a browser. */
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

/** Returns the options for verifying a passkey in a browser: one of these, or any. */
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
 * Verifies the passkey that a browser created for `owner` and uses up its challenge. Returns `undefined` if it is
 * invalid, "malformed" if it is not a credential, or "expired" if its challenge is not open any more.
 * @param isKnown whether there is already a passkey with this id
 * @param isAllowed whether this challenge may still add one
 */
export async function verifyNewPasskey(
  challenges: PasskeyChallenges,
  owner: number | string,
  json: WebAuthnJson | undefined,
  given: { readonly name: string; readonly createdAtMs: number; readonly requireUserVerification: boolean },
  isKnown: (credentialId: string) => boolean,
  isAllowed: (challenge: OpenChallenge) => boolean = () => true,
): Promise<PasskeyRecord | "malformed" | "expired" | undefined> {
  const parsed = registrationJson.safeParse(json);
  if (!parsed.success) return "malformed";
  const credential = parsed.data;
  const text = challengeOf(credential.response.clientDataJSON) ?? "";
  const challenge = challenges.take(text, "add", owner);
  if (challenge === "expired") return challenge;
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
    return undefined; // The library throws if signature, origin, site or challenge is invalid.
  }
}

/** A browser's response to a challenge, not yet verified. */
export interface GivenAnswer {
  readonly assertion: AssertionJson;
  readonly challengeText: string;
}

/** Returns `undefined` if the JSON is not a response. */
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
  /** Whether the counter went backwards, as happens with a passkey on several devices. */
  readonly counterRegressed: boolean;
}

/**
 * Verifies a response; returns `undefined` if it is invalid. A counter that goes backwards indicates a copied key.
 * Synced passkeys are meant to be copied (Web Authentication level 3, 6.1.1 and 6.1.3), so it is accepted for them and
 * rejected for others.
 */
export async function provenAnswer(
  { assertion, challengeText }: GivenAnswer,
  { party }: OpenChallenge,
  passkey: PasskeyRecord,
  requireUserVerification: boolean,
): Promise<ProvenAnswer | undefined> {
  const { userHandle, ...signed } = assertion.response;
  // If the authenticator returns a user handle, it must be the one the passkey was created for.
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
        // Checked below: the library rejects any counter that goes backwards.
        counter: 0,
      },
      requireUserVerification,
    });
    if (!verified) return undefined;
    const { newCounter, credentialDeviceType, credentialBackedUp } = authenticationInfo;
    const wentBack = newCounter <= passkey.counter && (newCounter > 0 || passkey.counter > 0);
    const isSynced =
      passkey.isSynced !== false && credentialDeviceType === "multiDevice" && credentialBackedUp;
    return wentBack && !isSynced ? undefined : { counter: newCounter, counterRegressed: wentBack };
  } catch {
    return undefined; // As above, the library throws if it is invalid.
  }
}

const bytesOf = (base64url: string) => new Uint8Array(Buffer.from(base64url, "base64url"));
