import { type Rejected, reject } from "@candor/wire/rejection";
import type { SealingKey } from "../../../kit/durable/sealed-value.ts";
import { onceAMinute } from "../../../kit/limits/once-a-minute.ts";
import type { SharedNetworks } from "../../../kit/limits/shared-networks.ts";
import { IDENTITY_LIMITS } from "../identity-limits.ts";
import type { IdentityStore } from "../identity-store.ts";
import { randomSixDigits } from "../random-codes.ts";
import type { CodeEvent } from "./code-event.ts";
import { type GuessView, WrongCodes } from "./code-guesses.ts";
import { CodeHashes } from "./code-hashes.ts";
import type { CodeGroup, CodeRecord, SentCode, SentCodes } from "./code-records.ts";
import { DAY_MS } from "./code-table.ts";

/** A caller that requests or submits a code. */
export interface CodeCaller {
  readonly address: string;
  readonly group: CodeGroup;
  /** Owner of the code within the group: a session's user, or a stranger's network. */
  readonly asker: string;
}

export interface IssuedCode {
  readonly code: string;
  readonly expiresAtMs: number;
  /** Resolves once the code is durable; send it only then. */
  readonly kept: Promise<void>;
}

export interface CodeParts {
  readonly store: IdentityStore;
  readonly sealing: SealingKey;
  readonly nowMs: () => number;
  /** Called when strangers have used up their shared limit of guesses, at most once a minute. */
  readonly alarm: (message: string) => void;
  readonly shared?: SharedNetworks | undefined;
}

const GROUPS = ["session", "place", "stranger"] as const;
const HOUR_MS = 3_600_000;

/** A code that a caller may submit. */
interface LiveCode {
  readonly group: CodeGroup;
  readonly sent: SentCode;
}

/**
 * Six-digit codes by recipient and event. They expire after ten minutes. Codes, attempts and waits are recorded, so a
 * restart or another leader neither ends a code nor gives anyone more attempts. Sessions, known places and strangers have
 * separate limits, and each requester has separate codes, so that nobody can replace or use up another's codes.
 */
export class VerificationCodes {
  private readonly store: IdentityStore;
  private readonly hashes: CodeHashes;
  private readonly wrong: WrongCodes;
  private readonly nowMs: () => number;
  /** The newest write; earlier ones are durable no later than it. */
  private lastWrite: Promise<void> = Promise.resolve();

  constructor({ store, sealing, nowMs, alarm, shared }: CodeParts) {
    this.store = store;
    this.hashes = new CodeHashes(sealing);
    this.nowMs = nowMs;
    this.wrong = new WrongCodes({
      table: store.state.codes,
      write: (record) => void this.write(record),
      nowMs,
      alarm: onceAMinute(alarm, nowMs),
      shared,
    });
  }

  /**
   * Returns 208 if it is too soon after an unused code, 45 after the hour's or the day's last one, or `undefined` if a
   * code may be sent. After the first five of a day, a stranger's wait doubles each time.
   */
  refusal(recipient: string, { group }: Pick<CodeCaller, "group">): Rejected | undefined {
    const entry = this.sentTo(group, recipient);
    const last = entry?.sentAtMs.at(-1);
    if (entry === undefined || last === undefined) return undefined;
    const { codeResendMs, codeResendMaxMs, codesPerHour, codesPerDay } = IDENTITY_LIMITS;
    const now = this.nowMs();
    const today = entry.sentAtMs.filter((sentAtMs) => sentAtMs > now - DAY_MS);
    const doublings = group === "stranger" ? Math.max(0, today.length - codesPerHour) : 0;
    const waitMs = last + Math.min(codeResendMaxMs, codeResendMs * 2 ** doublings) - now;
    if (entry.isPending && waitMs > 0) return reject("user.codeNotExpired", { retryAfterMs: waitMs });
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
    { group, asker: askerText }: Pick<CodeCaller, "group" | "asker">,
  ): IssuedCode {
    const now = this.nowMs();
    const before = this.sentTo(group, recipient);
    const asker = this.hashes.asker(askerText);
    const code = randomSixDigits();
    const expiresAtMs = now + IDENTITY_LIMITS.codeLifetimeMs;
    const others = (before?.codes ?? []).filter(
      (sent) => sent.expiresAtMs > now && (sent.event !== event || sent.asker !== asker),
    );
    const sent: SentCode = {
      event,
      asker,
      hash: this.hashes.code(code, { group, recipient, event, expiresAtMs }),
      expiresAtMs,
      attemptsLeft: IDENTITY_LIMITS.codeAttempts,
      othersLeft: IDENTITY_LIMITS.codeAttempts,
    };
    const kept = this.keep(group, recipient, {
      sentAtMs: [...(before?.sentAtMs ?? []).filter((sentAtMs) => sentAtMs > now - DAY_MS), now],
      isPending: true,
      codes: [...others, sent],
    });
    return { code, expiresAtMs, kept };
  }

