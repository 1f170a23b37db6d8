import { timingSafeEqual } from "node:crypto";
import { type Rejected, reject } from "@candor/wire/rejection";
import { BoundedMap } from "../../kit/bounded-map.ts";
import { onceAMinute } from "../../kit/once-a-minute.ts";
import type { SharedNetworks } from "../../kit/shared-networks.ts";
import type { CodeEvent } from "./code-event.ts";
import { type GuessView, WrongCodes } from "./code-guesses.ts";
import { IDENTITY_LIMITS } from "./identity-limits.ts";
import { randomSixDigits } from "./random-codes.ts";

/** Who asks for a code or shows one. */
export interface CodeCaller {
  readonly address: string;
  readonly group: CodeGroup;
  /** Whose code it is within the group: a session's user, a stranger's network. */
  readonly asker: string;
}

/** `session`: of the account; `place`: a device or network that logged in to it before, without a session. */
export type CodeGroup = "session" | "place" | "stranger";

interface SentCode {
  readonly code: string;
  readonly expiresAtMs: number;
  readonly event: CodeEvent;
  readonly asker: string;
  readonly group: CodeGroup;
  /** Of whoever asked for it. */
  attemptsLeft: number;
  /** Of everybody else who may show it. */
  othersLeft: number;
}

interface Recipient {
  /** Times of the last day's codes, oldest first. */
  sentAtMs: number[];
  /** The last code has not been used yet: another one has to wait. */
  pending: boolean;
  /** By event and asker. */
  readonly codes: Map<string, SentCode>;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/**
 * Six-digit codes by recipient and event. They live ten minutes, in memory only: after a restart people ask for
 * another one. Sessions, known places and strangers have budgets of their own, and each asker has codes of their own, so that
 * nobody who asks for codes or guesses at them replaces or uses up somebody else's.
 */
export class VerificationCodes {
  private readonly recipients = {
    session: new BoundedMap<string, Recipient>(IDENTITY_LIMITS.maxCodeRecipients),
    place: new BoundedMap<string, Recipient>(IDENTITY_LIMITS.maxCodeRecipients),
    stranger: new BoundedMap<string, Recipient>(IDENTITY_LIMITS.maxCodeRecipients),
  } satisfies Record<CodeGroup, unknown>;
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
  refusal(recipient: string, { group }: Pick<CodeCaller, "group">): Rejected | undefined {
    const entry = this.recipients[group].get(recipient);
    const last = entry?.sentAtMs.at(-1);
    if (entry === undefined || last === undefined) return undefined;
    const { codeResendMs, codeResendMaxMs, codesPerHour, codesPerDay } = IDENTITY_LIMITS;
    const now = this.nowMs();
    const today = entry.sentAtMs.filter((sentAtMs) => sentAtMs > now - DAY_MS);
    const doublings = group === "stranger" ? Math.max(0, today.length - codesPerHour) : 0;
    const waitMs = last + Math.min(codeResendMaxMs, codeResendMs * 2 ** doublings) - now;
    if (entry.pending && waitMs > 0) return reject("user.codeNotExpired", { retryAfterMs: waitMs });
    const lately = today.filter((sentAtMs) => sentAtMs > now - HOUR_MS);
    const untilMs = Math.max(
      lately.length < codesPerHour ? 0 : (lately[0] as number) + HOUR_MS,
      today.length < codesPerDay ? 0 : (today[0] as number) + DAY_MS,
    );
    return untilMs <= now ? undefined : reject("user.sendingTooFrequently", { retryAfterMs: untilMs - now });
  }

  /** Makes the code of an event; one that the same caller asked for before does not count any more. */
  issue(
    recipient: string,
    event: CodeEvent,
    { group, asker }: Pick<CodeCaller, "group" | "asker">,
  ): { readonly code: string; readonly expiresAtMs: number } {
    const now = this.nowMs();
    const recipients = this.recipients[group];
    const entry = recipients.get(recipient) ?? { sentAtMs: [], pending: true, codes: new Map() };
    const code = randomSixDigits();
    const expiresAtMs = now + IDENTITY_LIMITS.codeLifetimeMs;
    entry.sentAtMs = [...entry.sentAtMs.filter((sentAtMs) => sentAtMs > now - DAY_MS), now];
    entry.pending = true;
    for (const [key, sent] of entry.codes) if (sent.expiresAtMs <= now) entry.codes.delete(key);
    const attemptsLeft = IDENTITY_LIMITS.codeAttempts;
    const othersLeft = IDENTITY_LIMITS.codeAttempts;
    entry.codes.set(`${event}\n${asker}`, {
      code,
      expiresAtMs,
      event,
      asker,
      group,
      attemptsLeft,
      othersLeft,
    });
    recipients.set(recipient, entry);
    return { code, expiresAtMs };
  }

  /**
   * Checks a code without using it up; a wrong one costs the caller an attempt. A code that was asked for elsewhere may be
   * shown too; tries at it are counted apart from those of whoever asked for it.
   * @returns undefined when it is right, else 201, or 212 while strangers have to wait
   */
  check(recipient: string, event: CodeEvent, code: string, caller: CodeCaller): Rejected | undefined {
    const live = this.liveCodes(recipient, event, caller);
    if (live.length === 0) return reject("user.codeError", { attemptsLeft: 0 });
    const isStranger = caller.group === "stranger";
    const own = live.find((sent) => isOwn(sent, caller));
    // Everybody is a stranger at a registration: others' guesses do not delay whoever asked for the code.
    const isApart = event === "register" && own !== undefined;
    const waitMs = isStranger ? this.wrong.waitMs(recipient, event, caller.address, isApart) : 0;
    if (waitMs > 0) return reject("request.tooFast", { retryAfterMs: waitMs });
    if (live.some((sent) => sameText(code, sent.code))) return undefined;
    for (const sent of live) {
      if (sent === own) sent.attemptsLeft--;
      else sent.othersLeft--;
    }
    if (isStranger) this.wrong.count(recipient, event, caller.address);
    const left = live.map((sent) => (sent === own ? sent.attemptsLeft : sent.othersLeft));
    return reject("user.codeError", { attemptsLeft: own?.attemptsLeft ?? Math.max(...left) });
  }

  /** Uses a right code up. It proved who reads the mailbox, so the next one need not wait. */
  use(recipient: string, event: CodeEvent): void {
    for (const recipients of Object.values(this.recipients)) {
      const entry = recipients.get(recipient);
      if (entry === undefined) continue;
      for (const [key, sent] of entry.codes) if (sent.event === event) entry.codes.delete(key);
      entry.pending = false;
    }
  }

  /** How strangers' guesses stand, for operators. */
  guesses(): GuessView {
    return this.wrong.view();
  }

  /** What the caller may show: strangers what strangers asked for, all others all but other sessions' codes. */
  private liveCodes(recipient: string, event: CodeEvent, caller: CodeCaller): SentCode[] {
    const now = this.nowMs();
    const groups: readonly CodeGroup[] =
      caller.group === "stranger" ? ["stranger"] : ["session", "place", "stranger"];
    return groups
      .flatMap((group) => [...(this.recipients[group].get(recipient)?.codes.values() ?? [])])
      .filter((sent) => sent.event === event && sent.expiresAtMs > now)
      .filter((sent) =>
        isOwn(sent, caller)
          ? sent.attemptsLeft > 0
          : sent.othersLeft > 0 && (sent.group !== "session" || caller.group === "place"),
      );
  }
}

const isOwn = (sent: SentCode, { group, asker }: CodeCaller): boolean =>
  sent.group === group && sent.asker === asker;

function sameText(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}
