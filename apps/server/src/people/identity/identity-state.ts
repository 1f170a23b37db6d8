import { changeUser } from "./change-user.ts";
import { ClosedTable } from "./closing/closed-table.ts";
import { FriendTable } from "./friend-table.ts";
import { IDENTITY_LIMITS } from "./identity-limits.ts";
import type { ApiKeyRecord, ClosedAccount, Founded, IdentityRecord, UserRecord } from "./identity-records.ts";
import { SessionTable } from "./login/session-table.ts";
import { QrLoginTable } from "./qr-login/qr-login-table.ts";
import { PendingTotpTable } from "./second-factors/pending-totp-table.ts";
import type { Session, User } from "./user-and-session.ts";
import { ADDED_LATER } from "./user-changes.ts";
import { UserTable } from "./user-table.ts";
import { CodeTable } from "./verification-codes/code-table.ts";

/**
 * Whether a record ends what the user's devices have approved for others: what a login asks for has changed since, or its
 * owner has frozen the account.
 */
function endsGrants(record: IdentityRecord): boolean {
  switch (record.type) {
    case "password-changed":
      return record.kind === "login";
    case "owner-frozen":
    case "totp-enabled":
    case "totp-disabled":
    case "passkey-added":
    case "passkey-removed":
      return true;
    default:
      return false;
  }
}

/** Users, credentials, sessions and favorites, built from the records so far. */
export class IdentityState {
  houseCode = "";
  nextUserId: number = IDENTITY_LIMITS.firstUserId;
  /** Of the database in which this store was written last; undefined if it never was in one. */
  incarnation: string | undefined;
  /** Number of obsolete records in the journal. */
  outdated = 0;
  readonly codes = new CodeTable();
  readonly pendingTotp = new PendingTotpTable();
  readonly qrLogins = new QrLoginTable();
  private readonly users = new UserTable();
  private readonly friends = new FriendTable();
  private readonly closed = new ClosedTable();
  private readonly sessions = new SessionTable();

  user(userId: number): User | undefined {
    return this.users.get(userId);
  }

  userByEmail(email: string): User | undefined {
    return this.users.byEmail(email);
  }

  userByPhone(phone: string): User | undefined {
    return this.users.byPhone(phone);
  }

  /** Finds a user by lower-case name. */
  userByUsername(name: string): User | undefined {
    return this.users.byUsername(name);
  }

  userByInvitation(code: string): User | undefined {
    return this.users.byInvitation(code);
  }

  userByCredential(credentialId: string): User | undefined {
    return this.users.byCredential(credentialId);
  }

  apiKey(keyHash: string): { readonly user: User; readonly record: ApiKeyRecord } | undefined {
    const user = this.users.byApiKey(keyHash);
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
    return this.users.all();
  }

  /** Users by normalized mailbox, phone and username. */
  get accountNames(): readonly ReadonlyMap<string, User>[] {
    return this.users.accountNames;
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
        for (const hash of record.tokenHashes) this.endSession(hash);
        this.outdated += record.tokenHashes.length + 1;
        return;
      case "session-seen": {
        const session = this.sessions.get(record.tokenHash);
        if (session !== undefined) session.lastSeenAtMs = record.atMs;
        this.outdated++;
        return;
      }
      case "codes":
      case "wrong-codes":
        this.codes.apply(record);
        this.outdated++;
        return;
      case "totp-begun":
        this.pendingTotp.set(record.pending);
        this.outdated++;
        return;
      case "qr-login":
        this.qrLogins.set(record.login);
        this.outdated++;
        return;
      case "house-invitation":
        this.houseCode = record.houseCode;
        this.outdated++;
        return;
      case "ids-left-out":
        this.nextUserId = Math.max(this.nextUserId, record.nextUserId);
        this.outdated++;
        return;
      case "restored":
        this.incarnation = record.incarnation;
        this.nextUserId = Math.max(this.nextUserId, record.nextUserId);
        return;
      case "closed":
        this.close(record.account);
        this.outdated += 2;
        return;
      default:
        // Enabled codes end every set-up: its secret must not replace the one in use.
        if (record.type === "totp-enabled") this.pendingTotp.forget(record.userId);
        if (endsGrants(record)) this.qrLogins.forget(record.userId);
        changeUser(this.users, record);
        this.outdated++;
    }
  }

  rewritten(): void {
    this.outdated = 0;
  }

  /**
   * Returns records that restore this state; sessions and codes that expired before `nowMs` are left out. They are copies,
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
    const { incarnation, nextUserId } = this;
    if (incarnation !== undefined) yield { type: "restored", incarnation, nextUserId };
    for (const user of this.users.all()) yield { type: "registered", user: { ...user } };
    for (const account of this.closed.all()) yield { type: "closed", account };
    for (const session of this.sessions.all()) {
      if (session.lastSeenAtMs + IDENTITY_LIMITS.sessionLifetimeMs > nowMs)
        yield { type: "session-opened", session: { ...session } };
    }
    yield* this.codes.dump(nowMs);
    for (const pending of this.pendingTotp.live(nowMs)) yield { type: "totp-begun", pending };
    for (const login of this.qrLogins.live(nowMs)) yield { type: "qr-login", login };
  }

  /** Ends what the session has approved, too. */
  private endSession(tokenHash: string): void {
    const session = this.sessions.get(tokenHash);
    if (session === undefined) return;
    this.qrLogins.forgetSession(session);
    this.sessions.remove(tokenHash);
  }

  private addUser(record: UserRecord): void {
    const user: User = { ...ADDED_LATER, ...record };
    this.users.add(user);
    this.nextUserId = Math.max(this.nextUserId, user.userId + 1);
    this.friends.add(user);
  }

  /** A rewritten journal has nothing else about the user. */
  private close(account: ClosedAccount): void {
    const user = this.users.get(account.userId);
    if (user !== undefined) this.eraseUser(user);
    this.closed.set(account);
  }

  private eraseUser(user: User): void {
    for (const session of this.sessionsOf(user.userId)) this.sessions.remove(session.tokenHash);
    this.pendingTotp.forget(user.userId);
    this.qrLogins.forget(user.userId);
    this.friends.remove(user);
    this.users.remove(user);
  }
}
