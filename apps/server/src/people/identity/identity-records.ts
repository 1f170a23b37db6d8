import type { HoldReason, Language } from "@candor/domain/enumerations";

/**
 * What happened to people's accounts, as their journal keeps it. Secrets are only ever here as argon2id hashes, as
 * the SHA-256 of something random, or sealed with a key that is not in the journal. Records are facts: applying them
 * in order gives the state again, and applying some of them twice changes nothing.
 */
export type IdentityRecord =
  | Founded
  | { readonly type: "registered"; readonly user: UserRecord }
  | { readonly type: "account-opened"; readonly userId: number }
  | { readonly type: "account-refused"; readonly userId: number }
  | { readonly type: "ids-left-out"; readonly nextUserId: number }
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
  /** The house's invitation. */
  readonly houseCode: string;
  /** User ids are never given twice, not even that of an erased user. */
  readonly nextUserId: number;
  /** Hash of the last frame of the generation before, hexadecimal; "" for none. */
  readonly previousHash: string;
}

/** The house has another invitation; the one before invites nobody any more. */
export interface HouseInvitation {
  readonly type: "house-invitation";
  readonly houseCode: string;
}

/** What is left of an account that its owner has closed. A later record of the same number takes this one's place. */
export interface ClosedAccount {
  readonly userId: number;
  readonly createdAtMs: number;
  readonly closedAtMs: number;
  /** 0: the house. */
  readonly invitedBy: number;
  /** Keyed hashes of mailbox, phone and username: whoever logs in with them is told; empty when that time is over. */
  readonly names: readonly string[];
  /** argon2id: nobody else is told. */
  readonly passwordHash: string | null;
  readonly knownUntilMs: number;
  /** All that other rooms kept of the person is forgotten, too. */
  readonly isFinished: boolean;
}

/** The only fields which say who somebody is are email, phone, username and nickname. */
export interface UserRecord {
  readonly userId: number;
  /** A labelled account is one of the sandbox's own traders; nobody can log in as it. */
  readonly kind: "trader" | "labelled";
  readonly email: string | null;
  readonly phone: string | null;
  /** When a contact was added to the account; 0: it opened the account, or was there before this was kept. */
  readonly emailSinceMs: number;
  readonly phoneSinceMs: number;
  readonly username: string | null;
  readonly nickname: string;
  readonly avatar: string | null;
  /** null: never chosen. */
  readonly lang: Language | null;
  /** Sealed. */
  readonly antiPhishingCode: string | null;
  /** argon2id; "" for labelled accounts. */
  readonly passwordHash: string;
  readonly paymentHash: string | null;
  readonly paymentFailures: number;
  readonly paymentLockedUntilMs: number;
  readonly invitationCode: string;
  /** 0: the house. */
  readonly invitedBy: number;
  /** The exchange knows the inviter. */
  readonly inviterTold: boolean;
  readonly createdAtMs: number;
  readonly banned: boolean;
  /** What the exchange was last told of that. */
  readonly banTold: boolean;
  /** null: its owner has not frozen it. */
  readonly frozenByOwner: OwnerFreeze | null;
  /** Links of the newest security mails, oldest first. */
  readonly freezeLinks: readonly FreezeLink[];
  /** The exchange has opened the account. */
  readonly accountOpened: boolean;
  /** The exchange has an account of this number that is somebody else's. */
  readonly accountRefused?: boolean;
  /** 0: none. */
  readonly withdrawalHoldUntilMs: number;
  readonly withdrawalHoldReason: HoldReason | null;
  /** Secret of the one-time codes, sealed. */
  readonly totpSecret: string | null;
  /** When it was set up; 0: before this was kept. */
  readonly totpSinceMs: number;
  /** Time step of the last one-time code: neither it nor an older one is taken again. */
  readonly totpLastStep: number;
  /** SHA-256 of the recovery codes that are left. */
  readonly recoveryHashes: readonly string[];
  readonly passkeys: readonly PasskeyRecord[];
  /** What the user's programs sign with, oldest first. */
  readonly apiKeys: readonly ApiKeyRecord[];
  /** The newest tries to log in, oldest first. */
  readonly logins: readonly LoginRecord[];
  /** Devices and networks that logged in, the newest login last. */
  readonly knownDevices: readonly KnownPlace[];
  readonly knownNetworks: readonly KnownPlace[];
  /** `market:SYMBOL`, oldest first. */
  readonly favourites: readonly string[];
}

/** The account's owner has frozen it by the link of a security mail. */
export interface OwnerFreeze {
  readonly atMs: number;
  /**
   * Whether a code to the account's present contact may unfreeze it. False: the link had gone to a contact that was replaced
   * since, so the present one may be a thief's.
   */
  readonly opensByCode: boolean;
  /** Names of the API keys that ended with it; absent in records from before this was kept. */
  readonly endedApiKeys?: readonly string[];
}

