import { join } from "node:path";
import type { Language, SessionEnd } from "@candor/domain/enumerations";
import type { Outcome, Rejected } from "@candor/wire/rejection";
import { phraseOf } from "./anti-phishing.ts";
import { type EndedApiKeys, type LiveApiKey } from "./api-keys/api-key-register.ts";
import { endApiKeys } from "./api-keys/end-api-keys.ts";
import { type ApiKeyReply, type ApiKeyRequest, useApiKeys } from "./api-keys/use-api-keys.ts";
import { warnOfTradeEnd } from "./api-keys/warn-of-trade-end.ts";
import { bindContact, type ContactBinding, type ContactBoundReply } from "./bind-contact.ts";
import {
  type FreezeReply,
  type FreezeRequest,
  freezeAccount,
  frozenByOwner,
} from "./blocking/freeze-account.ts";
import { setBanned } from "./blocking/set-banned.ts";
import { changeProfile, setFavourite } from "./change-profile.ts";
import { IdentityClosings } from "./closing/identity-closings.ts";
import { openMissingAccounts } from "./exchange-account/open-exchange-account.ts";
import { type RestartedExchange, reconcileAccounts } from "./exchange-account/reconcile-accounts.ts";
import type { Account } from "./identifier-rules.ts";
import { announceChanges, type IdentityChange } from "./identity-change.ts";
import type { Caller, IdentityContext, IdentitySettings } from "./identity-context.ts";
import { IDENTITY_LIMITS } from "./identity-limits.ts";
import type { ClosedAccount, LoginRecord, ProfileChanged } from "./identity-records.ts";
import { type IdentityStore, openIdentityStore } from "./identity-store.ts";
import { isBlocked } from "./is-blocked.ts";
import { knownUser } from "./known-user.ts";
import { findUser, type LoginRequest, logIn } from "./login/log-in.ts";
import { loginsOf } from "./login/login-history.ts";
import { ChannelSender } from "./mail-and-sms/channel-sender.ts";
import { LocalOutbox } from "./mail-and-sms/local-outbox.ts";
import { mailUser } from "./mail-and-sms/mail-user.ts";
import type { MessageSender } from "./mail-and-sms/message-sender.ts";
import { notifyUser } from "./mail-and-sms/notify-user.ts";
import type { SecurityNotice } from "./mail-and-sms/security-notice.ts";
import { DEFAULT_SETTINGS, type IdentityOptions, identityContext } from "./make-identity-context.ts";
import type { PaymentGrant } from "./passwords/payment-grants.ts";
import { checkPaymentPassword } from "./passwords/payment-password.ts";
import { type PasswordReset, type PasswordResetDone, resetPassword } from "./passwords/reset-password.ts";
import { QrLogins } from "./qr-login/qr-logins.ts";
import { randomInvitation, tokenHash } from "./random-codes.ts";
import { type Registration, registerUser, unusedInvitation } from "./register-user.ts";
import { SandboxAccounts } from "./sandbox-accounts.ts";
import { searchUsers } from "./search-users.ts";
import type { WebAuthnJson } from "./second-factors/passkey-ceremony.ts";
import { checkSecondFactor, type GivenSecondFactor } from "./second-factors/second-factor.ts";
import { type SecondFactorMethod, secondFactorsOf } from "./second-factors/second-factors-of.ts";
import {
  logInWithPasskey,
  type PasskeyLoginRequest,
  type PasskeyReply,
  type PasskeyRequest,
  usePasskeys,
} from "./second-factors/use-passkeys.ts";
import { type TotpReply, type TotpRequest, useTotp } from "./second-factors/use-totp.ts";
import { type EndedSession, type LiveSession, type OpenedSession } from "./session-register.ts";
import type { Session, User } from "./user-and-session.ts";
import type { GuessView } from "./verification-codes/code-guesses.ts";
import { type CodeRequest, type CodeSent, sendCode } from "./verification-codes/send-code.ts";
import { type WithdrawalHold, withdrawalHoldOf } from "./withdrawal-hold.ts";

