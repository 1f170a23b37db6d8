import { OPERATOR_NAME, OPERATOR_NAME_RULE } from "@candor/text/account-rules";
import { RecordStore } from "../../kit/durable/record-store.ts";
import type { SealingKey } from "../../kit/durable/sealed-value.ts";
import { networkOf } from "../../kit/limits/network-of.ts";
import { FailureCounter } from "../../people/identity/login/failure-counter.ts";
import { LoginGuard } from "../../people/identity/login/login-guard.ts";
import { type Hasher, PasswordHasher } from "../../people/identity/password-hashing/password-hasher.ts";
import { isTokenForm, tokenHash } from "../../people/identity/random-codes.ts";
import type { WebAuthnJson } from "../../people/identity/second-factors/passkey-ceremony.ts";
import { DEMO_REVIEWER } from "../../people/verification/verification-service.ts";
import { Refusal } from "../protocol/operator-messages.ts";
import type { Role } from "../protocol/roles.ts";
import { type AccessGrant, withGrant } from "./access-grants.ts";
import {
  FOUNDERS,
  FoundingLinks,
  LINK_LIFETIME_MS,
  newLink,
  opens,
  type SignUpLink,
} from "./founding-links.ts";
import { blankAccount, isActive, type OperatorAccount } from "./operator-account.ts";
import { OperatorAccountState } from "./operator-account-state.ts";
import { EXPIRED, OperatorPasskeys } from "./operator-passkeys.ts";
import { passwordProblem } from "./operator-password.ts";
import type { OperatorRecord } from "./operator-records.ts";
import { OperatorSessions } from "./operator-sessions.ts";
import {
  type SignedIn,
  SignInRefusal,
  type SignInRequest,
  type SignUpRequest,
  type SignUpView,
} from "./operator-sign-in.ts";

const JOURNAL_NAME = "operators";
const MIN_OUTDATED = 1_000;
/** The same while the store is in use. */
const MIN_OUTDATED_NOW = 10_000;
const CODE_ATTEMPTS = 5;
const CODE_LOCK_MS = 15 * 60_000;
/** Maximum names whose wrong codes are tracked at a time. */
const MAX_NAMES = 100;
const FIRST_OWNER: readonly Role[] = ["owner"];
const LINK_ENDED = "This link was used, has expired or was replaced by a newer one.";
const START_AGAIN = "This sign-up has expired. Open the link again and scan the new secret.";
const WRONG = "The name, password or code is wrong.";
const WAIT = "Too many wrong attempts. Wait 15 minutes.";

export interface OperatorAccountsOptions {
  /** `<CANDOR_HOME>/operators` */
  readonly directory: string;
  readonly sealing: SealingKey;
  /** Public URL of the site; passkeys are bound to it. Absent if only this machine can reach it. */
  readonly publicUrl?: string | undefined;
  readonly hasher?: Hasher;
  readonly nowMs?: () => number;
  readonly onFailure: (error: Error) => void;
  /** Writes a message for the server's administrator to the log. */
  readonly report?: (message: string) => void;
}

/** Console operators: accounts, roles and authentication. */
export class OperatorAccounts {
  readonly sessions: OperatorSessions;
  readonly passkeys: OperatorPasskeys;
  private readonly store: RecordStore<OperatorRecord, OperatorAccountState>;
  private readonly sealing: SealingKey;
  private readonly hasher: Hasher;
  private readonly nowMs: () => number;
  private readonly passwordGuard: LoginGuard;
  private readonly codeFailures: FailureCounter;
  private readonly founding: FoundingLinks;

  private constructor(
    store: RecordStore<OperatorRecord, OperatorAccountState>,
    options: OperatorAccountsOptions,
    nowMs: () => number,
  ) {
    this.store = store;
    this.sealing = options.sealing;
    this.hasher = options.hasher ?? new PasswordHasher();
    this.nowMs = nowMs;
    this.founding = new FoundingLinks(nowMs);
    this.sessions = new OperatorSessions(store, nowMs);
    this.passkeys = new OperatorPasskeys({
      list: () => this.list(),
      get: (name) => this.get(name),
      write: (account) => this.write(account),
      publicUrl: options.publicUrl,
      nowMs,
      report: options.report ?? (() => undefined),
    });
    this.passwordGuard = new LoginGuard(nowMs);
    const limits = { attempts: CODE_ATTEMPTS, lockMs: CODE_LOCK_MS, maxKeys: MAX_NAMES };
    this.codeFailures = new FailureCounter(limits, nowMs);
  }

