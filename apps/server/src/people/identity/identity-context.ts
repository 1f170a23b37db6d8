import type { Language } from "@candor/domain/enumerations";
import type { PasswordRule } from "@candor/text/account-rules";
import type { SealingKey } from "../../kit/durable/sealed-value.ts";
import type { NetworkLimiter } from "../../kit/limits/network-limiter.ts";
import type { ApiKeyRegister } from "./api-keys/api-key-register.ts";
import type { ExchangeAccounts } from "./exchange-account/exchange-accounts.ts";
import type { IdentityStore } from "./identity-store.ts";
import type { KnownPlaces } from "./login/known-places.ts";
import type { LoginGuard } from "./login/login-guard.ts";
import type { MessageSender } from "./mail-and-sms/message-sender.ts";
import type { SecurityNotice } from "./mail-and-sms/security-notice.ts";
import type { Hasher } from "./password-hashing/password-hasher.ts";
import type { PaymentGrants } from "./passwords/payment-grants.ts";
import type { PasskeyChallenges } from "./second-factors/passkey-challenges.ts";
import type { PendingTotpSecrets } from "./second-factors/pending-totp-secrets.ts";
import type { SecondFactorGuard } from "./second-factors/second-factor-guard.ts";
import type { SessionRegister } from "./session-register.ts";
import type { VerificationCodes } from "./verification-codes/verification-codes.ts";

export type RegistrationBy = "email" | "username" | "phone";

export interface IdentitySettings {
  readonly inviteOnly: boolean;
  readonly registrationBy: readonly RegistrationBy[];
  readonly passwordRule: PasswordRule;
  /** Accounts that one address may open per day; larger networks may open more. */
  readonly registrationsPerDay: number;
}

/** Shared dependencies of the identity module. */
export interface IdentityContext {
  readonly store: IdentityStore;
  readonly sessions: SessionRegister;
  readonly apiKeys: ApiKeyRegister;
  readonly codes: VerificationCodes;
  readonly guard: LoginGuard;
  readonly places: KnownPlaces;
  /** Accounts opened per network: the number of user ids is limited. */
  readonly registrations: NetworkLimiter;
  /** Logins by code begun per network. */
  readonly qrLoginsOfNetwork: NetworkLimiter;
  /** Wrong second factors. */
  readonly factorGuard: SecondFactorGuard;
  readonly paymentGrants: PaymentGrants;
  readonly pendingTotp: PendingTotpSecrets;
  readonly challenges: PasskeyChallenges;
  readonly hasher: Hasher;
  readonly sender: MessageSender;
  /** Seals data that must be readable again but not stored in clear text. */
  readonly sealing: SealingKey;
  readonly settings: IdentitySettings;
  /** Public URL of the site; `undefined` if it is only reachable from this machine. */
  readonly publicUrl: string | undefined;
  /** Base URL of links in emails. */
  readonly siteUrl: () => string;
  readonly nowMs: () => number;
  readonly exchange: ExchangeAccounts;
  /** Users whose exchange account is being opened. */
  readonly accountsOpening: Map<number, Promise<void>>;
  /** Called for each change that someone else might have made. */
  readonly securityListeners: Set<(userId: number, notice: SecurityNotice) => void>;
  /** Reports errors outside of a call to the operator. */
  readonly report: (error: unknown, message: string) => void;
}

/** The caller, as far as identity needs it. */
export interface Caller {
  readonly address: string;
  /** Device token from an earlier login, as sent; not validated. */
  readonly device?: string | undefined;
  readonly language: Language;
  /** The calling session, if any. */
  readonly session?: { readonly sessionId: string } | undefined;
  /** Host and port from the request. */
  readonly host?: string | undefined;
}
