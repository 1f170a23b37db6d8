import { timingSafeEqual } from "node:crypto";
import { type Rejected, reject } from "@candor/protocol/wire/rejection";
import { onceAMinute } from "../gateway/once-a-minute.ts";
import type { SharedNetworks } from "../shared-networks.ts";
import { BoundedMap } from "./bounded-map.ts";
import type { CodeEvent } from "./code-event.ts";
import { type GuessView, WrongCodes } from "./code-guesses.ts";
import { IDENTITY_LIMITS } from "./identity-limits.ts";
import { randomSixDigits } from "./random-codes.ts";

/** Who asks for a code or shows one. */
export interface CodeCaller {
  readonly address: string;
  /** Has a session of the account, or is on a device or in a network that logged in to it before. */
  readonly isKnown: boolean;
}

interface SentCode {
  readonly code: string;
  readonly expiresAtMs: number;
  attemptsLeft: number;
}

interface Recipient {
  /** Times of the last day's codes, oldest first. */
  sentAtMs: number[];
  /** The last code has not been used yet: another one has to wait. */
  pending: boolean;
  readonly codes: Map<CodeEvent, SentCode>;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/**
 * Six-digit codes by recipient and event. They live ten minutes, in memory only: after a restart people ask for
 * another one. Known callers and strangers have codes of their own, so that a stranger who asks for codes or guesses at them
 * neither replaces nor uses up the owner's.
 */
export class VerificationCodes {
  private readonly known = new BoundedMap<string, Recipient>(IDENTITY_LIMITS.maxCodeRecipients);
  private readonly strangers = new BoundedMap<string, Recipient>(IDENTITY_LIMITS.maxCodeRecipients);
  private readonly wrong: WrongCodes;
  private readonly nowMs: () => number;

  /** @param alarm called when strangers have guessed as much as all of them together may, at most once a minute */
  constructor(
    nowMs: () => number,
    alarm: (message: string) => void = () => undefined,
    shared?: SharedNetworks,
  ) {
    this.nowMs = nowMs;
    this.wrong = new WrongCodes(nowMs, onceAMinute(alarm, nowMs), shared);
  }

  /**
   * 208 too soon after a code that was not used, 45 after the hour's or the day's last one; undefined: may be sent. Beyond
   * the first five of a day a stranger waits twice as long for each.
   */
  refusal(recipient: string, { isKnown }: Pick<CodeCaller, "isKnown">): Rejected | undefined {
    const entry = this.of(isKnown).get(recipient);
    const last = entry?.sentAtMs.at(-1);
    if (entry === undefined || last === undefined) return undefined;
    const { codeResendMs, codeResendMaxMs, codesPerHour, codesPerDay } = IDENTITY_LIMITS;
    const now = this.nowMs();
    const today = entry.sentAtMs.filter((sentAtMs) => sentAtMs > now - DAY_MS);
    const doublings = isKnown ? 0 : Math.max(0, today.length - codesPerHour);
    const waitMs = last + Math.min(codeResendMaxMs, codeResendMs * 2 ** doublings) - now;
    if (entry.pending && waitMs > 0) return reject("user.codeNotExpired", { retryAfterMs: waitMs });
    const lately = today.filter((sentAtMs) => sentAtMs > now - HOUR_MS);
    const untilMs = Math.max(
      lately.length < codesPerHour ? 0 : (lately[0] as number) + HOUR_MS,
      today.length < codesPerDay ? 0 : (today[0] as number) + DAY_MS,
    );
    return untilMs <= now ? undefined : reject("user.sendingTooFrequently", { retryAfterMs: untilMs - now });
  }

  /** Makes the code of an event; one that was made for the same kind of caller before does not count any more. */
  issue(
    recipient: string,
    event: CodeEvent,
    { isKnown }: Pick<CodeCaller, "isKnown">,
  ): { readonly code: string; readonly expiresAtMs: number } {
    const now = this.nowMs();
    const recipients = this.of(isKnown);
    const entry = recipients.get(recipient) ?? { sentAtMs: [], pending: true, codes: new Map() };
    const code = randomSixDigits();
    const expiresAtMs = now + IDENTITY_LIMITS.codeLifetimeMs;
    entry.sentAtMs = [...entry.sentAtMs.filter((sentAtMs) => sentAtMs > now - DAY_MS), now];
    entry.pending = true;
    entry.codes.set(event, { code, expiresAtMs, attemptsLeft: IDENTITY_LIMITS.codeAttempts });
    recipients.set(recipient, entry);
    return { code, expiresAtMs };
  }

  /**
   * Checks a code without using it up; a wrong one costs an attempt. A known caller may also show a code that was asked for
   * elsewhere.
   * @returns undefined when it is right, else 201, or 212 while strangers have to wait
   */
  check(recipient: string, event: CodeEvent, code: string, caller: CodeCaller): Rejected | undefined {
    const live = this.liveCodes(recipient, event, caller.isKnown);
    if (live.length === 0) return reject("user.codeError", { attemptsLeft: 0 });
    const waitMs = caller.isKnown ? 0 : this.wrong.waitMs(recipient, event, caller.address);
    if (waitMs > 0) return reject("request.tooFast", { retryAfterMs: waitMs });
    if (live.some((sent) => sameText(code, sent.code))) return undefined;
    for (const sent of live) sent.attemptsLeft--;
    if (!caller.isKnown) this.wrong.count(recipient, event, caller.address);
    return reject("user.codeError", {
      attemptsLeft: Math.max(...live.map(({ attemptsLeft }) => attemptsLeft)),
    });
  }

  /** Uses a right code up. It proved who reads the mailbox, so the next one need not wait. */
  use(recipient: string, event: CodeEvent): void {
    for (const recipients of [this.known, this.strangers]) {
      const entry = recipients.get(recipient);
      if (entry === undefined) continue;
      entry.codes.delete(event);
      entry.pending = false;
    }
  }

  /** How strangers' guesses stand, for operators. */
  guesses(): GuessView {
    return this.wrong.view();
  }

  private of(isKnown: boolean): BoundedMap<string, Recipient> {
    return isKnown ? this.known : this.strangers;
  }

  private liveCodes(recipient: string, event: CodeEvent, isKnown: boolean): SentCode[] {
    const now = this.nowMs();
    return (isKnown ? [this.known, this.strangers] : [this.strangers])
      .map((recipients) => recipients.get(recipient)?.codes.get(event))
      .filter((sent) => sent !== undefined)
      .filter(({ attemptsLeft, expiresAtMs }) => attemptsLeft > 0 && expiresAtMs > now);
  }
}

function sameText(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}
