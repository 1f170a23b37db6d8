import { LIMITS } from "@candor/domain/limits";

/** All limits of identity, with units. */
export const IDENTITY_LIMITS = {
  firstUserId: LIMITS.firstUserId,
  /** End of the ids that the exchange has space for; an erased user's id is never reused. */
  endUserId: LIMITS.firstUserId + LIMITS.maxUsers,
  /** Measured from the last use. */
  sessionLifetimeMs: 30 * 86_400_000,
  /** Measured from the login, regardless of use (ASVS 5, 7.3.2). */
  sessionMaxMs: 90 * 86_400_000,
  /** Opening one more session ends the user's oldest one. */
  maxSessionsPerUser: 50,
  /** Maximum lag of the journal behind a session's last use. */
  sessionSeenStepMs: 3_600_000,
  maxFavourites: 200,

  /** Maximum remembered devices and networks per account; the oldest is evicted first. */
  maxKnownDevices: 20,
  maxKnownNetworks: 20,
  /** Measured from the last login from the device or network. */
  knownDeviceMs: 365 * 86_400_000,
  knownNetworkMs: 90 * 86_400_000,
  /** Maximum lag of the journal behind a known device's or network's last login. */
  knownPlaceStepMs: 86_400_000,

  codeLifetimeMs: 10 * 60_000,
  codeResendMs: 60_000,
  codeAttempts: 5,
  codesPerHour: 5,
  codesPerDay: 20,
  /** Maximum wait of a stranger for another code. */
  codeResendMaxMs: 3_600_000,
  /** Strangers' wrong codes for one recipient, from any network. */
  wrongCodeWaits: { free: 5, firstWaitMs: 60_000, maxWaitMs: 3_600_000, forgetMs: 86_400_000 },
  wrongCodesOfAccount: { count: 20, windowMs: 86_400_000 },
  /** Per network, for any recipient; larger networks have higher limits. */
  wrongCodesOfNetwork: { count: 40, windowMs: 86_400_000 },
  /** For resets of all accounts together. At one in a million per guess, that is less than one account a year. */
  wrongCodesOfAll: { count: 100, windowMs: 3_600_000 },
  /** Maximum recipients whose codes are tracked at a time. */
  maxCodeRecipients: 100_000,

  loginAttempts: 5,
  loginLockMs: 15 * 60_000,
  /** Maximum pairs of an account and a network or device whose failures are tracked. */
  maxLoginPairs: 100_000,
  /** Strangers' wrong passwords for one account, from any network. */
  strangersPasswords: { free: 5, firstWaitMs: 30_000, maxWaitMs: 15 * 60_000, forgetMs: 86_400_000 },
  /** Strangers' wrong passwords from one network, for any account; larger networks have higher limits. */
  wrongPasswordsOfNetwork: { count: 50, windowMs: 15 * 60_000 },

  paymentAttempts: 5,
  paymentLockMs: 30 * 60_000,
  withdrawalHoldMs: 24 * 3_600_000,

  /** Minimum time between two emails about strangers' wrong second factors. */
  secondFactorToldMs: 86_400_000,
  /** Maximum users whose wrong second factors are tracked at a time. */
  maxSecondFactorUsers: 100_000,
  /** Minimum time between two reports of unknown devices of one name in one network. */
  newDeviceToldMs: 6 * 3_600_000,
  /** Time to scan a new secret and type its first code. */
  totpSetUpMs: 10 * 60_000,
  /** Time to scan a code and approve the login. */
  qrLoginMs: 2 * 60_000,
  /** Logins by code that one network may begin; larger networks have higher limits. */
  qrLoginsOfNetwork: { count: 30, windowMs: 10 * 60_000 },
  /** Maximum codes that are tracked at a time. */
  maxQrLogins: 10_000,
  recoveryCodes: 10,
  maxPasskeysPerUser: 20,
  maxApiKeysPerUser: 30,
  /** Maximum lag of the journal behind an API key's last use. */
  apiKeySeenStepMs: 3_600_000,
  /** How long a key without addresses may trade. */
  openKeyTradesMs: 90 * 86_400_000,
  /** Minimum notice the owner gets before that. */
  openKeyNoticeMs: 14 * 86_400_000,
  /** A reset by code removes passkeys younger than this: the owner may not have added them. */
  doubtMs: 7 * 86_400_000,
  /** How long a security email's link can freeze the account. */
  freezeLinkMs: 7 * 86_400_000,
  /** Valid links per user; a new one replaces the oldest. */
  freezeLinksKept: 50,
  challengeLifetimeMs: 5 * 60_000,
  /** Maximum open passkey challenges. */
  maxChallenges: 20_000,
  /** Logins kept for each user to view, plus as many failed tries. */
  loginsKept: 50,

  /** How long a login to a closed account with the correct name and password is answered with the closing. */
  closedToldMs: 30 * 86_400_000,

  /** Maximum requests waiting for a hash per lane. */
  maxWaitingHashes: 64,
  /** Per network: an IPv4 /24 or an IPv6 /48. */
  maxWaitingHashesOfNetwork: 32,

  outboxMessages: 500,
} as const;
