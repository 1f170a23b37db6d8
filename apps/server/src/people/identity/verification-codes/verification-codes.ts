import { timingSafeEqual } from "node:crypto";
import { type Rejected, reject } from "@candor/wire/rejection";
import { BoundedMap } from "../../../kit/bounded-map.ts";
import { onceAMinute } from "../../../kit/limits/once-a-minute.ts";
import type { SharedNetworks } from "../../../kit/limits/shared-networks.ts";
import { IDENTITY_LIMITS } from "../identity-limits.ts";
import { randomSixDigits } from "../random-codes.ts";
import type { CodeEvent } from "./code-event.ts";
import { type GuessView, WrongCodes } from "./code-guesses.ts";

/** A caller that requests or submits a code. */
export interface CodeCaller {
  readonly address: string;
  readonly group: CodeGroup;
  /** Owner of the code within the group: a session's user, or a stranger's network. */
  readonly asker: string;
}

/** `session`: one of the account; `place`: a device or network that has logged in to it before, without a session. */
export type CodeGroup = "session" | "place" | "stranger";

interface SentCode {
  readonly code: string;
  readonly expiresAtMs: number;
  readonly event: CodeEvent;
  readonly asker: string;
  readonly group: CodeGroup;
  /** Attempts left for the caller that requested it. */
  attemptsLeft: number;
  /** Attempts left for all other callers that may submit it. */
  othersLeft: number;
}

interface Recipient {
  /** Times of the last day's codes, oldest first. */
  sentAtMs: number[];
  /** The last code has not been used yet, so another one has to wait. */
  pending: boolean;
  /** By event and asker. */
  readonly codes: Map<string, SentCode>;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/**
 * Six-digit codes by recipient and event. They expire after ten minutes and are kept only in memory: after a restart
 * people request another one. Sessions, known places and strangers have separate limits, and each requester has
 * separate codes, so that nobody can replace or use up another's codes.
 */
export class VerificationCodes {
  private readonly recipients = {
    session: new BoundedMap<string, Recipient>(IDENTITY_LIMITS.maxCodeRecipients),
    place: new BoundedMap<string, Recipient>(IDENTITY_LIMITS.maxCodeRecipients),
    stranger: new BoundedMap<string, Recipient>(IDENTITY_LIMITS.maxCodeRecipients),
  } satisfies Record<CodeGroup, unknown>;
  private readonly wrong: WrongCodes;
  private readonly nowMs: () => number;

  /** @param alarm called when strangers have used up their shared limit of guesses, at most once a minute */
  constructor(
    nowMs: () => number,
    alarm: (message: string) => void = () => undefined,
    shared?: SharedNetworks,
  ) {
    this.nowMs = nowMs;
    this.wrong = new WrongCodes(nowMs, onceAMinute(alarm, nowMs), shared);
  }

  /**
   * Returns 208 if it is too soon after an unused code, 45 after the hour's or the day's last one, or `undefined` if a
   * code may be sent. After the first five of a day, a stranger's wait doubles each time.
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

  /** Creates a code for an event; an earlier one for the same caller becomes invalid. */
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
   * Checks a code without using it up; a wrong one costs the caller an attempt. A code requested elsewhere may be
   * submitted too; attempts at it are counted separately from those of its requester.
   * @returns `undefined` if correct, else 201, or 212 while strangers have to wait
   */
  check(recipient: string, event: CodeEvent, code: string, caller: CodeCaller): Rejected | undefined {
    const live = this.liveCodes(recipient, event, caller);
    if (live.length === 0) return reject("user.codeError", { attemptsLeft: 0 });
    const isStranger = caller.group === "stranger";
    const own = live.find((sent) => isOwn(sent, caller));
    // Everybody is a stranger during registration: others' guesses do not delay the caller that requested the code.
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

  /** Uses up a correct code. It proved access to the mailbox, so the next one need not wait. */
  use(recipient: string, event: CodeEvent): void {
    for (const recipients of Object.values(this.recipients)) {
      const entry = recipients.get(recipient);
      if (entry === undefined) continue;
      for (const [key, sent] of entry.codes) if (sent.event === event) entry.codes.delete(key);
      entry.pending = false;
    }
  }

  /** Returns the state of strangers' guesses, for operators. */
  guesses(): GuessView {
    return this.wrong.view();
  }

  /**
   * Returns the codes the caller may submit: for strangers, codes requested by strangers; for others, all except other
   * sessions' codes.
   */
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
