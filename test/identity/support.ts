import { mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import type { Caller } from "@candor/server/people/identity/identity-context";
import { Identity } from "@candor/server/people/identity/identity-service";
import type { IdentityOptions } from "@candor/server/people/identity/make-identity-context";
import type { OpenedSession } from "@candor/server/people/identity/session-register";
import { Rejected } from "@candor/wire/rejection";
import { MEMORY_DISK } from "../support/memory-disk.ts";

export const CALLER: Caller = { address: "203.0.113.7", language: "en" };
const CHEAP_HASH = { memoryKib: 8, passes: 1 };
const START_MS = Date.UTC(2026, 0, 1, 12);

/** Identity in its own directory, with a stopped clock. */
export class IdentityUnderTest {
  readonly directory = path.join(mkdtempSync(path.join(MEMORY_DISK, "candor-identity-")), "identity");
  readonly time = { ms: START_MS };
  /** Accounts opened in the exchange. */
  readonly opened: string[] = [];
  /** The exchange's reply to opening an account. */
  openAccount: () => Promise<void> = () => Promise.resolve();
  identity: Identity;

  constructor(options: Partial<IdentityOptions> = {}) {
    this.identity = this.open(options);
  }

  open(options: Partial<IdentityOptions> = {}): Identity {
    return Identity.open({
      directory: this.directory,
      mode: "sandbox",
      nowMs: () => this.time.ms,
      hashCost: CHEAP_HASH,
      exchange: {
        openAccount: async (userId, role) => {
          await this.openAccount();
          this.opened.push(`${userId} ${role}`);
        },
        setInviter: async (userId, inviterId) => {
          this.opened.push(`${userId} by ${inviterId}`);
        },
        freezeUser: async (userId, isFrozen) => {
          this.opened.push(`${userId} ${isFrozen ? "frozen" : "not frozen"}`);
        },
      },
      ...options,
    });
  }

  /** Closes this identity as after a crash and reopens it from disk. */
  reopen(options: Partial<IdentityOptions> = {}): Identity {
    this.identity.close();
    this.identity = this.open(options);
    return this.identity;
  }

  remove(): void {
    this.identity.close();
    // A file being rewritten may still get renamed.
    rmSync(path.dirname(this.directory), { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }

  async register(
    email: string,
    password = "kestrel7",
    invitationCode = this.identity.houseCode,
  ): Promise<OpenedSession> {
    given(await this.identity.sendCode(CALLER, undefined, { channel: "ems", to: email, event: "register" }));
    const code = this.codeOf(email);
    return given(await this.identity.register(CALLER, { email, password, code, invitationCode }));
  }

  codeOf(to: string): string {
    const text = this.identity.outbox.list(1, undefined, to.toLowerCase())[0]?.text ?? "";
    return /\b[0-9]{6}\b/.exec(text)?.[0] ?? "";
  }

  async setPaymentPassword(session: OpenedSession, email: string, newPassword: string): Promise<void> {
    given(
      await this.identity.sendCode(CALLER, session.userId, { channel: "ems", to: email, event: "payment" }),
    );
    const code = this.codeOf(email);
    given(await this.identity.resetPassword(CALLER, session, { kind: "payment", code, newPassword }));
  }
}

/** Returns the result of an accepted action; a rejection fails the test. */
export function given<T>(outcome: T | Rejected): T {
  if (outcome instanceof Rejected) throw new Error(`rejected: ${outcome.error}`);
  return outcome;
}

export function errorOf(outcome: unknown): string {
  return outcome instanceof Rejected ? outcome.error : "accepted";
}
