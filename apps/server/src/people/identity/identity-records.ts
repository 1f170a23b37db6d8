import type { HoldReason, Language } from "@candor/domain/enumerations";
import type { QrLogin } from "./qr-login/qr-login-records.ts";
import type { CodeRecord } from "./verification-codes/code-records.ts";

/**
 * Events of people's accounts as stored in their journal. Secrets appear only as argon2id hashes, as the SHA-256 of
 * random data, or sealed with a key outside the journal. Applying the records in order restores the state, and applying
 * some of them twice changes nothing.
 */
export type IdentityRecord =
  | Founded
  | { readonly type: "registered"; readonly user: UserRecord }
  | { readonly type: "account-opened"; readonly userId: number }
  | { readonly type: "account-refused"; readonly userId: number }
  | { readonly type: "ids-left-out"; readonly nextUserId: number }
  /** The database has been restored, or is used for the first time: ids below were perhaps assigned before. */
  | { readonly type: "restored"; readonly incarnation: string; readonly nextUserId: number }
  | { readonly type: "session-opened"; readonly session: SessionRecord }
  | { readonly type: "session-seen"; readonly tokenHash: string; readonly atMs: number }
  | { readonly type: "sessions-ended"; readonly tokenHashes: readonly string[] }
  | CodeRecord
  | { readonly type: "qr-login"; readonly login: QrLogin }
  | { readonly type: "totp-begun"; readonly pending: PendingTotp }
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
  | TotpEnabled
  | { readonly type: "totp-disabled"; readonly userId: number; readonly withdrawalHoldUntilMs: number }
  | { readonly type: "totp-used"; readonly userId: number; readonly step: number }
  | { readonly type: "recovery-code-used"; readonly userId: number; readonly hash: string }
  | PasskeyAdded
  | PasskeyRemoved
  | PasskeyUsed
  | { readonly type: "api-key-added"; readonly userId: number; readonly key: ApiKeyRecord }
  | { readonly type: "api-key-removed"; readonly userId: number; readonly apiKeyId: string }
  | ApiKeyUsed
  | { readonly type: "api-keys-ended"; readonly userId: number; readonly apiKeyIds: readonly string[] }
  | ApiKeyWarned
  | { readonly type: "login"; readonly userId: number; readonly login: LoginRecord }
  | PlaceKnown
  | { readonly type: "inviter-told"; readonly userId: number }
  | { readonly type: "ban-told"; readonly userId: number; readonly banned: boolean }
  | { readonly type: "ban"; readonly userId: number; readonly banned: boolean }
  | { readonly type: "closed"; readonly account: ClosedAccount }
  | { readonly type: "freeze-link"; readonly userId: number; readonly link: FreezeLink }
  | { readonly type: "owner-frozen"; readonly userId: number; readonly freeze: OwnerFreeze }
  | { readonly type: "owner-unfrozen"; readonly userId: number }
  | HouseInvitation;

/** The first record of every generation. */
export interface Founded {
  readonly type: "founded";
  readonly version: 1;
  /** The platform's invitation code. */
  readonly houseCode: string;
  /** User ids are never reused, not even an erased user's. */
  readonly nextUserId: number;
  /** Hash of the previous generation's last frame in hexadecimal; "" if there is none. */
  readonly previousHash: string;
}

/** The platform gets a new invitation code; the previous one becomes invalid. */
interface HouseInvitation {
  readonly type: "house-invitation";
  readonly houseCode: string;
}

/** Remains of an account that its owner has closed. A later record with the same number replaces this one. */
export interface ClosedAccount {
  readonly userId: number;
  readonly createdAtMs: number;
  readonly closedAtMs: number;
  /** 0 for the platform. */
  readonly invitedBy: number;
  /**
   * Keyed hashes of mailbox, phone and username: a login with one of them learns that the account was closed. Empty
   * after that period.
   */
  readonly names: readonly string[];
  /** argon2id: only a login with this password learns it. */
  readonly passwordHash: string | null;
  readonly knownUntilMs: number;
  /** Whether all other modules have erased the person's data too. */
  readonly isFinished: boolean;
}

