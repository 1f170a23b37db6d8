import type { IdentityContext } from "./identity-context.ts";
import { IDENTITY_LIMITS } from "./identity-limits.ts";
import type { PasskeyRecord } from "./identity-records.ts";
import type { User } from "./identity-state.ts";
import type { GivenSecondFactor } from "./second-factor.ts";
import { nameOfApiKey } from "./use-api-keys.ts";

/** What ends together with a password. */
export interface EndingFactors {
  readonly endedApiKeyIds: readonly string[];
  readonly removedPasskeyIds: readonly string[];
}

interface EndingRequest {
  readonly code?: string | undefined;
  readonly endApiKeys?: boolean | undefined;
  readonly removePasskeys?: boolean | undefined;
  readonly secondFactor?: GivenSecondFactor | undefined;
}

export const NOTHING_ENDS: EndingFactors = { endedApiKeyIds: [], removedPasskeyIds: [] };

/**
 * What ends with a login password. A code means that its owner doubts who has the old one: all API keys end, and passkeys
 * that were added within the last days. The passkey that was shown with this request is its owner's and stays.
 */
export function endingWith(
  { nowMs }: IdentityContext,
  user: User,
  { code, endApiKeys, removePasskeys, secondFactor }: EndingRequest,
): EndingFactors {
  const shown = secondFactor?.totp === undefined ? secondFactor?.passkey?.id : undefined;
  const byCode = code !== undefined;
  const isYoung = ({ createdAtMs }: PasskeyRecord): boolean =>
    nowMs() - createdAtMs < IDENTITY_LIMITS.doubtMs;
  const ends = (passkey: PasskeyRecord): boolean =>
    passkey.credentialId !== shown && (removePasskeys === true || (byCode && isYoung(passkey)));
  return {
    endedApiKeyIds: byCode || endApiKeys === true ? user.apiKeys.map(({ apiKeyId }) => apiKeyId) : [],
    removedPasskeyIds: user.passkeys.filter(ends).map(({ passkeyId }) => passkeyId),
  };
}

/** The names of both, before they end. */
export function factorsOf({ apiKeys, passkeys }: User, { endedApiKeyIds, removedPasskeyIds }: EndingFactors) {
  const ended = apiKeys.filter(({ apiKeyId }) => endedApiKeyIds.includes(apiKeyId));
  const removed = passkeys.filter(({ passkeyId }) => removedPasskeyIds.includes(passkeyId));
  const nameOf = ({ name }: PasskeyRecord): string => name;
  return {
    endedApiKeys: ended.map(nameOfApiKey),
    keptApiKeys: apiKeys.filter((key) => !ended.includes(key)).map(nameOfApiKey),
    removedPasskeys: removed.map(nameOf),
    keptPasskeys: passkeys.filter((passkey) => !removed.includes(passkey)).map(nameOf),
  };
}
