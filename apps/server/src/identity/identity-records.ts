import type { Language } from "@candor/protocol/enumerations";

/**
 * What happened to people's accounts, as their journal keeps it. Secrets are only ever here as argon2id hashes or
 * as the SHA-256 of a random token. Records are facts: applying them in order gives the state again.
 */
export type IdentityRecord =
  | Founded
  | { readonly type: "registered"; readonly user: UserRecord }
  | { readonly type: "account-opened"; readonly userId: number }
  | { readonly type: "session-opened"; readonly session: SessionRecord }
  | { readonly type: "session-seen"; readonly tokenHash: string; readonly atMs: number }
  | { readonly type: "sessions-ended"; readonly tokenHashes: readonly string[] }
  | PasswordChanged
  | PaymentAttempt
  | ProfileChanged
  | ContactBound
  | {
      readonly type: "favourite";
      readonly userId: number;
      readonly market: string;
      readonly love: boolean;
    }
  | { readonly type: "ban"; readonly userId: number; readonly banned: boolean }
  | { readonly type: "erased"; readonly userId: number };

/** The first record of every generation. */
export interface Founded {
  readonly type: "founded";
  readonly version: 1;
  /** Invites to the sandbox. */
  readonly houseCode: string;
  /** User ids are never given twice, not even that of an erased user. */
  readonly nextUserId: number;
  /** Hash of the last frame of the generation before, hexadecimal; "" for none. */
  readonly previousHash: string;
}

/** The only fields which say who somebody is are email, phone, username and nickname. */
export interface UserRecord {
  readonly userId: number;
  /** A labelled account is one of the sandbox's own traders; nobody can log in as it. */
  readonly kind: "trader" | "labelled";
  readonly email: string | null;
  readonly phone: string | null;
  readonly username: string | null;
  readonly nickname: string;
  readonly avatar: string | null;
  /** null: never chosen. */
  readonly lang: Language | null;
  readonly antiPhishingCode: string | null;
  /** argon2id; "" for labelled accounts. */
  readonly passwordHash: string;
  readonly paymentHash: string | null;
  readonly paymentFailures: number;
  readonly paymentLockedUntilMs: number;
  readonly invitationCode: string;
  /** 0: the house. */
  readonly invitedBy: number;
  readonly createdAtMs: number;
  readonly banned: boolean;
  /** The exchange has opened the account. */
  readonly accountOpened: boolean;
  /** 0: none. */
  readonly withdrawalHoldUntilMs: number;
  /** `market:SYMBOL`, oldest first. */
  readonly favourites: readonly string[];
}

export interface SessionRecord {
  readonly sessionId: string;
  readonly tokenHash: string;
  readonly userId: number;
  readonly deviceName: string;
  /** Network part only. */
  readonly addressMasked: string;
  readonly createdAtMs: number;
  readonly lastSeenAtMs: number;
}

export interface PasswordChanged {
  readonly type: "password-changed";
  readonly userId: number;
  readonly kind: "login" | "payment";
  readonly hash: string;
  readonly withdrawalHoldUntilMs: number;
}

/** A payment password was tried: the failures in a row since, and the lock that follows from them. */
export interface PaymentAttempt {
  readonly type: "payment-attempt";
  readonly userId: number;
  readonly failures: number;
  readonly lockedUntilMs: number;
}

export interface ProfileChanged {
  readonly type: "profile-changed";
  readonly userId: number;
  readonly changes: Partial<Pick<UserRecord, "nickname" | "avatar" | "lang" | "antiPhishingCode">>;
}

export interface ContactBound {
  readonly type: "contact-bound";
  readonly userId: number;
  readonly kind: "email" | "phone";
  readonly target: string;
  readonly withdrawalHoldUntilMs: number;
}
