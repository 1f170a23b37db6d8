import { timingSafeEqual } from "node:crypto";
import { type Rejected, reject } from "@candor/protocol/wire/rejection";
import { BoundedMap } from "./bounded-map.ts";
import { IDENTITY_LIMITS } from "./identity-limits.ts";
import { randomSixDigits } from "./random-codes.ts";

export type CodeEvent = "register" | "reset" | "bind" | "payment" | "close";

interface SentCode {
  readonly code: string;
  readonly expiresAtMs: number;
  attemptsLeft: number;
}

interface Recipient {
  /** Times of the last hour's codes, oldest first. */
  sentAtMs: number[];
  /** The last code has not been used yet: another one has to wait. */
  pending: boolean;
  readonly codes: Map<CodeEvent, SentCode>;
}

const HOUR_MS = 3_600_000;

/**
 * Six-digit codes by recipient and event. They live ten minutes, in memory only: after a restart people ask for
 * another one.
 */
export class VerificationCodes {
  private readonly recipients = new BoundedMap<string, Recipient>(IDENTITY_LIMITS.maxCodeRecipients);
  private readonly nowMs: () => number;

  constructor(nowMs: () => number) {
    this.nowMs = nowMs;
  }

  /** 208 within 60 seconds of a code that was not used, 45 after the hour's last one; undefined: may be sent. */
  refusal(recipient: string): Rejected | undefined {
    const entry = this.recipients.get(recipient);
    const last = entry?.sentAtMs.at(-1);
    if (entry === undefined || last === undefined) return undefined;
    const now = this.nowMs();
    const waitMs = last + IDENTITY_LIMITS.codeResendMs - now;
    if (entry.pending && waitMs > 0) return reject("user.codeNotExpired", { retryAfterMs: waitMs });
    const lately = entry.sentAtMs.filter((sentAtMs) => sentAtMs > now - HOUR_MS);
    if (lately.length < IDENTITY_LIMITS.codesPerHour) return undefined;
    return reject("user.sendingTooFrequently", { retryAfterMs: (lately[0] as number) + HOUR_MS - now });
  }

  /** Makes the code of an event; one that was made before does not count any more. */
  issue(recipient: string, event: CodeEvent): { readonly code: string; readonly expiresAtMs: number } {
    const now = this.nowMs();
    const entry = this.recipients.get(recipient) ?? { sentAtMs: [], pending: true, codes: new Map() };
    const code = randomSixDigits();
    const expiresAtMs = now + IDENTITY_LIMITS.codeLifetimeMs;
    entry.sentAtMs = [...entry.sentAtMs.filter((sentAtMs) => sentAtMs > now - HOUR_MS), now];
    entry.pending = true;
    entry.codes.set(event, { code, expiresAtMs, attemptsLeft: IDENTITY_LIMITS.codeAttempts });
    this.recipients.set(recipient, entry);
    return { code, expiresAtMs };
  }

  /**
   * Checks a code without using it up; a wrong one costs an attempt.
   * @returns undefined when it is right, else 201
   */
  check(recipient: string, event: CodeEvent, code: string): Rejected | undefined {
    const sent = this.recipients.get(recipient)?.codes.get(event);
    if (sent === undefined || sent.expiresAtMs <= this.nowMs() || sent.attemptsLeft === 0)
      return reject("user.codeError", { attemptsLeft: 0 });
    if (sameText(code, sent.code)) return undefined;
    sent.attemptsLeft--;
    return reject("user.codeError", { attemptsLeft: sent.attemptsLeft });
  }

  /** Uses a right code up. It proved who reads the mailbox, so the next one need not wait. */
  use(recipient: string, event: CodeEvent): void {
    const entry = this.recipients.get(recipient);
    if (entry === undefined) return;
    entry.codes.delete(event);
    entry.pending = false;
  }
}

function sameText(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}
