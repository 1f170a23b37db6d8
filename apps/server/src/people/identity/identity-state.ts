import { unknownRecord } from "../../kit/durable/unknown-record.ts";
import { ClosedTable } from "./closed-table.ts";
import { FriendTable } from "./friend-table.ts";
import { IDENTITY_LIMITS } from "./identity-limits.ts";
import type { ApiKeyRecord, ClosedAccount, Founded, IdentityRecord, UserRecord } from "./identity-records.ts";
import { withLogin, withPlace } from "./kept-records.ts";
import { SessionTable } from "./session-table.ts";
import type { Session, User } from "./user-and-session.ts";
import { ADDED_LATER, dropTotp, hold, withLink, without } from "./user-changes.ts";

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
      | "closed"
      | "ids-left-out";
  }
>;
type ChangeOfFactors = Extract<
  ChangeOfUser,
  { type: `totp-${string}` | `passkey-${string}` | "recovery-code-used" }
>;
type ChangeOfApiKeys = Extract<ChangeOfUser, { type: `api-key-${string}` | "api-keys-ended" }>;

/** Users, credentials, sessions and favorites, built from the records so far. */
export class IdentityState {
  houseCode = "";
  nextUserId: number = IDENTITY_LIMITS.firstUserId;
  /** Number of obsolete records in the journal. */
  outdated = 0;
  private readonly users = new Map<number, User>();
  private readonly byEmail = new Map<string, User>();
  private readonly byPhone = new Map<string, User>();
  private readonly byUsername = new Map<string, User>();
  private readonly byInvitation = new Map<string, User>();
  private readonly friends = new FriendTable();
  private readonly byCredential = new Map<string, User>();
  private readonly byApiKey = new Map<string, User>();
  private readonly closed = new ClosedTable();
  private readonly sessions = new SessionTable();

  user(userId: number): User | undefined {
    return this.users.get(userId);
  }

  userByEmail(email: string): User | undefined {
    return this.byEmail.get(email);
  }

  userByPhone(phone: string): User | undefined {
    return this.byPhone.get(phone);
  }

  /** Finds a user by lower-case name. */
  userByUsername(name: string): User | undefined {
    return this.byUsername.get(name);
  }

  userByInvitation(code: string): User | undefined {
    return this.byInvitation.get(code);
  }

  userByCredential(credentialId: string): User | undefined {
    return this.byCredential.get(credentialId);
  }

  apiKey(keyHash: string): { readonly user: User; readonly record: ApiKeyRecord } | undefined {
    const user = this.byApiKey.get(keyHash);
    const record = user?.apiKeys.find((key) => key.keyHash === keyHash);
    return user === undefined || record === undefined ? undefined : { user, record };
  }

  session(tokenHash: string): Session | undefined {
    return this.sessions.get(tokenHash);
  }

  /** Oldest first. */
  sessionsOf(userId: number): Session[] {
    return this.sessions.list(userId);
  }

  /** Users invited by this one, oldest first. */
  friendsOf(inviterId: number): readonly User[] {
    return this.friends.list(inviterId);
  }

  closedAccount(userId: number): ClosedAccount | undefined {
    return this.closed.get(userId);
  }

  /** Finds an account by the keyed hash of one of its former names. */
  closedByNameHash(hash: string): ClosedAccount | undefined {
    return this.closed.byNameHash(hash);
  }

  allClosed(): IterableIterator<ClosedAccount> {
    return this.closed.all();
  }

  allUsers(): IterableIterator<User> {
    return this.users.values();
  }

  /** Users by normalized mailbox, phone and username. */
  get accountNames(): readonly ReadonlyMap<string, User>[] {
    return [this.byEmail, this.byPhone, this.byUsername];
  }

  get userCount(): number {
    return this.users.size;
  }

  apply(record: IdentityRecord): void {
    switch (record.type) {
      case "founded":
        this.houseCode = record.houseCode;
        this.nextUserId = record.nextUserId;
        return;
      case "registered":
        this.addUser(record.user);
        return;
      case "session-opened":
        this.sessions.add({ ...record.session });
        return;
      case "sessions-ended":
        for (const hash of record.tokenHashes) this.sessions.remove(hash);
        this.outdated += record.tokenHashes.length + 1;
        return;
      case "session-seen": {
        const session = this.sessions.get(record.tokenHash);
        if (session !== undefined) session.lastSeenAtMs = record.atMs;
        this.outdated++;
        return;
      }
      case "house-invitation":
        this.houseCode = record.houseCode;
        this.outdated++;
        return;
      case "ids-left-out":
        this.nextUserId = Math.max(this.nextUserId, record.nextUserId);
        this.outdated++;
        return;
      case "closed":
        this.close(record.account);
        this.outdated += 2;
        return;
      default:
        this.changeUser(record);
        this.outdated++;
    }
  }

  rewritten(): void {
    this.outdated = 0;
  }

  /**
   * Returns records that restore this state; sessions that expired before `nowMs` are left out. They are copies,
   * because users and sessions may change while the records are being written.
   */
  *dump(nowMs: number, previousHash: string): Generator<IdentityRecord> {
    const founded: Founded = {
      type: "founded",
      version: 1,
      houseCode: this.houseCode,
      nextUserId: this.nextUserId,
      previousHash,
    };
    yield founded;
    for (const user of this.users.values()) yield { type: "registered", user: { ...user } };
    for (const account of this.closed.all()) yield { type: "closed", account };
    for (const session of this.sessions.all()) {
      if (session.lastSeenAtMs + IDENTITY_LIMITS.sessionLifetimeMs > nowMs)
        yield { type: "session-opened", session: { ...session } };
    }
  }

