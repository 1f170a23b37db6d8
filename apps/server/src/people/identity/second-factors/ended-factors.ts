import { maskContact } from "@candor/text/mask-contact";
import { nameOfApiKey } from "../api-keys/use-api-keys.ts";
import { isInDoubt } from "../doubt.ts";
import type { IdentityContext } from "../identity-context.ts";
import type { PasskeyRecord } from "../identity-records.ts";
import { contactsOf, recentContacts } from "../mail-and-sms/contacts.ts";
import type { User } from "../user-and-session.ts";
import type { GivenSecondFactor } from "./second-factor.ts";

/** Factors revoked together with a password. */
export interface EndingFactors {
  readonly endedApiKeyIds: readonly string[];
  readonly removedPasskeyIds: readonly string[];
  readonly removedContacts: readonly ("email" | "phone")[];
  readonly removesTotp: boolean;
}

export interface EndingRequest {
  readonly code?: string | undefined;
  readonly endApiKeys?: boolean | undefined;
  readonly removePasskeys?: boolean | undefined;
  readonly secondFactor?: GivenSecondFactor | undefined;
}

export const NOTHING_ENDS: EndingFactors = {
  endedApiKeyIds: [],
  removedPasskeyIds: [],
  removedContacts: [],
  removesTotp: false,
};

/**
 * Returns what to revoke with a login password. A reset by code means that the owner suspects someone else has the old
 * one: all API keys are revoked, as well as passkeys, one-time codes and contacts added within the last days. The
 * factor used in this request belongs to the owner and stays.
 */
export function factorsToRevoke(
  { nowMs }: IdentityContext,
  user: User,
  { code, endApiKeys, removePasskeys, secondFactor }: EndingRequest,
): EndingFactors {
  const shown = secondFactor?.totp === undefined ? secondFactor?.passkey?.id : undefined;
  const byCode = code !== undefined;
  const isYoung = ({ createdAtMs }: PasskeyRecord): boolean => isInDoubt(user, createdAtMs, nowMs());
  const ends = (passkey: PasskeyRecord): boolean =>
    passkey.credentialId !== shown && (removePasskeys === true || (byCode && isYoung(passkey)));
  return {
    endedApiKeyIds: byCode || endApiKeys === true ? user.apiKeys.map(({ apiKeyId }) => apiKeyId) : [],
    removedPasskeyIds: user.passkeys.filter(ends).map(({ passkeyId }) => passkeyId),
    removedContacts: byCode
      ? recentContacts(user, nowMs()).map(({ channel }) => (channel === "ems" ? "email" : "phone"))
      : [],
    removesTotp: byCode && secondFactor?.totp === undefined && isTotpInDoubt(user, nowMs()),
  };
}

/**
 * Returns whether every second factor is so recent that a thief may have added it: then a reset by code does not
 * require one.
 */
export function isEveryFactorInDoubt(user: User, nowMs: number): boolean {
  return (
    (user.totpSecret === null || isTotpInDoubt(user, nowMs)) &&
    user.passkeys.every(({ createdAtMs }) => isInDoubt(user, createdAtMs, nowMs))
  );
}

const isTotpInDoubt = (user: User, nowMs: number): boolean =>
  user.totpSecret !== null && isInDoubt(user, user.totpSinceMs, nowMs);

/** Collects the names of all factors before they are revoked. */
export function factorsOf(user: User, ending: EndingFactors) {
  const { apiKeys, passkeys } = user;
  const { endedApiKeyIds, removedPasskeyIds, removedContacts, removesTotp } = ending;
  const ended = apiKeys.filter(({ apiKeyId }) => endedApiKeyIds.includes(apiKeyId));
  const removed = passkeys.filter(({ passkeyId }) => removedPasskeyIds.includes(passkeyId));
  const nameOf = ({ name }: PasskeyRecord): string => name;
  return {
    endedApiKeys: ended.map(nameOfApiKey),
    keptApiKeys: apiKeys.filter((key) => !ended.includes(key)).map(nameOfApiKey),
    removedPasskeys: removed.map(nameOf),
    keptPasskeys: passkeys.filter((passkey) => !removed.includes(passkey)).map(nameOf),
    removedContacts: contactsOf(user)
      .filter(({ channel }) => removedContacts.includes(channel === "ems" ? "email" : "phone"))
      .map(({ to }) => maskContact(to)),
    removedTotp: removesTotp,
  };
}