/** Users' identity: registration, authentication, profiles and settings. */
export class Identity {
  readonly outbox: LocalOutbox;
  readonly settings: IdentitySettings;
  readonly closings: IdentityClosings;
  readonly qrLogins: QrLogins;
  private readonly context: IdentityContext;
  private readonly delivery: ChannelSender;
  private localUrl: string;
  /** Accounts of a sandbox's programs. */
  readonly sandboxAccounts: SandboxAccounts;

  private constructor(options: IdentityOptions, store: IdentityStore, nowMs: () => number) {
    this.localUrl = options.localUrl ?? "http://localhost:8080";
    this.settings = { ...DEFAULT_SETTINGS, ...options.settings };
    this.outbox = new LocalOutbox(join(options.directory, "outbox.json"), nowMs, options.keepOutbox);
    this.delivery = new ChannelSender(options.delivery ?? { smtp: undefined, sms: undefined }, this.outbox);
    this.context = identityContext({
      options,
      settings: this.settings,
      store,
      delivery: this.delivery,
      siteUrl: () => options.publicUrl ?? this.localUrl,
      nowMs,
    });
    this.sandboxAccounts = new SandboxAccounts(this.context, options.mode);
    this.closings = new IdentityClosings(this.context);
    this.qrLogins = new QrLogins(this.context);
  }

  /** Sends emails and text messages to users. */
  get sender(): MessageSender {
    return this.context.sender;
  }

  /** Opens the store; throws the journal's errors for a locked or damaged directory. */
  static open(options: IdentityOptions): Identity {
    const nowMs = options.nowMs ?? Date.now;
    const store = openIdentityStore(options.directory, {
      nowMs,
      houseCode: randomInvitation,
      compact: options.compact ?? false,
      ...(options.minOutdated === undefined ? {} : { minOutdated: options.minOutdated }),
      onFailure: options.onFailure ?? (() => undefined),
    });
    return new Identity(options, store, nowMs);
  }

  /** Sets the local URL of the site, used for links in emails while there is no public URL. */
  setLocalUrl(localUrl: string): void {
    this.localUrl = localUrl;
  }

  close(): void {
    this.delivery.close();
    this.context.store.close();
  }

  /** The invitation code for users without an inviter. The sandbox shows it to everybody, operators always see it. */
  get houseCode(): string {
    return this.context.store.state.houseCode;
  }

  /** Replaces the platform's invitation code; the previous one becomes invalid. */
  async renewHouseCode(): Promise<void> {
    const { store } = this.context;
    await store.commit({ type: "house-invitation", houseCode: unusedInvitation(store.state) });
  }

  /** Sends users to the exchange that it may not fully have, after a crash between the two. */
  async openMissingAccounts(): Promise<number> {
    return await openMissingAccounts(this.context);
  }

  /** Reconciles identity and exchange on who has an account, see reconcileAccounts. */
  reconcileWithExchange(newestAccount: number, restarted: RestartedExchange): Promise<void> {
    return reconcileAccounts(this.context, newestAccount, restarted);
  }

  userByAccount(account: NonNullable<Account>): User | undefined {
    return findUser(this.context.store.state, account);
  }

  /** Returns the users this one invited, oldest first. */
  friendsOf(inviterId: number): readonly User[] {
    return this.context.store.state.friendsOf(inviterId);
  }

  /** The highest user id assigned; 0 if there is no user. */
  get newestUser(): number {
    const { nextUserId } = this.context.store.state;
    return nextUserId === IDENTITY_LIMITS.firstUserId ? 0 : nextUserId - 1;
  }

  get userCount(): number {
    return this.context.store.state.userCount;
  }

  /** Finds users for operators by id, mailbox, phone, username or nickname, or a part of them; at most `limit`. */
  searchUsers(text: string, limit: number): Promise<readonly User[]> {
    return searchUsers(this.context.store.state, text, limit);
  }

  user(userId: number): User | undefined {
    return this.context.store.state.user(userId);
  }

  /** Returns a token's session, even if the user is banned: the caller decides what that user may do. */
  session(token: string): LiveSession | undefined {
    return this.context.sessions.find(token);
  }

  /** Returns the state of strangers' guesses at reset codes. */
  guesses(): GuessView {
    return this.context.codes.guesses();
  }