  /** Opens the store; throws the journal's errors for a locked or damaged directory. */
  static open(options: OperatorAccountsOptions): OperatorAccounts {
    const nowMs = options.nowMs ?? Date.now;
    const store = RecordStore.open<OperatorRecord, OperatorAccountState>(options.directory, {
      name: JOURNAL_NAME,
      newState: () => new OperatorAccountState(),
      worthRewriting: ({ outdated }) => outdated > MIN_OUTDATED,
      worthRewritingNow: ({ outdated }) => outdated > MIN_OUTDATED_NOW,
      nowMs,
      onFailure: options.onFailure,
    });
    return new OperatorAccounts(store, options, nowMs);
  }

  close(): void {
    this.store.close();
  }

  list(): OperatorAccount[] {
    return this.store.state.list();
  }

  get(name: string): OperatorAccount | undefined {
    return this.store.state.get(name);
  }

  /** Without the last owner nobody could invite anyone. */
  isLastOwner({ name }: OperatorAccount): boolean {
    const owners = this.list().filter((account) => isActive(account) && account.roles.includes("owner"));
    return owners.length === 1 && owners[0]?.name === name;
  }

  /**
   * Returns one-time sign-up links for those of the first two owners who have not signed up. New links and restarts
   * invalidate earlier ones. Once there is any other account, a second owner comes by invitation.
   */
  foundingLinks(): readonly SignUpLink[] {
    if (!this.hasOwner()) return this.founding.renew(FOUNDERS);
    const [first, ...others] = this.list();
    const isAlone = others.length === 0 && first?.grants.some(({ how }) => how === "founded") === true;
    return isAlone ? this.founding.renew(FOUNDERS - 1) : [];
  }

  async invite(
    name: string,
    roles: readonly Role[],
    grant: AccessGrant,
    mailbox: string | null = null,
  ): Promise<SignUpLink | Refusal> {
    const problem = nameProblem(name);
    if (problem !== undefined) return new Refusal(problem);
    if (this.get(name) !== undefined) return new Refusal(`There is already an operator named ${name}.`);
    const { link, fields } = newLink(this.nowMs());
    const invitedBy = grant.by[0] ?? grant.how;
    await this.write({ ...blankAccount(name, roles, invitedBy, grant), mailbox, ...fields });
    return link;
  }

  /** Ends password, second factor, sessions and the previous link; the new link sets new ones. */
  async reset(name: string, grant: AccessGrant, mailbox: string | null = null): Promise<SignUpLink> {
    const { link, fields } = newLink(this.nowMs());
    await this.change(
      name,
      {
        ...fields,
        passwordHash: null,
        totpSecret: null,
        totpLastStep: 0,
        passkeys: [],
        ...(mailbox !== null && { mailbox }),
      },
      grant,
    );
    return link;
  }

  async setRoles(name: string, roles: readonly Role[], grant: AccessGrant): Promise<void> {
    await this.change(name, { roles }, grant);
  }

  async enable(name: string, grant: AccessGrant): Promise<void> {
    await this.change(name, { disabled: false, linkHash: null }, grant);
  }

  /** Also invalidates links that this operator has seen: they would be ways back in. */
  async disable(name: string): Promise<void> {
    await this.change(name, { disabled: true, linkHash: null });
    const key = name.toLowerCase();
    for (const { name: invited, grants, linkHash } of this.list()) {
      const saw = grants.some(({ by }) => by.some((each) => each.toLowerCase() === key));
      if (linkHash !== null && saw) await this.change(invited, { linkHash: null });
    }
  }

  /** Someone with the server's own account confirms who is behind this account: earlier grants no longer count. */
  async vouch(name: string): Promise<void> {
    await this.change(name, { grants: [{ how: "machine", by: [], atMs: this.nowMs() }] });
  }

