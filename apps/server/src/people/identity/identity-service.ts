import { join } from "node:path";
import type { Language, SessionEnd } from "@candor/domain/enumerations";
import type { Outcome, Rejected } from "@candor/wire/rejection";
import { type AcceptedLosses, agreeOnAccounts } from "./agree-on-accounts.ts";
import { phraseOf } from "./anti-phishing.ts";
import { type EndedApiKeys, type LiveApiKey } from "./api-key-register.ts";
import { bindContact, type ContactBinding, type ContactBoundReply } from "./bind-contact.ts";
import { changeProfile, setFavourite } from "./change-profile.ts";
import { ChannelSender } from "./channel-sender.ts";
import { closeAccount, finishClosing, forgetClosedNames } from "./closed-accounts.ts";
import type { GuessView } from "./code-guesses.ts";
import { endApiKeys } from "./end-api-keys.ts";
import { type FreezeReply, type FreezeRequest, freezeAccount } from "./freeze-account.ts";
import type { Account } from "./identifier-rules.ts";
import type { Caller, IdentityContext, IdentitySettings } from "./identity-context.ts";
import { IDENTITY_LIMITS } from "./identity-limits.ts";
import type { ClosedAccount, LoginRecord, ProfileChanged } from "./identity-records.ts";
import { type IdentityStore, openIdentityStore } from "./identity-store.ts";
import { isBlocked } from "./is-blocked.ts";
import { LabelledAccounts } from "./labelled-accounts.ts";
import { LocalOutbox } from "./local-outbox.ts";
import { findUser, type LoginRequest, logIn } from "./log-in.ts";
import { loginsOf } from "./login-history.ts";
import { mailUser } from "./mail-user.ts";
import { DEFAULT_SETTINGS, type IdentityOptions, identityContext } from "./make-identity-context.ts";
import type { MessageSender } from "./message-sender.ts";
import { isUntold, reopenExchangeAccount } from "./open-exchange-account.ts";
import type { WebAuthnJson } from "./passkey-ceremony.ts";
import type { PaymentGrant } from "./payment-grants.ts";
import { checkPaymentPassword } from "./payment-password.ts";
import { type ClosingProof, proveClosing } from "./prove-closing.ts";
import { randomInvitation, tokenHash } from "./random-codes.ts";
import { type Registration, registerUser, unusedInvitation } from "./register-user.ts";
import { type PasswordReset, type PasswordResetDone, resetPassword } from "./reset-password.ts";
import { searchUsers } from "./search-users.ts";
import { checkSecondFactor, type GivenSecondFactor } from "./second-factor.ts";
import { type SecondFactorMethod, secondFactorsOf } from "./second-factors-of.ts";
import type { SecurityNotice } from "./security-notice.ts";
import { type CodeRequest, type CodeSent, sendCode } from "./send-code.ts";
import { type EndedSession, type LiveSession, type OpenedSession } from "./session-register.ts";
import { setBanned } from "./set-banned.ts";
import { tellUser } from "./tell-user.ts";
import { type ApiKeyReply, type ApiKeyRequest, useApiKeys } from "./use-api-keys.ts";
import {
  logInWithPasskey,
  type PasskeyLoginRequest,
  type PasskeyReply,
  type PasskeyRequest,
  usePasskeys,
} from "./use-passkeys.ts";
import { type TotpReply, type TotpRequest, useTotp } from "./use-totp.ts";
import type { Session, User } from "./user-and-session.ts";
import { warnOfTradeEnd } from "./warn-of-trade-end.ts";
import { type WithdrawalHold, withdrawalHoldOf } from "./withdrawal-hold.ts";

/** People: who they are, how they prove it, what is theirs beside money. */
export class Identity {
  readonly outbox: LocalOutbox;
  readonly settings: IdentitySettings;
  private readonly mode: IdentityOptions["mode"];
  private readonly context: IdentityContext;
  private readonly delivery: ChannelSender;
  private localUrl: string;
  private readonly labelled: LabelledAccounts;

  private constructor(options: IdentityOptions, store: IdentityStore, nowMs: () => number) {
    this.mode = options.mode;
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
    this.labelled = new LabelledAccounts(this.context);
  }

  /** Hands over mails and phone messages to people. */
  get sender(): MessageSender {
    return this.context.sender;
  }

  /** Opens the store; throws what the journal throws on a locked or damaged directory. */
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

  /** Where this machine serves the site, for links in mails while there is no public address. */
  servesAt(localUrl: string): void {
    this.localUrl = localUrl;
  }

  close(): void {
    this.delivery.close();
    this.context.store.close();
  }

  /** Invites as the house: whom nobody else has invited. The sandbox shows it to everybody, operators see it anywhere. */
  get houseCode(): string {
    return this.context.store.state.houseCode;
  }

  /** Gives the house another invitation: whoever was given the one before is let in by it no more. */
  async renewHouseCode(): Promise<void> {
    const { store } = this.context;
    await store.commit({ type: "house-invitation", houseCode: unusedInvitation(store.state) });
  }