  /** Returns the hash of a device token, or `undefined` if this server did not issue it. */
  issuedDevice(token: string): string | undefined {
    return this.context.places.isIssued(token) ? tokenHash(token) : undefined;
  }

  /** Returns a token's session unless its user is frozen, for the socket. */
  sessionByToken(token: string): LiveSession | undefined {
    const session = this.context.sessions.find(token);
    const user = session === undefined ? undefined : this.user(session.userId);
    return user !== undefined && !isBlocked(user) ? session : undefined;
  }

  /** Returns why a token's session ended early, or `undefined` if unknown. */
  whySessionEnded(token: string): SessionEnd | undefined {
    return this.context.sessions.whyEnded(token);
  }

  announceChanges(listener: (change: IdentityChange) => Promise<void>): void {
    announceChanges(this.context.store, listener);
  }

  onSessionEnded(listener: (ended: EndedSession) => void): () => void {
    return this.context.sessions.onSessionEnded(listener);
  }

  /** Adds a listener for each change that someone else might have made, in addition to the email about it. */
  onSecurityNotice(listener: (userId: number, notice: SecurityNotice) => void): () => void {
    this.context.securityListeners.add(listener);
    return () => this.context.securityListeners.delete(listener);
  }

  /**
   * Mails to a user's mailbox in their language; returns false if they have none. Rejects if the email could not be
   * sent.
   */
  async mail(
    userId: number,
    write: (language: Language) => { readonly subject: string; readonly text: string },
  ): Promise<boolean> {
    const user = this.user(userId);
    return user !== undefined && (await mailUser(this.context, user, write));
  }

  sendCode(caller: Caller, userId: number | undefined, request: CodeRequest): Promise<Outcome<CodeSent>> {
    const user = userId === undefined ? undefined : this.user(userId);
    return sendCode(this.context, caller, user, request);
  }

  register(caller: Caller, request: Registration): Promise<Outcome<OpenedSession>> {
    return this.context.codes.answered(registerUser(this.context, caller, request));
  }

  logIn(caller: Caller, request: LoginRequest): Promise<Outcome<OpenedSession>> {
    return logIn(this.context, caller, request);
  }

  logInWithPasskey(
    caller: Caller,
    request: PasskeyLoginRequest,
  ): Promise<Outcome<OpenedSession | { readonly options: WebAuthnJson }>> {
    return logInWithPasskey(this.context, caller, request);
  }

  useTotp(caller: Caller, userId: number, request: TotpRequest): Promise<Outcome<TotpReply>> {
    return useTotp(this.context, caller, this.known(userId), request);
  }

  usePasskeys(caller: Caller, userId: number, request: PasskeyRequest): Promise<Outcome<PasskeyReply>> {
    return usePasskeys(this.context, caller, this.known(userId), request);
  }

  useApiKeys(caller: Caller, userId: number, request: ApiKeyRequest): Promise<Outcome<ApiKeyReply>> {
    return useApiKeys(this.context, caller, this.known(userId), request);
  }

  /** Finds the API key that a program sent, even of a banned user: the caller decides. */
  apiKey(key: string): LiveApiKey | undefined {
    return this.context.apiKeys.find(key);
  }

  /** Adds a listener for API keys that were revoked or whose user was frozen. Returns a function that removes it. */
  onApiKeysEnded(listener: (ended: EndedApiKeys) => void): () => void {
    return this.context.apiKeys.onEnded(listener);
  }

  /** Revokes all API keys of a user; @returns how many there were. */
  async endApiKeys(userId: number): Promise<number> {
    return await endApiKeys(this.context, this.known(userId));
  }

  /** Warns the owners of API keys without addresses that are about to stop trading. */
  warnOfTradeEnd(): Promise<number> {
    return warnOfTradeEnd(this.context);
  }

  /** Sends a user a security email about something outside identity. */
  sendSecurityNotice(userId: number, notice: SecurityNotice): void {
    notifyUser(this.context, this.known(userId), notice);
  }

  /** Freezes an account by the link of a security email, or the account of a session (`userId`). */
  freezeAccount(
    caller: Pick<Caller, "address">,
    userId: number | undefined,
    request: FreezeRequest,
  ): Promise<Outcome<FreezeReply>> {
    const owner = userId === undefined ? undefined : this.known(userId);
    return freezeAccount(this.context, caller, owner, request);
  }