  /** Starts over each time: a secret shown before is dropped. */
  async beginSignUp(token: string): Promise<SignUpView | Refusal> {
    const invited = this.invitedBy(token);
    if (invited === undefined) return new Refusal(LINK_ENDED);
    const { newTotpSecret, totpUri } = await import("../../people/identity/second-factors/one-time-codes.ts");
    const totpSecret = newTotpSecret();
    const linkHash = tokenHash(token);
    const secret = this.sealing.sealText(totpSecret, signUpContext(linkHash));
    const expiresAtMs = this.nowMs() + LINK_LIFETIME_MS;
    await this.store.commit({ type: "sign-up-begun", signUp: { linkHash, secret, expiresAtMs } });
    const { name, roles } = invited;
    return { name, roles, totpSecret, totpUri: totpUri(totpSecret, `${name ?? "owner"} (console)`) };
  }

  /** @param request its name is used only for a founder; an invitation already has one */
  async finishSignUp({
    token,
    name: wanted,
    password,
    totp,
  }: SignUpRequest): Promise<OperatorAccount | Refusal> {
    const invited = this.invitedBy(token);
    if (invited === undefined) return new Refusal(LINK_ENDED);
    const secret = this.pendingSecret(tokenHash(token));
    if (secret === undefined) return new Refusal(START_AGAIN);
    const name = invited.name ?? wanted.trim();
    const problem =
      nameProblem(name) ??
      (invited.name === null && this.get(name) !== undefined
        ? `There is already an operator named ${name}.`
        : undefined) ??
      passwordProblem(password, name);
    if (problem !== undefined) return new Refusal(problem);
    const { checkTotp: judgeTotp } = await import("../../people/identity/second-factors/one-time-codes.ts");
    const verdict = judgeTotp(secret, totp, 0, this.nowMs());
    if (verdict.is !== "right") return new Refusal("The code is wrong. Wait for the next one.");
    // The link was valid, so this is an operator.
    const place = { lane: "operator", address: "", account: `sign-up ${name}` } as const;
    const passwordHash = await this.hasher.hash(password, place);
    // Meanwhile the link may have been used, or the name taken.
    const still = this.invitedBy(token);
    if (still === undefined || (still.name === null && this.get(name) !== undefined))
      return new Refusal(LINK_ENDED);
    if (invited.name === null) this.founding.use(tokenHash(token));
    const founded: AccessGrant = { how: "founded", by: [], atMs: this.nowMs() };
    const account: OperatorAccount = {
      ...(this.get(name) ?? blankAccount(name, FIRST_OWNER, "first start", founded)),
      passwordHash,
      totpSecret: this.sealing.sealText(secret, sealContext(name)),
      totpLastStep: verdict.step,
      linkHash: null,
      signedUpAtMs: this.nowMs(),
    };
    await this.write(account);
    return account;
  }

  async signIn(request: SignInRequest): Promise<SignedIn | SignInRefusal> {
    const account = await this.prove(request);
    return account instanceof SignInRefusal ? account : await this.signedIn(account);
  }

  /** Signs in with only a passkey. */
  async signInWithPasskey(json: WebAuthnJson): Promise<SignedIn | SignInRefusal> {
    const account = await this.passkeys.proven(json);
    if (account === "expired") return new SignInRefusal(EXPIRED);
    return account === undefined
      ? new SignInRefusal("This passkey does not log in here.")
      : await this.signedIn(account);
  }

  /**
   * Checks password and app code in one step; the code is used up. Five wrong passwords in a row lock a name for that
   * address, five wrong codes lock it for all, 15 minutes each. A nonexistent name costs the same work. Requests with a
   * correct code are queued and counted separately, so that a flood of strangers locks no operator out.
   */
  async prove({ name, password, totp, address }: SignInRequest): Promise<OperatorAccount | SignInRefusal> {
    const account = this.get(name);
    const key = name.toLowerCase();
    if (this.codeFailures.waitMs(key) > 0) return new SignInRefusal(WAIT);
    const isStranger = !(await this.isRightCode(account, totp));
    const device = isStranger ? undefined : `code ${networkOf(address)}`;
    const tried = { account: key, address, device, isStranger };
    const admission = this.passwordGuard.begin(tried);
    if (!("attemptsLeft" in admission)) return new SignInRefusal(WAIT);
    const phc = account?.passwordHash ?? this.hasher.decoy;
    const lane = isStranger ? "stranger" : "operator";
    const isRight = await this.hasher
      .verify(phc, password, { lane, address, account: `operator ${key}` })
      .catch((error: unknown) => {
        this.passwordGuard.undone(tried);
        throw error;
      });
    if (!isRight || account === undefined) {
      this.passwordGuard.failed(tried);
      return refusal(account, admission.attemptsLeft);
    }
    this.passwordGuard.succeeded(tried);
    if (this.codeFailures.waitMs(key) > 0) return new SignInRefusal(WAIT);
    const { checkTotp: judgeTotp } = await import("../../people/identity/second-factors/one-time-codes.ts");
    // From here on it is one step of the event loop: of two requests with one code, one is too late.
    const current = this.get(name);
    if (current === undefined || !isActive(current) || current.passwordHash !== account.passwordHash)
      return new SignInRefusal(WRONG);
    const secret = this.sealing.openText(current.totpSecret ?? "", sealContext(current.name));
    const verdict = judgeTotp(secret, totp, current.totpLastStep, this.nowMs());
    if (verdict.is === "used") return new SignInRefusal("This code was already used. Wait for the next one.");
    if (verdict.is === "wrong") return refusal(current, this.codeFailures.failed(key));
    this.codeFailures.succeeded(key);
    const proven = { ...current, totpLastStep: verdict.step };
    await this.write(proven);
    return proven;
  }