  /** Tells the exchange about the users of whom it may not know all, after a crash between the two. */
  async openMissingAccounts(): Promise<number> {
    let opened = 0;
    for (const user of this.context.store.state.allUsers()) {
      if (!isUntold(user)) continue;
      await reopenExchangeAccount(this.context, user);
      opened++;
    }
    return opened;
  }

  /** Makes identity and exchange agree on who has an account, see agreeOnAccounts. */
  agreeWithExchange(newestAccount: number, accepted: AcceptedLosses): Promise<void> {
    return agreeOnAccounts(this.context, newestAccount, accepted);
  }

  userByAccount(account: NonNullable<Account>): User | undefined {
    return findUser(this.context.store.state, account);
  }

  /** Users whom this one invited, oldest first. */
  friendsOf(inviterId: number): readonly User[] {
    return this.context.store.state.friendsOf(inviterId);
  }

  /** The highest number that a user was given; 0: there is no user. */
  get newestUser(): number {
    const { nextUserId } = this.context.store.state;
    return nextUserId === IDENTITY_LIMITS.firstUserId ? 0 : nextUserId - 1;
  }

  get userCount(): number {
    return this.context.store.state.userCount;
  }

  /** For operators: by id, mailbox, phone, username or nickname, or a part of them; at most `limit`. */
  searchUsers(text: string, limit: number): Promise<readonly User[]> {
    return searchUsers(this.context.store.state, text, limit);
  }

  user(userId: number): User | undefined {
    return this.context.store.state.user(userId);
  }

  /** A token's session, also that of a banned user: the caller decides. */
  session(token: string): LiveSession | undefined {
    return this.context.sessions.find(token);
  }

  /** How strangers' guesses at codes for resets stand. */
  guesses(): GuessView {
    return this.context.codes.guesses();
  }

  /** Hash of a device token that this server issued; undefined: it did not. */
  issuedDevice(token: string): string | undefined {
    return this.context.places.isIssued(token) ? tokenHash(token) : undefined;
  }

  /** A token's session unless its user is frozen, as the socket wants it. */
  sessionByToken(token: string): LiveSession | undefined {
    const session = this.context.sessions.find(token);
    const user = session === undefined ? undefined : this.user(session.userId);
    return user !== undefined && !isBlocked(user) ? session : undefined;
  }

  /** Why a token's session ended before its time; undefined: not known. */
  whySessionEnded(token: string): SessionEnd | undefined {
    return this.context.sessions.whyEnded(token);
  }

  onSessionEnded(listener: (ended: EndedSession) => void): () => void {
    return this.context.sessions.onSessionEnded(listener);
  }

  /** Told of each change that somebody else might have made, beside the mail about it. */
  onSecurityNotice(listener: (userId: number, notice: SecurityNotice) => void): () => void {
    const { securityListeners } = this.context;
    securityListeners.add(listener);
    return () => securityListeners.delete(listener);
  }

  /** Mails to a user's mailbox in their language; false: they have none. Rejects when it could not be handed over. */
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
    return registerUser(this.context, caller, request);
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

  /** The key that a program shows, also that of a banned user: the caller decides. */
  apiKey(key: string): LiveApiKey | undefined {
    return this.context.apiKeys.find(key);
  }

  /** Called when API keys have ended, or their user was frozen. Returns the way to stop. */
  onApiKeysEnded(listener: (ended: EndedApiKeys) => void): () => void {
    return this.context.apiKeys.onEnded(listener);
  }

  /** Ends all API keys of a user; @returns how many there were. */
  async endApiKeys(userId: number): Promise<number> {
    return await endApiKeys(this.context, this.known(userId));
  }

  /** Warns the owners of API keys without addresses that are about to stop trading. */
  warnOfTradeEnd(): Promise<number> {
    return warnOfTradeEnd(this.context);
  }

  /** Sends a user a security mail about something outside identity. */
  tellSecurity(userId: number, notice: SecurityNotice): void {
    tellUser(this.context, this.known(userId), notice);
  }

  /** Freezes an account by the link of a security mail, or the account of a session (`userId`). */
  freezeAccount(
    caller: Pick<Caller, "address">,
    userId: number | undefined,
    request: FreezeRequest,
  ): Promise<Outcome<FreezeReply>> {
    return freezeAccount(
      this.context,
      caller,
      userId === undefined ? undefined : this.known(userId),
      request,
    );
  }

  /** Users who have frozen their accounts. */
  frozenByOwner(): readonly number[] {
    return [...this.context.store.state.allUsers()]
      .filter((user) => user.frozenByOwner !== null)
      .map(({ userId }) => userId);
  }

  /** What the user has set up beside the password. */
  secondFactors(userId: number): readonly SecondFactorMethod[] {
    return secondFactorsOf(this.known(userId));
  }