  /** Returns the users who have frozen their accounts. */
  frozenByOwner(): readonly number[] {
    return frozenByOwner(this.context);
  }

  /** Returns the second factors that the user has set up. */
  secondFactors(userId: number): readonly SecondFactorMethod[] {
    return secondFactorsOf(this.known(userId));
  }

  /**
   * Checks a session's second factor, each of which works once; a user without one passes.
   * @param caller its host matters too: a passkey is bound to its site
   * @returns `undefined` if correct, else 310, 212 or 311
   */
  checkSecondFactor(
    userId: number,
    given: GivenSecondFactor | undefined,
    caller: Caller,
  ): Promise<Rejected | undefined> {
    return checkSecondFactor(this.context, { ...caller, hasSession: true }, this.known(userId), given);
  }

  /** Returns why and until when the user cannot withdraw, or `null` if they can. */
  withdrawalHold(userId: number): WithdrawalHold | null {
    return withdrawalHoldOf(this.known(userId), this.context.nowMs());
  }

  /** Returns login attempts, newest first, before entry `before`. */
  logins(userId: number, limit: number, before?: number): readonly LoginRecord[] {
    return loginsOf(this.known(userId), limit, before);
  }

  /** Returns the phrase included in every email to the user. */
  antiPhishingCode(userId: number): string | null {
    return phraseOf(this.context, this.known(userId));
  }

  resetPassword(
    caller: Caller,
    session: LiveSession | undefined,
    request: PasswordReset,
  ): Promise<Outcome<PasswordResetDone>> {
    const user = session === undefined ? undefined : this.user(session.userId);
    const own = session && user && { user, sessionId: session.sessionId };
    return this.context.codes.answered(resetPassword(this.context, caller, own, request));
  }

  bindContact(caller: Caller, userId: number, request: ContactBinding): Promise<Outcome<ContactBoundReply>> {
    return this.context.codes.answered(bindContact(this.context, caller, this.known(userId), request));
  }

  checkPaymentPassword(
    userId: number,
    given: string | undefined,
    address: string,
  ): Promise<Rejected | undefined> {
    return checkPaymentPassword(this.context, { address }, this.known(userId), given);
  }

  /** Lets a session transfer for a short time without the payment password, which must just have been checked. */
  grantTransfers({ userId, sessionId }: LiveSession): PaymentGrant {
    return this.context.paymentGrants.give(this.known(userId), sessionId);
  }

  isTransferGranted({ userId, sessionId }: LiveSession, token: string): boolean {
    return this.context.paymentGrants.covers(this.known(userId), sessionId, token);
  }

  sessions(userId: number): readonly Session[] {
    return this.context.sessions.list(userId);
  }

  /** Ends one of the user's sessions, or all; @returns how many were ended. */
  async endSessions(userId: number, reason: SessionEnd, sessionId?: string): Promise<number> {
    return await this.context.sessions.endOf(userId, reason, sessionId);
  }

  async changeProfile(userId: number, changes: ProfileChanged["changes"]): Promise<void> {
    await changeProfile(this.context, this.known(userId), changes);
  }

  /** Sets a favorite; returns false if there are already 200. */
  async setFavourite(userId: number, market: string, love: boolean): Promise<boolean> {
    return await setFavourite(this.context, this.known(userId), market, love);
  }

  /** Bans a user or lifts the ban. Sessions stay open and get 402; orders stay, and referrals earn nothing meanwhile. */
  async setBanned(userId: number, banned: boolean): Promise<void> {
    await setBanned(this.context, this.known(userId), banned);
  }

  closedAccount(userId: number): ClosedAccount | undefined {
    return this.context.store.state.closedAccount(userId);
  }

  /** See LabelledAccounts; sandbox only. */
  async ensureLabelledAccount(name: string): Promise<OpenedSession> {
    return await this.sandboxAccounts.ensureLabelled(name);
  }

  language(userId: number): Language | null {
    return this.user(userId)?.lang ?? null;
  }

  private known(userId: number): User {
    return knownUser(this.context, userId);
  }
}