  /** Returns the owner of a session token, unless they no longer have access. */
  bySession(token: string, isAsleep: boolean): OperatorAccount | undefined {
    const name = this.sessions.find(token, isAsleep);
    const account = name === undefined ? undefined : this.get(name);
    return account !== undefined && isActive(account) ? account : undefined;
  }

  private async signedIn(account: OperatorAccount): Promise<SignedIn | SignInRefusal> {
    // Access may have ended since the proof, and a session opened now would outlast that.
    const current = this.get(account.name);
    if (current === undefined || !isActive(current) || current.passwordHash !== account.passwordHash)
      return new SignInRefusal(WRONG);
    return { account, token: await this.sessions.open(account.name) };
  }

  /** Returns the secret that a sign-up shows, unless it has expired. */
  private pendingSecret(linkHash: string): string | undefined {
    const signUp = this.store.state.signUp(linkHash);
    if (signUp === undefined || signUp.expiresAtMs <= this.nowMs()) return undefined;
    return this.sealing.openText(signUp.secret, signUpContext(linkHash));
  }

  /** Has no side effects: the code is only used up after the password was correct. */
  private async isRightCode(account: OperatorAccount | undefined, totp: string): Promise<boolean> {
    const { checkTotp: judgeTotp } = await import("../../people/identity/second-factors/one-time-codes.ts");
    if (account === undefined || account.totpSecret === null) return false;
    const secret = this.sealing.openText(account.totpSecret, sealContext(account.name));
    return judgeTotp(secret, totp, account.totpLastStep, this.nowMs()).is === "right";
  }

  private hasOwner(): boolean {
    return this.list().some(({ roles, passwordHash }) => roles.includes("owner") && passwordHash !== null);
  }

  private invitedBy(
    token: string,
  ): { readonly name: string | null; readonly roles: readonly Role[] } | undefined {
    if (!isTokenForm(token)) return undefined;
    const hash = tokenHash(token);
    if (this.founding.has(hash)) return { name: null, roles: FIRST_OWNER };
    return this.list().find((account) => !account.disabled && opens(account, hash, this.nowMs()));
  }

  /** Any change to an account ends its sessions. */
  private async change(name: string, changes: Partial<OperatorAccount>, grant?: AccessGrant): Promise<void> {
    const account = this.get(name);
    if (account === undefined) throw new Error(`there is no operator ${name}`);
    // One write with the change: neither is durable without the other.
    const ended = this.sessions.endAllOf(account.name);
    const granted = grant === undefined ? {} : { grants: withGrant(account.grants, grant) };
    await Promise.all([ended, this.write({ ...account, ...changes, ...granted })]);
  }

  private write(account: OperatorAccount): Promise<void> {
    return this.store.commit({ type: "account", account });
  }
}

function refusal(account: OperatorAccount | undefined, attemptsLeft: number): SignInRefusal {
  return new SignInRefusal(WRONG, attemptsLeft === 0 ? account?.name : undefined);
}

function nameProblem(name: string): string | undefined {
  return OPERATOR_NAME.test(name) && name.toLowerCase() !== DEMO_REVIEWER ? undefined : OPERATOR_NAME_RULE;
}

const sealContext = (name: string): string => `one-time codes of operator ${name}`;
const signUpContext = (linkHash: string): string => `one-time codes of sign-up ${linkHash}`;