  /**
   * Checks a second factor that a session shows, once each; who has none set up passes.
   * @param caller its host counts, too: a passkey is bound to its site
   * @returns undefined when it is right, else 310, 212 or 311
   */
  checkSecondFactor(
    userId: number,
    given: GivenSecondFactor | undefined,
    caller: Caller,
  ): Promise<Rejected | undefined> {
    return checkSecondFactor(this.context, { ...caller, hasSession: true }, this.known(userId), given);
  }

  /** Why and until when the user cannot withdraw; null: they can. */
  withdrawalHold(userId: number): WithdrawalHold | null {
    return withdrawalHoldOf(this.known(userId), this.context.nowMs());
  }

  /** Tries to log in, newest first, before entry `before`. */
  logins(userId: number, limit: number, before?: number): readonly LoginRecord[] {
    return loginsOf(this.known(userId), limit, before);
  }

  /** The phrase that stands in every mail to the user. */
  antiPhishingCode(userId: number): string | null {
    return phraseOf(this.context, this.known(userId));
  }

  resetPassword(
    caller: Caller,
    session: LiveSession | undefined,
    request: PasswordReset,
  ): Promise<Outcome<PasswordResetDone>> {
    const user = session === undefined ? undefined : this.user(session.userId);
    const own =
      session === undefined || user === undefined ? undefined : { user, sessionId: session.sessionId };
    return resetPassword(this.context, caller, own, request);
  }

  bindContact(caller: Caller, userId: number, request: ContactBinding): Promise<Outcome<ContactBoundReply>> {
    return bindContact(this.context, caller, this.known(userId), request);
  }

  checkPaymentPassword(
    userId: number,
    given: string | undefined,
    address: string,
  ): Promise<Rejected | undefined> {
    return checkPaymentPassword(this.context, { address }, this.known(userId), given);
  }

  /** Lets a session transfer for a short while without the payment password that was just checked. */
  grantTransfers({ userId, sessionId }: LiveSession): PaymentGrant {
    return this.context.paymentGrants.give(this.known(userId), sessionId);
  }

  isTransferGranted({ userId, sessionId }: LiveSession, token: string): boolean {
    return this.context.paymentGrants.covers(this.known(userId), sessionId, token);
  }

  sessions(userId: number): readonly Session[] {
    return this.context.sessions.list(userId);
  }

  /** Ends one of the user's sessions, or all; @returns how many there were. */
  async endSessions(userId: number, reason: SessionEnd, sessionId?: string): Promise<number> {
    const sessions = this.context.sessions
      .list(userId)
      .filter((session) => sessionId === undefined || session.sessionId === sessionId);
    return await this.context.sessions.end(sessions, reason);
  }

  async changeProfile(userId: number, changes: ProfileChanged["changes"]): Promise<void> {
    await changeProfile(this.context, this.known(userId), changes);
  }

  /** Sets a favourite; one beyond the 200th is refused: false. */
  async setFavourite(userId: number, market: string, love: boolean): Promise<boolean> {
    return await setFavourite(this.context, this.known(userId), market, love);
  }

  /**
   * Bans a user or lifts the ban. Sessions stay and are answered with 402, so that people learn why; orders and
   * balances stay as they are, and friends bring nothing meanwhile.
   */
  async setBanned(userId: number, banned: boolean): Promise<void> {
    await setBanned(this.context, this.known(userId), banned);
  }

  /** How an account's owner proves that they want it closed. Rejects 30, 313, 314, 113, 201, 310, 311. */
  proveClosing(caller: Caller, userId: number, proof: ClosingProof): Promise<Rejected | undefined> {
    return proveClosing(this.context, caller, this.known(userId), proof);
  }

  /** Closes an account for good; `finishClosing` takes what is left of it off the disk. */
  closeAccount(userId: number): Promise<ClosedAccount> {
    return closeAccount(this.context, this.known(userId));
  }

  finishClosing(userId: number): Promise<void> {
    return finishClosing(this.context, userId);
  }

  closedAccount(userId: number): ClosedAccount | undefined {
    return this.context.store.state.closedAccount(userId);
  }

  /** Closed accounts of which other rooms may still hold something, after a crash. */
  unfinishedClosings(): readonly ClosedAccount[] {
    return [...this.context.store.state.allClosed()].filter(({ isFinished }) => !isFinished);
  }

  /** Forgets the names of those that were closed long enough ago. */
  forgetClosedNames(): Promise<void> {
    return forgetClosedNames(this.context);
  }

  /** See LabelledAccounts; the sandbox only. */
  async ensureLabelledAccount(name: string): Promise<OpenedSession> {
    if (this.mode !== "sandbox") throw new Error("labelled accounts exist in the sandbox only");
    return await this.labelled.ensure(name);
  }

  language(userId: number): Language | null {
    return this.user(userId)?.lang ?? null;
  }

  private known(userId: number): User {
    const user = this.user(userId);
    if (user === undefined) throw new Error(`unknown user ${userId}`);
    return user;
  }
}