  private known(userId: number): User {
    const user = this.users.get(userId);
    if (user === undefined) throw new Error(`identity record for unknown user ${userId}`);
    return user;
  }

  private changeUser(record: ChangeOfUser): void {
    const user = this.known(record.userId);
    switch (record.type) {
      case "account-opened":
        user.accountOpened = true;
        return;
      case "account-refused":
        user.accountRefused = true;
        return;
      case "password-changed":
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
        this.dropApiKeys(user, record.endedApiKeyIds ?? []);
        this.dropPasskeys(user, record.removedPasskeyIds ?? []);
        for (const kind of record.removedContacts ?? []) this.unbind(user, kind);
        if (record.removesTotp === true) dropTotp(user);
        hold(user, record.withdrawalHoldUntilMs, record.kind === "login" ? "password" : "payment-password");
        return;
      case "payment-attempt":
        user.paymentFailures = record.failures;
        user.paymentLockedUntilMs = record.lockedUntilMs;
        return;
      case "profile-changed":
        Object.assign(user, record.changes);
        return;
      case "contact-bound":
        this.bind(user, record.kind, record.target, record.atMs ?? 0);
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
        user.freezeLinks = withLink(user.freezeLinks, record.link);
        return;
      case "owner-frozen":
        this.dropApiKeys(
          user,
          user.apiKeys.map(({ apiKeyId }) => apiKeyId),
        );
        user.freezeLinks = [];
        user.frozenByOwner = record.freeze;
        return;
      case "owner-unfrozen":
        user.frozenByOwner = null;
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
        this.changeApiKeys(user, record);
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
        this.changeFactors(user, record);
    }
  }

  private changeFactors(user: User, record: ChangeOfFactors): void {
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
        this.byCredential.set(record.passkey.credentialId, user);
        hold(user, record.withdrawalHoldUntilMs, "second-factor");
        return;
      case "passkey-removed":
        this.dropPasskeys(user, [record.passkeyId]);
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

  private changeApiKeys(user: User, record: ChangeOfApiKeys): void {
    switch (record.type) {
      case "api-key-added": {
        const others = user.apiKeys.filter(({ apiKeyId }) => apiKeyId !== record.key.apiKeyId);
        user.apiKeys = [...others, record.key];
        this.byApiKey.set(record.key.keyHash, user);
        return;
      }
      case "api-key-removed":
        this.dropApiKeys(user, [record.apiKeyId]);
        return;
      case "api-keys-ended":
        this.dropApiKeys(user, record.apiKeyIds);
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

  private dropApiKeys(user: User, apiKeyIds: readonly string[]): void {
    for (const { apiKeyId, keyHash } of user.apiKeys)
      if (apiKeyIds.includes(apiKeyId)) this.byApiKey.delete(keyHash);
    user.apiKeys = user.apiKeys.filter(({ apiKeyId }) => !apiKeyIds.includes(apiKeyId));
  }

  private dropPasskeys(user: User, passkeyIds: readonly string[]): void {
    for (const { passkeyId, credentialId } of user.passkeys)
      if (passkeyIds.includes(passkeyId)) this.byCredential.delete(credentialId);
    user.passkeys = user.passkeys.filter(({ passkeyId }) => !passkeyIds.includes(passkeyId));
  }

  /** A contact that replaces the only one was proved with that one's code and inherits its age. */
  private bind(user: User, kind: "email" | "phone", target: string, atMs: number): void {
    const isOnly = (kind === "email" ? user.phone : user.email) === null;
    const keepsAge = user[kind] !== null && isOnly;
    const sinceMs = keepsAge ? user[`${kind}SinceMs`] : atMs;
    this.unbind(user, kind);
    (kind === "email" ? this.byEmail : this.byPhone).set(target, user);
    user[kind] = target;
    user[`${kind}SinceMs`] = sinceMs;
  }

  private unbind(user: User, kind: "email" | "phone"): void {
    const present = user[kind];
    if (present !== null) (kind === "email" ? this.byEmail : this.byPhone).delete(present);
    user[kind] = null;
    user[`${kind}SinceMs`] = 0;
  }

  private addUser(record: UserRecord): void {
    if (this.users.has(record.userId)) throw new Error(`user ${record.userId} registered twice`);
    const user: User = { ...ADDED_LATER, ...record };
    this.users.set(user.userId, user);
    this.nextUserId = Math.max(this.nextUserId, user.userId + 1);
    if (user.email !== null) this.byEmail.set(user.email, user);
    if (user.phone !== null) this.byPhone.set(user.phone, user);
    if (user.username !== null) this.byUsername.set(user.username.toLowerCase(), user);
    this.byInvitation.set(user.invitationCode, user);
    this.friends.add(user);
    for (const { credentialId } of user.passkeys) this.byCredential.set(credentialId, user);
    for (const { keyHash } of user.apiKeys) this.byApiKey.set(keyHash, user);
  }

  /** A rewritten journal has nothing else about the user. */
  private close(account: ClosedAccount): void {
    const { userId } = account;
    if (this.users.has(userId)) this.eraseUser(this.known(userId));
    this.closed.set(account);
  }

  private eraseUser(user: User): void {
    const { userId } = user;
    for (const session of this.sessionsOf(userId)) this.sessions.remove(session.tokenHash);
    if (user.email !== null) this.byEmail.delete(user.email);
    if (user.phone !== null) this.byPhone.delete(user.phone);
    if (user.username !== null) this.byUsername.delete(user.username.toLowerCase());
    this.byInvitation.delete(user.invitationCode);
    this.friends.remove(user);
    for (const { credentialId } of user.passkeys) this.byCredential.delete(credentialId);
    for (const { keyHash } of user.apiKeys) this.byApiKey.delete(keyHash);
    this.users.delete(userId);
  }
}
