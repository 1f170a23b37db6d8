import { unknownRecord } from "../../kit/durable/unknown-record.ts";
import { IDENTITY_LIMITS } from "./identity-limits.ts";
import type { IdentityRecord, PasswordChanged } from "./identity-records.ts";
import { withLogin, withPlace } from "./kept-records.ts";
import type { User } from "./user-and-session.ts";
import { dropTotp, hold, withLink, without } from "./user-changes.ts";
import type { UserTable } from "./user-table.ts";

type ChangeOfUser = Exclude<
  IdentityRecord,
  {
    type:
      | "founded"
      | "house-invitation"
      | "registered"
      | "session-opened"
      | "sessions-ended"
      | "session-seen"
      | "codes"
      | "wrong-codes"
      | "totp-begun"
      | "qr-login"
      | "closed"
      | "ids-left-out"
      | "restored";
  }
>;
type ChangeOfFactors = Extract<
  ChangeOfUser,
  { type: `totp-${string}` | `passkey-${string}` | "recovery-code-used" }
>;
type ChangeOfFreeze = Extract<ChangeOfUser, { type: "freeze-link" | `owner-${string}` }>;
type ChangeOfApiKeys = Extract<ChangeOfUser, { type: `api-key-${string}` | "api-keys-ended" }>;

/** Applies a record about one user to them and to the tables that find them. */
export function changeUser(users: UserTable, record: ChangeOfUser): void {
  const user = users.known(record.userId);
  switch (record.type) {
    case "account-opened":
      user.accountOpened = true;
      return;
    case "account-refused":
      user.accountRefused = true;
      return;
    case "password-changed":
      changePassword(users, user, record);
      return;
    case "payment-attempt":
      user.paymentFailures = record.failures;
      user.paymentLockedUntilMs = record.lockedUntilMs;
      return;
    case "profile-changed":
      Object.assign(user, record.changes);
      return;
    case "contact-bound":
      users.bind(user, record.kind, record.target, record.atMs ?? 0);
      hold(user, record.withdrawalHoldUntilMs, "contact");
      return;
    case "favourite":
      user.favourites = user.favourites.filter((market) => market !== record.market);
      if (record.love) user.favourites = [...user.favourites, record.market];
      return;
    case "ban":
      user.banned = record.banned;
      return;
    case "freeze-link":
    case "owner-frozen":
    case "owner-unfrozen":
      changeFreeze(users, user, record);
      return;
    case "inviter-told":
      user.inviterTold = true;
      return;
    case "ban-told":
      user.banTold = record.banned;
      return;
    case "api-key-added":
    case "api-key-removed":
    case "api-key-used":
    case "api-keys-ended":
    case "api-key-warned":
      changeApiKeys(users, user, record);
      return;
    case "login":
      user.logins = withLogin(user.logins, record.login);
      return;
    case "place-known": {
      const { atMs, device, network } = record;
      const { maxKnownDevices, maxKnownNetworks } = IDENTITY_LIMITS;
      user.knownDevices = withPlace(user.knownDevices, { hash: device, atMs }, maxKnownDevices);
      user.knownNetworks = withPlace(user.knownNetworks, { hash: network, atMs }, maxKnownNetworks);
      return;
    }
    default:
      changeFactors(users, user, record);
  }
}

function changeFreeze(users: UserTable, user: User, record: ChangeOfFreeze): void {
  switch (record.type) {
    case "freeze-link":
      user.freezeLinks = withLink(user.freezeLinks, record.link);
      return;
    case "owner-frozen":
      users.dropApiKeys(
        user,
        user.apiKeys.map(({ apiKeyId }) => apiKeyId),
      );
      user.freezeLinks = [];
      user.frozenByOwner = record.freeze;
      return;
    case "owner-unfrozen":
      user.frozenByOwner = null;
      return;
  }
}

function changeFactors(users: UserTable, user: User, record: ChangeOfFactors): void {
  switch (record.type) {
    case "totp-enabled":
      user.totpSecret = record.secret;
      user.totpSinceMs = record.atMs ?? 0;
      user.totpLastStep = record.step;
      user.recoveryHashes = record.recoveryHashes;
      hold(user, record.withdrawalHoldUntilMs, "second-factor");
      return;
    case "totp-disabled":
      dropTotp(user);
      hold(user, record.withdrawalHoldUntilMs, "second-factor");
      return;
    case "totp-used":
      user.totpLastStep = Math.max(user.totpLastStep, record.step);
      return;
    case "recovery-code-used":
      user.recoveryHashes = user.recoveryHashes.filter((hash) => hash !== record.hash);
      return;
    case "passkey-added":
      user.passkeys = [...without(user.passkeys, record.passkey.passkeyId), record.passkey];
      users.addCredential(user, record.passkey.credentialId);
      hold(user, record.withdrawalHoldUntilMs, "second-factor");
      return;
    case "passkey-removed":
      users.dropPasskeys(user, [record.passkeyId]);
      hold(user, record.withdrawalHoldUntilMs, "second-factor");
      return;
    case "passkey-used":
      user.passkeys = user.passkeys.map((passkey) =>
        passkey.passkeyId === record.passkeyId
          ? { ...passkey, counter: record.counter, lastUsedAtMs: record.atMs }
          : passkey,
      );
      return;
    default:
      unknownRecord("identity", record);
  }
}

function changeApiKeys(users: UserTable, user: User, record: ChangeOfApiKeys): void {
  switch (record.type) {
    case "api-key-added": {
      const others = user.apiKeys.filter(({ apiKeyId }) => apiKeyId !== record.key.apiKeyId);
      user.apiKeys = [...others, record.key];
      users.addApiKey(user, record.key.keyHash);
      return;
    }
    case "api-key-removed":
      users.dropApiKeys(user, [record.apiKeyId]);
      return;
    case "api-keys-ended":
      users.dropApiKeys(user, record.apiKeyIds);
      return;
    case "api-key-warned":
      user.apiKeys = user.apiKeys.map((key) =>
        key.apiKeyId === record.apiKeyId ? { ...key, tradeEndsAtMs: record.tradeEndsAtMs } : key,
      );
      return;
    case "api-key-used":
      user.apiKeys = user.apiKeys.map((key) =>
        key.apiKeyId === record.apiKeyId ? { ...key, lastUsedAtMs: record.atMs } : key,
      );
      return;
  }
}

function changePassword(users: UserTable, user: User, record: PasswordChanged): void {
  if (record.kind === "login") {
    user.passwordHash = record.hash;
    // Someone who knew the old password may have logged in with it.
    user.knownDevices = [];
    user.knownNetworks = [];
  } else {
    user.paymentHash = record.hash;
    user.paymentFailures = 0;
    user.paymentLockedUntilMs = 0;
  }
  users.dropApiKeys(user, record.endedApiKeyIds ?? []);
  users.dropPasskeys(user, record.removedPasskeyIds ?? []);
  for (const kind of record.removedContacts ?? []) users.unbind(user, kind);
  if (record.removesTotp === true) dropTotp(user);
  hold(user, record.withdrawalHoldUntilMs, record.kind === "login" ? "password" : "payment-password");
}
