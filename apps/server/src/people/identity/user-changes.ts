import type { HoldReason } from "@candor/domain/enumerations";
import { IDENTITY_LIMITS } from "./identity-limits.ts";
import type { FreezeLink, PasskeyRecord, UserRecord } from "./identity-records.ts";
import type { User } from "./user-and-session.ts";

/**
 * Defaults of fields missing in older journals. Separate from the blank user, whose values may change for new users.
 */
export const ADDED_LATER = {
  withdrawalHoldReason: null,
  emailSinceMs: 0,
  phoneSinceMs: 0,
  totpSinceMs: 0,
  totpSecret: null,
  totpLastStep: 0,
  recoveryHashes: [],
  passkeys: [],
  apiKeys: [],
  logins: [],
  frozenByOwner: null,
  freezeLinks: [],
  inviterTold: false,
  banTold: false,
  knownDevices: [],
  knownNetworks: [],
} as const satisfies Partial<UserRecord>;

/** Removes the authenticator app and its recovery codes. */
export function dropTotp(user: User): void {
  user.totpSecret = null;
  user.totpSinceMs = 0;
  user.recoveryHashes = [];
}

/** A later end time replaces an earlier one, together with its reason. */
export function hold(user: User, untilMs: number, reason: HoldReason): void {
  if (untilMs <= user.withdrawalHoldUntilMs) return;
  user.withdrawalHoldUntilMs = untilMs;
  user.withdrawalHoldReason = reason;
}

/** Drops links that had expired when this one was created. */
export function withLink(links: readonly FreezeLink[], link: FreezeLink): readonly FreezeLink[] {
  const madeAtMs = link.expiresAtMs - IDENTITY_LIMITS.freezeLinkMs;
  const live = links.filter(({ expiresAtMs }) => expiresAtMs > madeAtMs);
  return [...live, link].slice(-IDENTITY_LIMITS.freezeLinksKept);
}

export const without = (passkeys: readonly PasskeyRecord[], passkeyId: string): PasskeyRecord[] =>
  passkeys.filter((passkey) => passkey.passkeyId !== passkeyId);
