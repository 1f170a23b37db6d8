import { randomInt, timingSafeEqual } from "node:crypto";
import { type Outcome, Rejected, reject, rejectFields } from "@candor/wire/rejection";
import { maskAddress } from "../identifier-rules.ts";
import type { Caller, IdentityContext } from "../identity-context.ts";
import { IDENTITY_LIMITS } from "../identity-limits.ts";
import { blockedError, isBlocked } from "../is-blocked.ts";
import { knownUser } from "../known-user.ts";
import { noteLogin } from "../login/login-history.ts";
import { openSession } from "../login/open-session.ts";
import { checkOwnPassword } from "../passwords/check-password.ts";
import { isTokenForm, randomToken, tokenHash } from "../random-codes.ts";
import { checkSecondFactor, type GivenSecondFactor } from "../second-factors/second-factor.ts";
import { secondFactorsOf } from "../second-factors/second-factors-of.ts";
import type { LiveSession, OpenedSession } from "../session-register.ts";
import type { User } from "../user-and-session.ts";
import type { QrLogin } from "./qr-login-records.ts";

/** Code of the picture and secret of the browser that waits. */
export interface WaitingBrowser {
  readonly code: string;
  readonly secret: string;
}

export interface QrLoginBegun {
  readonly code: string;
  readonly expiresAtMs: number;
}

export interface QrLoginState {
  readonly step: "waiting" | "scanned" | "approved" | "refused";
  /** The number to type on the other device; null until that device has scanned the picture. */
  readonly number: number | null;
  readonly expiresAtMs: number;
}

/** What a signed-in device shows before its owner decides. */
export interface QrLoginView {
  readonly deviceName: string;
  readonly addressMasked: string;
  readonly begunAtMs: number;
  readonly expiresAtMs: number;
}

export interface QrApproval {
  readonly code: string;
  readonly number: number;
  readonly password?: string | undefined;
  readonly secondFactor?: GivenSecondFactor | undefined;
}

/**
 * Logins of a browser by a device that has a session: the browser shows a code, the device scans and approves it. A code
 * is valid for two minutes and for one login, and only the browser that began can use it (ADR 56). Everything is recorded,
 * so a login that has begun continues after a restart or on another core.
 */
export class QrLogins {
  private readonly context: IdentityContext;

  constructor(context: IdentityContext) {
    this.context = context;
  }

  /** Rejects 212 if the network has begun too many. */
  async begin(caller: Caller, secretHash: string, deviceName: string): Promise<Outcome<QrLoginBegun>> {
    const nowMs = this.context.nowMs();
    const waitMs = this.context.qrLoginsOfNetwork.take(caller.address, nowMs);
    if (waitMs > 0) return new Rejected("request.tooFast", { retryAfterMs: waitMs });
    const code = randomToken();
    const expiresAtMs = nowMs + IDENTITY_LIMITS.qrLoginMs;
    await this.keep({
      codeHash: tokenHash(code),
      secretHash,
      number: randomInt(10, 100),
      deviceName,
      addressMasked: maskAddress(caller.address),
      begunAtMs: nowMs,
      expiresAtMs,
      step: "waiting",
      userId: 0,
      sessionId: "",
    });
    return { code, expiresAtMs };
  }

  /** What the waiting browser shows. Rejects 355 for an expired or used code, and for another browser's. */
  state(browser: WaitingBrowser): Outcome<QrLoginState> {
    const login = this.ofBrowser(browser);
    if (login === undefined) return reject("request.expired");
    const { step, number, expiresAtMs } = login;
    return {
      step: step === "ended" ? "refused" : step,
      number: step === "scanned" ? number : null,
      expiresAtMs,
    };
  }

  /** The waiting browser no longer wants it. */
  async cancel(browser: WaitingBrowser): Promise<void> {
    const login = this.ofBrowser(browser);
    if (login !== undefined) await this.keep({ ...login, step: "ended" });
  }

  /**
   * Opens the approved session, once. Rejects 355 unless it is approved, the session that approved it is still open, and
   * neither password nor second factors have changed since; 32 and 370 for a banned account.
   */
  async finish(caller: Caller, browser: WaitingBrowser): Promise<Outcome<OpenedSession>> {
    const login = this.ofBrowser(browser);
    if (login?.step !== "approved") return reject("request.expired");
    const user = this.context.store.state.user(login.userId);
    const provenHash = user?.passwordHash;
    // Used from here on: the state changes before anything else can run.
    await this.keep({ ...login, step: "ended" });
    if (user === undefined) return reject("request.expired");
    const { deviceName } = login;
    if (isBlocked(user)) {
      const note = { deviceName, address: caller.address, method: "qr", result: "frozen" } as const;
      await noteLogin(this.context, user, note);
      return blockedError(user);
    }
    const isProven = () => user.passwordHash === provenHash && !isBlocked(user) && this.isSessionOpen(login);
    const opened = await openSession(this.context, caller, user, deviceName, "qr", isProven);
    return opened ?? reject("request.expired");
  }

