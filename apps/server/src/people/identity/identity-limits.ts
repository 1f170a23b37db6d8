import { LIMITS } from "@candor/domain/limits";

/** Every limit of identity, with its unit. */
export const IDENTITY_LIMITS = {
  firstUserId: LIMITS.firstUserId,
  /** Ids that the exchange has places for; an erased user's is not given again. */
  endUserId: LIMITS.firstUserId + LIMITS.maxUsers,
  /** From its last use. */
  sessionLifetimeMs: 30 * 86_400_000,
  /** From its beginning, however it is used (ASVS 5, 7.3.2). */
  sessionMaxMs: 90 * 86_400_000,
  /** The oldest session ends when a user opens one more. */
  maxSessionsPerUser: 50,
  /** How far the journal may lag behind a session's last use. */
  sessionSeenStepMs: 3_600_000,
  maxFavourites: 200,

  /** Devices and networks that logged in to an account and are remembered for it; the oldest is forgotten first. */
  maxKnownDevices: 20,
  maxKnownNetworks: 20,
  /** From a device's or a network's last login on. */
  knownDeviceMs: 365 * 86_400_000,
  knownNetworkMs: 90 * 86_400_000,
  /** How far the journal may lag behind a known place's last login. */
  knownPlaceStepMs: 86_400_000,

  codeLifetimeMs: 10 * 60_000,
  codeResendMs: 60_000,
  codeAttempts: 5,
  codesPerHour: 5,
  codesPerDay: 20,
  /** To this a stranger's wait for another code grows. */
  codeResendMaxMs: 3_600_000,
  /** Strangers' wrong codes for one recipient, from wherever they come. */
  wrongCodeWaits: { free: 5, firstWaitMs: 60_000, maxWaitMs: 3_600_000, forgetMs: 86_400_000 },
  wrongCodesOfAccount: { count: 20, windowMs: 86_400_000 },
  /** Of one network, for whatever recipient; wider networks have more. */
  wrongCodesOfNetwork: { count: 40, windowMs: 86_400_000 },
  /** For resets of all accounts together: at one chance in a million each, an account in more than a year. */
  wrongCodesOfAll: { count: 100, windowMs: 3_600_000 },
  /** Recipients whose codes are remembered at a time. */
  maxCodeRecipients: 100_000,

  loginAttempts: 5,
  loginLockMs: 15 * 60_000,
  /** Pairs of an account and a network or device whose failures are remembered at a time. */
  maxLoginPairs: 100_000,
  /** Wrong passwords of strangers for one account, from wherever they come. */
  strangersPasswords: { free: 5, firstWaitMs: 30_000, maxWaitMs: 15 * 60_000, forgetMs: 86_400_000 },
  /** Wrong passwords of strangers from one network, for whatever account; wider networks have more. */
  wrongPasswordsOfNetwork: { count: 50, windowMs: 15 * 60_000 },

  paymentAttempts: 5,
  paymentLockMs: 30 * 60_000,
  withdrawalHoldMs: 24 * 3_600_000,

  /** The shortest time between two mails about strangers' wrong second factors. */
  secondFactorToldMs: 86_400_000,
  /** Users whose wrong second factors are remembered at a time. */
  maxSecondFactorUsers: 100_000,
  /** For scanning a new secret and typing its first code. */
  totpSetUpMs: 10 * 60_000,
  recoveryCodes: 10,
  maxPasskeysPerUser: 20,
  maxApiKeysPerUser: 30,
  /** How far the journal may lag behind an API key's last use. */
  apiKeySeenStepMs: 3_600_000,
  /** A key without addresses trades this long. */
  openKeyTradesMs: 90 * 86_400_000,
  /** How long before that its owner is warned, at least. */
  openKeyWarnedMs: 14 * 86_400_000,
  /** A reset by code removes passkeys younger than this: the owner may not have added them. */
  doubtMs: 7 * 86_400_000,
  /** How long the link of a security mail freezes the account. */
  freezeLinkMs: 7 * 86_400_000,
  /** Links of each user that are good at a time; the oldest gives way. */
  freezeLinksKept: 50,
  challengeLifetimeMs: 5 * 60_000,
  /** Passkey challenges that are open at a time. */
  maxChallenges: 20_000,
  /** Logins that each user can look at, and as many failed tries. */
  loginsKept: 50,

  /** How long whoever knows a closed account's name and password is told that it was closed. */
  closedToldMs: 30 * 86_400_000,

  /** Requests that may wait for a hash in each lane. */
  maxWaitingHashes: 64,
  /** Of one network: an IPv4 /24 or an IPv6 /48. */
  maxWaitingHashesOfNetwork: 32,

  outboxMessages: 500,
} as const;