/** Only email, phone, username and nickname identify a person. */
export interface UserRecord {
  readonly userId: number;
  /** A labeled account is one of the sandbox's own traders; nobody can log in to it. */
  readonly kind: "trader" | "labelled";
  readonly email: string | null;
  readonly phone: string | null;
  /** When a contact was added to the account. 0 if it opened the account, or predates this field. */
  readonly emailSinceMs: number;
  readonly phoneSinceMs: number;
  readonly username: string | null;
  readonly nickname: string;
  readonly avatar: string | null;
  /** `null` if never chosen. */
  readonly lang: Language | null;
  /** Sealed. */
  readonly antiPhishingCode: string | null;
  /** argon2id; "" for labelled accounts. */
  readonly passwordHash: string;
  readonly paymentHash: string | null;
  readonly paymentFailures: number;
  readonly paymentLockedUntilMs: number;
  readonly invitationCode: string;
  /** 0 for the platform. */
  readonly invitedBy: number;
  /** Whether the exchange has the inviter. */
  readonly inviterTold: boolean;
  readonly createdAtMs: number;
  readonly banned: boolean;
  /** Ban state last sent to the exchange. */
  readonly banTold: boolean;
  /** `null` if not frozen by its owner. */
  readonly frozenByOwner: OwnerFreeze | null;
  /** Links from the newest security emails, oldest first. */
  readonly freezeLinks: readonly FreezeLink[];
  /** Whether the exchange has opened the account. */
  readonly accountOpened: boolean;
  /** Whether the exchange has an account with this number that belongs to someone else. */
  readonly accountRefused?: boolean;
  /** 0 if there is no hold. */
  readonly withdrawalHoldUntilMs: number;
  readonly withdrawalHoldReason: HoldReason | null;
  /** Secret of the one-time codes, sealed. */
  readonly totpSecret: string | null;
  /** When it was set up; 0 if that predates this field. */
  readonly totpSinceMs: number;
  /** Time step of the last one-time code; this one and older ones are rejected. */
  readonly totpLastStep: number;
  /** SHA-256 of each remaining recovery code. */
  readonly recoveryHashes: readonly string[];
  readonly passkeys: readonly PasskeyRecord[];
  /** API keys, oldest first. */
  readonly apiKeys: readonly ApiKeyRecord[];
  /** Newest login attempts, oldest first. */
  readonly logins: readonly LoginRecord[];
  /** Devices and networks that have logged in, newest login last. */
  readonly knownDevices: readonly KnownPlace[];
  readonly knownNetworks: readonly KnownPlace[];
  /** `market:SYMBOL`, oldest first. */
  readonly favourites: readonly string[];
}

/** The account's owner has frozen it by the link of a security email. */
export interface OwnerFreeze {
  readonly atMs: number;
  /**
   * Whether a code sent to the account's current contact may unfreeze it. False if the link went to a contact that has
   * since been replaced, because the current one may be a thief's.
   */
  readonly opensByCode: boolean;
  /** Names of the API keys revoked by it; absent in records older than this field. */
  readonly endedApiKeys?: readonly string[];
}

