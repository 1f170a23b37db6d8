import type { AccountRole, Language } from "@candor/protocol/enumerations";
import type { IdentityStore } from "./identity-store.ts";
import type { LoginGuard } from "./login-guard.ts";
import type { MessageSender } from "./message-sender.ts";
import type { PasswordHasher } from "./password-hasher.ts";
import type { SessionRegister } from "./session-register.ts";
import type { VerificationCodes } from "./verification-codes.ts";

export type RegistrationBy = "email" | "username" | "phone";

export interface IdentitySettings {
  readonly inviteOnly: boolean;
  readonly registrationBy: readonly RegistrationBy[];
}

/** What the acts of identity share. */
export interface IdentityContext {
  readonly store: IdentityStore;
  readonly sessions: SessionRegister;
  readonly codes: VerificationCodes;
  readonly guard: LoginGuard;
  readonly hasher: PasswordHasher;
  readonly sender: MessageSender;
  readonly settings: IdentitySettings;
  readonly nowMs: () => number;
  /** Opens the exchange account; repeating it changes nothing. Rejects when the engine is not available. */
  readonly openAccount: (userId: number, role: AccountRole) => Promise<void>;
}

/** Who calls, as far as identity cares. */
export interface Caller {
  readonly address: string;
  readonly language: Language;
}
