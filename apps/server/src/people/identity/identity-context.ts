import type { Language } from "@candor/domain/enumerations";
import type { PasswordRule } from "../../config/people-settings.ts";
import type { SealingKey } from "../../kit/durable/sealed-value.ts";
import type { NetworkLimiter } from "../../kit/network-limiter.ts";
import type { ApiKeyRegister } from "./api-key-register.ts";
import type { ExchangeAccounts } from "./exchange-accounts.ts";
import type { IdentityStore } from "./identity-store.ts";
import type { KnownPlaces } from "./known-places.ts";
import type { LoginGuard } from "./login-guard.ts";
import type { MessageSender } from "./message-sender.ts";
import type { PasskeyChallenges } from "./passkey-challenges.ts";
import type { Hasher } from "./password-hasher.ts";
import type { PaymentGrants } from "./payment-grants.ts";
import type { PendingTotpSecrets } from "./pending-totp-secrets.ts";
import type { SecondFactorGuard } from "./second-factor-guard.ts";
import type { SecurityNotice } from "./security-notice.ts";
import type { SessionRegister } from "./session-register.ts";
import type { VerificationCodes } from "./verification-codes.ts";

export type RegistrationBy = "email" | "username" | "phone";

export interface IdentitySettings {
  readonly inviteOnly: boolean;
  readonly registrationBy: readonly RegistrationBy[];
  readonly passwordRule: PasswordRule;
  /** Accounts that one address may open in a day; wider networks may open more. */
  readonly registrationsPerDay: number;
}

/** What the acts of identity share. */
export interface IdentityContext {
  readonly store: IdentityStore;
  readonly sessions: SessionRegister;
  readonly apiKeys: ApiKeyRegister;
  readonly codes: VerificationCodes;
  readonly guard: LoginGuard;
  readonly places: KnownPlaces;
  /** Accounts opened by network: there are only so many user ids. */
  readonly registrations: NetworkLimiter;
  /** Wrong second factors. */
  readonly factorGuard: SecondFactorGuard;
  readonly paymentGrants: PaymentGrants;
  readonly pendingTotp: PendingTotpSecrets;
  readonly challenges: PasskeyChallenges;
  readonly hasher: Hasher;
  readonly sender: MessageSender;
  /** Seals what has to be read again and must not lie on the disk in clear. */
  readonly sealing: SealingKey;
  readonly settings: IdentitySettings;
  /** Where people reach the site; undefined: this machine only. */
  readonly publicUrl: string | undefined;
  /** Where links in mails lead. */
  readonly siteUrl: () => string;
  readonly nowMs: () => number;
  readonly exchange: ExchangeAccounts;
  /** Users whose account the exchange is opening now. */
  readonly accountsOpening: Map<number, Promise<void>>;
  /** Told of each change that somebody else might have made. */
  readonly securityListeners: Set<(userId: number, notice: SecurityNotice) => void>;
  /** Tells the operator of something that went wrong beside a call. */
  readonly report: (error: unknown, message: string) => void;
}

/** Who calls, as far as identity cares. */
export interface Caller {
  readonly address: string;
  /** Token that the caller's device got with an earlier login, as it was shown; it may be anything. */
  readonly device?: string | undefined;
  readonly language: Language;
  /** The session that calls, if any. */
  readonly session?: { readonly sessionId: string } | undefined;
  /** The host that the request names, with its port. */
  readonly host?: string | undefined;
}