/** By which the reader of a security mail can freeze the account. */
export interface FreezeLink {
  readonly tokenHash: string;
  readonly expiresAtMs: number;
  /** SHA-256 of the mailbox or phone that it was sent to. */
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
  /** Of the authenticator, base64url. */
  readonly credentialId: string;
  /** COSE, base64url. */
  readonly publicKey: string;
  /** By which the authenticator knows the user; random, base64url. */
  readonly userHandle: string;
  /** The site that it is for; no other can use it. */
  readonly rpId: string;
  readonly transports: readonly string[];
  readonly counter: number;
  /** Whether the authenticator may copy it to other devices (BE); absent in records from before this was kept. */
  readonly isSynced?: boolean;
  readonly name: string;
  readonly createdAtMs: number;
  readonly lastUsedAtMs: number | null;
}

/** What a program shows and signs with instead of a session. */
export interface ApiKeyRecord {
  readonly apiKeyId: string;
  /** SHA-256 of the key, which is in every request. */
  readonly keyHash: string;
  /** Sealed: requests are signed with it, so that it is needed again. "": they are signed with a key of the program's own. */
  readonly secret: string;
  /** Of the program's own key (Ed25519 or RSA), base64 of its DER form. */
  readonly publicKey?: string;
  readonly label: string;
  readonly permissions: readonly ApiKeyPermission[];
  /** Networks that it may be used from, in CIDR form; none: from everywhere. */
  readonly addresses: readonly string[];
  readonly createdAtMs: number;
  readonly lastUsedAtMs: number | null;
  /** When a key without addresses stops trading, once its owner was warned. */
  readonly tradeEndsAtMs?: number;
}

/** There is none for taking money out. */
export type ApiKeyPermission = "read" | "trade";

export interface ApiKeyUsed {
  readonly type: "api-key-used";
  readonly userId: number;
  readonly apiKeyId: string;
  readonly atMs: number;
}

/** The owner was warned that the key stops trading. */
export interface ApiKeyWarned {
  readonly type: "api-key-warned";
  readonly userId: number;
  readonly apiKeyId: string;
  readonly tradeEndsAtMs: number;
}

export interface LoginRecord {
  /** Ascending by user, from 1. */
  readonly loginId: number;
  readonly atMs: number;
  readonly deviceName: string;
  /** Network part only. */
  readonly addressMasked: string;
  readonly method: LoginMethod;
  readonly result: LoginResult;
}

/** A device or a network that logged in to an account. */
export interface KnownPlace {
  /** SHA-256 of a device's token, or a keyed hash of a network. */
  readonly hash: string;
  /** Its last login, as far as the journal knows. */
  readonly atMs: number;
}

/** Somebody proved to own an account, from this device in this network (hashes). */
export interface PlaceKnown {
  readonly type: "place-known";
  readonly userId: number;
  readonly atMs: number;
  readonly device: string;
  readonly network: string;
}

/** A link of a security mail or a session freezes the account. */
export type LoginMethod = "password" | "passkey" | "registration" | "freeze-link" | "session";
/** "frozen": refused because the account is frozen; "froze": froze it. */
export type LoginResult = "success" | "wrong-password" | "wrong-second-factor" | "frozen" | "froze";

export interface TotpEnabled {
  readonly type: "totp-enabled";
  readonly userId: number;
  readonly secret: string;
  readonly step: number;
  readonly recoveryHashes: readonly string[];
  /** Absent in records from before this was kept. */
  readonly atMs?: number;
  readonly withdrawalHoldUntilMs: number;
}

export interface PasskeyAdded {
  readonly type: "passkey-added";
  readonly userId: number;
  readonly passkey: PasskeyRecord;
  readonly withdrawalHoldUntilMs: number;
}

export interface PasskeyRemoved {
  readonly type: "passkey-removed";
  readonly userId: number;
  readonly passkeyId: string;
  readonly withdrawalHoldUntilMs: number;
}

export interface PasskeyUsed {
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
  /** API keys that end with the old password. */
  readonly endedApiKeyIds?: readonly string[];
  /** Passkeys that end with the old password. */
  readonly removedPasskeyIds?: readonly string[];
  /** Contacts that end with the old password. */
  readonly removedContacts?: readonly ("email" | "phone")[];
  /** One-time codes end with the old password. */
  readonly removesTotp?: boolean;
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
  /** Absent in records from before this was kept. */
  readonly atMs?: number;
  readonly withdrawalHoldUntilMs: number;
}
