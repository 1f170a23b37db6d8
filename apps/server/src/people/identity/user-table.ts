import type { User } from "./user-and-session.ts";

/** Users by id, and by everything else that identifies one. */
export class UserTable {
  private readonly users = new Map<number, User>();
  private readonly emails = new Map<string, User>();
  private readonly phones = new Map<string, User>();
  private readonly usernames = new Map<string, User>();
  private readonly invitations = new Map<string, User>();
  private readonly credentials = new Map<string, User>();
  private readonly apiKeys = new Map<string, User>();

  get(userId: number): User | undefined {
    return this.users.get(userId);
  }

  known(userId: number): User {
    const user = this.users.get(userId);
    if (user === undefined) throw new Error(`identity record for unknown user ${userId}`);
    return user;
  }

  byEmail(email: string): User | undefined {
    return this.emails.get(email);
  }

  byPhone(phone: string): User | undefined {
    return this.phones.get(phone);
  }

  /** Finds a user by lower-case name. */
  byUsername(name: string): User | undefined {
    return this.usernames.get(name);
  }

  byInvitation(code: string): User | undefined {
    return this.invitations.get(code);
  }

  byCredential(credentialId: string): User | undefined {
    return this.credentials.get(credentialId);
  }

  byApiKey(keyHash: string): User | undefined {
    return this.apiKeys.get(keyHash);
  }

  all(): IterableIterator<User> {
    return this.users.values();
  }

  /** Users by normalized mailbox, phone and username. */
  get accountNames(): readonly ReadonlyMap<string, User>[] {
    return [this.emails, this.phones, this.usernames];
  }

  get size(): number {
    return this.users.size;
  }

  add(user: User): void {
    if (this.users.has(user.userId)) throw new Error(`user ${user.userId} registered twice`);
    this.users.set(user.userId, user);
    if (user.email !== null) this.emails.set(user.email, user);
    if (user.phone !== null) this.phones.set(user.phone, user);
    if (user.username !== null) this.usernames.set(user.username.toLowerCase(), user);
    this.invitations.set(user.invitationCode, user);
    for (const { credentialId } of user.passkeys) this.credentials.set(credentialId, user);
    for (const { keyHash } of user.apiKeys) this.apiKeys.set(keyHash, user);
  }

  remove(user: User): void {
    if (user.email !== null) this.emails.delete(user.email);
    if (user.phone !== null) this.phones.delete(user.phone);
    if (user.username !== null) this.usernames.delete(user.username.toLowerCase());
    this.invitations.delete(user.invitationCode);
    for (const { credentialId } of user.passkeys) this.credentials.delete(credentialId);
    for (const { keyHash } of user.apiKeys) this.apiKeys.delete(keyHash);
    this.users.delete(user.userId);
  }

  addCredential(user: User, credentialId: string): void {
    this.credentials.set(credentialId, user);
  }

  addApiKey(user: User, keyHash: string): void {
    this.apiKeys.set(keyHash, user);
  }

  dropApiKeys(user: User, apiKeyIds: readonly string[]): void {
    for (const { apiKeyId, keyHash } of user.apiKeys)
      if (apiKeyIds.includes(apiKeyId)) this.apiKeys.delete(keyHash);
    user.apiKeys = user.apiKeys.filter(({ apiKeyId }) => !apiKeyIds.includes(apiKeyId));
  }

  dropPasskeys(user: User, passkeyIds: readonly string[]): void {
    for (const { passkeyId, credentialId } of user.passkeys)
      if (passkeyIds.includes(passkeyId)) this.credentials.delete(credentialId);
    user.passkeys = user.passkeys.filter(({ passkeyId }) => !passkeyIds.includes(passkeyId));
  }

  /** A contact that replaces the only one was proved with that one's code and inherits its age. */
  bind(user: User, kind: "email" | "phone", target: string, atMs: number): void {
    const isOnly = (kind === "email" ? user.phone : user.email) === null;
    const keepsAge = user[kind] !== null && isOnly;
    const sinceMs = keepsAge ? user[`${kind}SinceMs`] : atMs;
    this.unbind(user, kind);
    (kind === "email" ? this.emails : this.phones).set(target, user);
    user[kind] = target;
    user[`${kind}SinceMs`] = sinceMs;
  }

  unbind(user: User, kind: "email" | "phone"): void {
    const present = user[kind];
    if (present !== null) (kind === "email" ? this.emails : this.phones).delete(present);
    user[kind] = null;
    user[`${kind}SinceMs`] = 0;
  }
}