  /** What is to be approved. The first device that looks is the only one that may decide. Rejects 355. */
  async look(session: LiveSession, code: string): Promise<Outcome<QrLoginView>> {
    const login = this.ofSession(session, code);
    if (login === undefined) return reject("request.expired");
    if (login.step === "waiting") {
      const { userId, sessionId } = session;
      await this.keep({ ...login, step: "scanned", userId, sessionId });
    }
    const { deviceName, addressMasked, begunAtMs, expiresAtMs } = login;
    return { deviceName, addressMasked, begunAtMs, expiresAtMs };
  }

  async refuse(session: LiveSession, code: string): Promise<void> {
    const login = this.ofSession(session, code);
    if (login !== undefined) await this.keep({ ...login, step: "refused" });
  }

  /**
   * Approves with what a login would ask: the second factor, or the password if the account has none. A wrong number ends
   * the login, so nobody can try all of them. Rejects 355, 111 for a wrong number, 310, 212, 311, 352, 30.
   */
  async approve(caller: Caller, session: LiveSession, request: QrApproval): Promise<Rejected | undefined> {
    const user = knownUser(this.context, session.userId);
    const login = this.ofSession(session, request.code);
    if (login?.step !== "scanned") return reject("request.expired");
    if (login.number !== request.number) {
      await this.keep({ ...login, step: "refused" });
      return rejectFields("request.parameterError", { path: "number", reason: "conflict" });
    }
    const wrong = await this.checkOwner(caller, user, request);
    if (wrong !== undefined) {
      await this.noteWrong(caller, user, login, wrong);
      return wrong;
    }
    // The proof took time: the code may have expired meanwhile, or the owner may have refused on the same device.
    const still = this.ofSession(session, request.code);
    if (still?.step !== "scanned") return reject("request.expired");
    await this.keep({ ...still, step: "approved" });
    return undefined;
  }

  private checkOwner(caller: Caller, user: User, request: QrApproval): Promise<Rejected | undefined> {
    return secondFactorsOf(user).length > 0
      ? checkSecondFactor(this.context, { ...caller, hasSession: true }, user, request.secondFactor)
      : checkOwnPassword(this.context, caller, user, request.password);
  }

  /** A question for the password or factor is no attempt. */
  private async noteWrong(
    caller: Caller,
    user: User,
    login: QrLogin,
    { error, params }: Rejected,
  ): Promise<void> {
    const result =
      error === "user.secondFactorError"
        ? "wrong-second-factor"
        : error === "user.passwordError" && params?.["attemptsLeft"] !== undefined
          ? "wrong-password"
          : undefined;
    const { deviceName } = login;
    if (result !== undefined)
      await noteLogin(this.context, user, { deviceName, address: caller.address, method: "qr", result });
  }

  private ofBrowser({ code, secret }: WaitingBrowser): QrLogin | undefined {
    const login = this.live(code);
    if (login === undefined || !isTokenForm(secret)) return undefined;
    const given = Buffer.from(tokenHash(secret));
    const expected = Buffer.from(login.secretHash);
    return given.length === expected.length && timingSafeEqual(given, expected) ? login : undefined;
  }

  /** A login that nobody or this session has scanned, and that is not decided. */
  private ofSession({ userId, sessionId }: LiveSession, code: string): QrLogin | undefined {
    const login = this.live(code);
    if (login?.step === "waiting") return login;
    const isOwn = login?.userId === userId && login.sessionId === sessionId;
    return isOwn && login.step === "scanned" ? login : undefined;
  }

  private live(code: string): QrLogin | undefined {
    if (!isTokenForm(code)) return undefined;
    const login = this.context.store.state.qrLogins.get(tokenHash(code));
    return login !== undefined && login.expiresAtMs > this.context.nowMs() ? login : undefined;
  }

  /** Whether the session that approved it is still open. */
  private isSessionOpen({ userId, sessionId }: QrLogin): boolean {
    return this.context.sessions.list(userId).some((session) => session.sessionId === sessionId);
  }

  private keep(login: QrLogin): Promise<void> {
    return this.context.store.commit({ type: "qr-login", login });
  }
}
