import { existsSync } from "node:fs";
import { join } from "node:path";
import type { DeliverySettings } from "../../config/delivery-settings.ts";
import { DEFAULT_REGISTRATIONS_PER_DAY } from "../../config/people-settings.ts";
import { createSealingKey, SealingKey } from "../../kit/durable/sealed-value.ts";
import { NetworkLimiter } from "../../kit/limits/network-limiter.ts";
import type { SharedNetworks } from "../../kit/limits/shared-networks.ts";
import { ApiKeyRegister } from "./api-keys/api-key-register.ts";
import type { ExchangeAccounts } from "./exchange-account/exchange-accounts.ts";
import type { IdentityContext, IdentitySettings } from "./identity-context.ts";
import { IDENTITY_LIMITS } from "./identity-limits.ts";
import type { IdentityStore } from "./identity-store.ts";
import { KnownPlaces } from "./login/known-places.ts";
import { LoginGuard } from "./login/login-guard.ts";
import type { MessageSender } from "./mail-and-sms/message-sender.ts";
import type { HashCost } from "./password-hashing/password-hash-messages.ts";
import { type Hasher, PasswordHasher } from "./password-hashing/password-hasher.ts";
import { PaymentGrants } from "./passwords/payment-grants.ts";
import { PasskeyChallenges } from "./second-factors/passkey-challenges.ts";
import { PendingTotpSecrets } from "./second-factors/pending-totp-secrets.ts";
import { SecondFactorGuard } from "./second-factors/second-factor-guard.ts";
import { SessionRegister } from "./session-register.ts";
import { VerificationCodes } from "./verification-codes/verification-codes.ts";

export interface IdentityOptions {
  /** `<CANDOR_HOME>/identity` */
  readonly directory: string;
  readonly mode: "sandbox" | "live";
  readonly exchange: ExchangeAccounts;
  readonly nowMs?: () => number;
  readonly settings?: Partial<IdentitySettings>;
  readonly hashCost?: HashCost;
  /** By default argon2id at `hashCost`. */
  readonly hasher?: Hasher;
  /** By default created in `directory` on first use. */
  readonly sealing?: SealingKey;
  /** Message delivery; without it, messages stay in the local outbox. */
  readonly delivery?: DeliverySettings;
  /** Writes `outbox.json` in the directory; by default without registering the file. */
  readonly keepOutbox?: (content: Uint8Array) => Promise<void>;
  /** Overrides any delivery. */
  readonly sender?: MessageSender;
  /**
   * Public URL of the site, `https://candor.example`; passkeys are bound to it. Absent if only this machine can reach
   * it.
   */
  readonly publicUrl?: string | undefined;
  /** Base URL of links in emails without a `publicUrl`; by default this machine. */
  readonly localUrl?: string;
  /** Networks exempt from limits by address. */
  readonly shared?: SharedNetworks;
  /** Reports errors outside of calls to the operator. */
  readonly report?: (error: unknown, message: string) => void;
  readonly compact?: boolean;
  /** Minimum obsolete records for a rewrite of the journal; for tests. */
  readonly minOutdated?: number;
  /** Called when the journal is closed after a failed write; the process must exit. */
  readonly onFailure?: (error: Error) => void;
}

export const DEFAULT_SETTINGS: IdentitySettings = {
  inviteOnly: true,
  registrationBy: ["email", "username"],
  passwordRule: "short",
  registrationsPerDay: DEFAULT_REGISTRATIONS_PER_DAY,
};
const DAY_MS = 86_400_000;

/** Returns the key in the store's own directory; creates one if there are no users yet. */
function ownSealingKey(directory: string, isNew: boolean): SealingKey {
  const file = join(directory, "sealing.key");
  if (isNew && !existsSync(file)) createSealingKey(file);
  return SealingKey.ofFile(file);
}

interface ContextParts {
  readonly options: IdentityOptions;
  readonly settings: IdentitySettings;
  readonly store: IdentityStore;
  /** Used unless the options specify a sender. */
  readonly delivery: MessageSender;
  /** Base URL of links in emails. */
  readonly siteUrl: () => string;
  readonly nowMs: () => number;
}

/** Creates the shared dependencies of the identity module. */
export function identityContext({
  options,
  settings,
  store,
  delivery,
  siteUrl,
  nowMs,
}: ContextParts): IdentityContext {
  const sealing = options.sealing ?? ownSealingKey(options.directory, store.state.userCount === 0);
  const report = options.report ?? (() => undefined);
  const places = new KnownPlaces(store, sealing, nowMs);
  return {
    store,
    sessions: new SessionRegister(store, nowMs),
    apiKeys: new ApiKeyRegister(store, sealing, nowMs),
    codes: new VerificationCodes({
      store,
      sealing,
      nowMs,
      alarm: (message) => report(undefined, message),
      shared: options.shared,
    }),
    guard: new LoginGuard(nowMs, options.shared),
    registrations: new NetworkLimiter(
      { count: settings.registrationsPerDay, windowMs: DAY_MS },
      options.shared,
    ),
    places,
    qrLoginsOfNetwork: new NetworkLimiter(IDENTITY_LIMITS.qrLoginsOfNetwork, options.shared),
    factorGuard: new SecondFactorGuard(nowMs, places, options.shared),
    paymentGrants: new PaymentGrants(nowMs),
    pendingTotp: new PendingTotpSecrets(store, sealing, nowMs),
    challenges: new PasskeyChallenges(nowMs),
    hasher: options.hasher ?? new PasswordHasher(options.hashCost),
    sender: options.sender ?? delivery,
    sealing,
    settings,
    publicUrl: options.publicUrl,
    siteUrl,
    nowMs,
    exchange: options.exchange,
    accountsOpening: new Map(),
    securityListeners: new Set(),
    report,
  };
}