/** A link with which the reader of a security email can freeze the account. */
export interface FreezeLink {
  readonly tokenHash: string;
  readonly expiresAtMs: number;
  /** SHA-256 of the recipient's mailbox or phone number. */
  readonly recipientHash: string;
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

export interface PasskeyRecord {
  readonly passkeyId: string;
  /** Id from the authenticator, base64url. */
  readonly credentialId: string;
  /** COSE, base64url. */
  readonly publicKey: string;
  /** The authenticator's identifier for the user; random, base64url. */
  readonly userHandle: string;
  /** Site the passkey is bound to; no other site can use it. */
  readonly rpId: string;
  readonly transports: readonly string[];
  readonly counter: number;
  /** Whether the authenticator may copy it to other devices (BE); absent in records older than this field. */
  readonly isSynced?: boolean;
  readonly name: string;
  readonly createdAtMs: number;
  readonly lastUsedAtMs: number | null;
}

/** Credential that a program sends and signs with instead of a session. */
export interface ApiKeyRecord {
  readonly apiKeyId: string;
  /** SHA-256 of the key that is part of every request. */
  readonly keyHash: string;
  /**
   * Sealed, because verifying signatures needs the plain secret. "" if requests are signed with the program's own key.
   */
  readonly secret: string;
  /** Public part of the program's own key (Ed25519 or RSA), base64 of its DER form. */
  readonly publicKey?: string;
  readonly label: string;
  readonly permissions: readonly ApiKeyPermission[];
  /** Allowed networks in CIDR notation; empty means everywhere. */
  readonly addresses: readonly string[];
  readonly createdAtMs: number;
  readonly lastUsedAtMs: number | null;
  /** When a key without addresses stops trading, set once its owner was warned. */
  readonly tradeEndsAtMs?: number;
}

/** There is deliberately no permission to withdraw. */
export type ApiKeyPermission = "read" | "trade";

interface ApiKeyUsed {
  readonly type: "api-key-used";
  readonly userId: number;
  readonly apiKeyId: string;
  readonly atMs: number;
}

/** The owner was warned that the key will stop trading. */
interface ApiKeyWarned {
  readonly type: "api-key-warned";
  readonly userId: number;
  readonly apiKeyId: string;
  readonly tradeEndsAtMs: number;
}

export interface LoginRecord {
  /** Ascending per user, from 1. */
  readonly loginId: number;
  readonly atMs: number;
  readonly deviceName: string;
  /** Network part only. */
  readonly addressMasked: string;
  readonly method: LoginMethod;
  readonly result: LoginResult;
  /** Keyed hash of the network of a login that was reported as a new device. */
  readonly newDeviceOf?: string;
}

/** A device or network that has logged in to an account. */
export interface KnownPlace {
  /** SHA-256 of a device's token, or a keyed hash of a network. */
  readonly hash: string;
  /** Last login from it, as of the last journaled update. */
  readonly atMs: number;
}

/** The owner of an account proved their identity from this device and network (hashes). */
interface PlaceKnown {
  readonly type: "place-known";
  readonly userId: number;
  readonly atMs: number;
  readonly device: string;
  readonly network: string;
}

/**
 * `qr`: approved on another device. `freeze-link`, `session`: the account was frozen by the link of a security email, or
 * from a session.
 */
export type LoginMethod = "password" | "passkey" | "qr" | "registration" | "freeze-link" | "session";
/** "frozen": rejected because the account is frozen; "froze": this attempt froze it. */
type LoginResult = "success" | "wrong-password" | "wrong-second-factor" | "frozen" | "froze";

/** A secret that was shown for an authenticator app, until its first code enables it. */
export interface PendingTotp {
  readonly userId: number;
  /** Of the session that shows it; "" without a session. */
  readonly sessionId: string;
  /** Sealed. */
  readonly secret: string;
  readonly expiresAtMs: number;
}

interface TotpEnabled {
  readonly type: "totp-enabled";
  readonly userId: number;
  readonly secret: string;
  readonly step: number;
  readonly recoveryHashes: readonly string[];
  /** Absent in records older than this field. */
  readonly atMs?: number;
  readonly withdrawalHoldUntilMs: number;
}

interface PasskeyAdded {
  readonly type: "passkey-added";
  readonly userId: number;
  readonly passkey: PasskeyRecord;
  readonly withdrawalHoldUntilMs: number;
}

interface PasskeyRemoved {
  readonly type: "passkey-removed";
  readonly userId: number;
  readonly passkeyId: string;
  readonly withdrawalHoldUntilMs: number;
}

interface PasskeyUsed {
  readonly type: "passkey-used";
  readonly userId: number;
  readonly passkeyId: string;
  readonly counter: number;
  readonly atMs: number;
}

export interface PasswordChanged {
  readonly type: "password-changed";
  readonly userId: number;
  readonly kind: "login" | "payment";
  readonly hash: string;
  readonly withdrawalHoldUntilMs: number;
  /** API keys revoked together with the old password. */
  readonly endedApiKeyIds?: readonly string[];
  /** Passkeys removed together with the old password. */
  readonly removedPasskeyIds?: readonly string[];
  /** Contacts removed together with the old password. */
  readonly removedContacts?: readonly ("email" | "phone")[];
  /** Whether one-time codes are removed together with the old password. */
  readonly removesTotp?: boolean;
}

/** A payment password was tried; contains the failures in a row since, and the resulting lock. */
interface PaymentAttempt {
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

interface ContactBound {
  readonly type: "contact-bound";
  readonly userId: number;
  readonly kind: "email" | "phone";
  readonly target: string;
  /** Absent in records older than this field. */
  readonly atMs?: number;
  readonly withdrawalHoldUntilMs: number;
}