  /**
   * Checks a code without using it up; a wrong one costs the caller an attempt. A code requested elsewhere may be
   * submitted too; attempts at it are counted separately from those of its requester.
   * @returns `undefined` if correct, else 201: expired if no code is valid, or wrong; or 212 while strangers have to wait
   */
  check(recipient: string, event: CodeEvent, code: string, caller: CodeCaller): Rejected | undefined {
    const live = this.liveCodes(recipient, event, caller);
    if (live.length === 0) return reject("user.codeExpired");
    const isStranger = caller.group === "stranger";
    const own = live.find((each) => this.isOwn(each, caller));
    // Everybody is a stranger during registration: others' guesses do not delay the caller that requested the code.
    const isApart = event === "register" && own !== undefined;
    const key = this.hashes.recipient(recipient);
    const waitMs = isStranger ? this.wrong.waitMs(key, event, caller.address, isApart) : 0;
    if (waitMs > 0) return reject("request.tooFast", { retryAfterMs: waitMs });
    const isRight = ({ group, sent }: LiveCode): boolean =>
      this.hashes.isRight(code, sent, { group, recipient, event, expiresAtMs: sent.expiresAtMs });
    if (live.some(isRight)) return undefined;
    this.countAttempts(recipient, live, own);
    if (isStranger) this.wrong.count(key, event, caller.address);
    const left = live.map((each) => (each === own ? each.sent.attemptsLeft : each.sent.othersLeft) - 1);
    return reject("user.codeError", {
      attemptsLeft: own === undefined ? Math.max(...left) : own.sent.attemptsLeft - 1,
    });
  }

  /** Uses up a correct code. It proved access to the mailbox, so the next one need not wait. */
  use(recipient: string, event: CodeEvent): void {
    for (const group of GROUPS) {
      const entry = this.sentTo(group, recipient);
      if (entry === undefined) continue;
      const codes = entry.codes.filter((sent) => sent.event !== event);
      if (entry.isPending || codes.length < entry.codes.length)
        void this.keep(group, recipient, { ...entry, isPending: false, codes });
    }
  }

  /** Delays an answer until the attempts that it reports are durable. */
  async answered<T>(answer: Promise<T>): Promise<T> {
    const given = await answer;
    await this.lastWrite;
    return given;
  }

  /** Returns the state of strangers' guesses, for operators. */
  guesses(): GuessView {
    return this.wrong.view();
  }

  private sentTo(group: CodeGroup, recipient: string): SentCodes | undefined {
    return this.store.state.codes.sent(group, this.hashes.recipient(recipient));
  }

  private keep(group: CodeGroup, recipient: string, sent: SentCodes): Promise<void> {
    return this.write({ type: "codes", group, recipient: this.hashes.recipient(recipient), sent });
  }

  private write(record: CodeRecord): Promise<void> {
    this.lastWrite = this.store.commit(record);
    // Callers that wait for it receive the error; without any, the process still ends after a failed write.
    this.lastWrite.catch(() => undefined);
    return this.lastWrite;
  }

  private countAttempts(recipient: string, live: readonly LiveCode[], own: LiveCode | undefined): void {
    for (const group of GROUPS) {
      const tried = live.filter((each) => each.group === group).map(({ sent }) => sent);
      const entry = tried.length === 0 ? undefined : this.sentTo(group, recipient);
      if (entry === undefined) continue;
      const codes = entry.codes.map((sent) => {
        if (!tried.includes(sent)) return sent;
        return sent === own?.sent
          ? { ...sent, attemptsLeft: sent.attemptsLeft - 1 }
          : { ...sent, othersLeft: sent.othersLeft - 1 };
      });
      void this.keep(group, recipient, { ...entry, codes });
    }
  }

  /**
   * Returns the codes the caller may submit: for strangers, codes requested by strangers; for others, all except other
   * sessions' codes.
   */
  private liveCodes(recipient: string, event: CodeEvent, caller: CodeCaller): LiveCode[] {
    const now = this.nowMs();
    const groups: readonly CodeGroup[] = caller.group === "stranger" ? ["stranger"] : GROUPS;
    return groups
      .flatMap((group) => (this.sentTo(group, recipient)?.codes ?? []).map((sent) => ({ group, sent })))
      .filter(({ sent }) => sent.event === event && sent.expiresAtMs > now)
      .filter((each) =>
        this.isOwn(each, caller)
          ? each.sent.attemptsLeft > 0
          : each.sent.othersLeft > 0 && (each.group !== "session" || caller.group === "place"),
      );
  }

  private isOwn({ group, sent }: LiveCode, caller: CodeCaller): boolean {
    return group === caller.group && sent.asker === this.hashes.asker(caller.asker);
  }
}
