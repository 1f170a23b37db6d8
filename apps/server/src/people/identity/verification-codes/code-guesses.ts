import { NetworkLimiter } from "../../../kit/limits/network-limiter.ts";
import { RateLimiter } from "../../../kit/limits/rate-limiter.ts";
import type { SharedNetworks } from "../../../kit/limits/shared-networks.ts";
import { IDENTITY_LIMITS } from "../identity-limits.ts";
import { DoublingWait } from "../login/doubling-wait.ts";
import type { CodeEvent } from "./code-event.ts";
import type { CodeRecord, WrongCodesOf } from "./code-records.ts";
import { type CodeTable, DAY_MS } from "./code-table.ts";

/** Strangers' wrong codes for password resets, across all accounts. */
export interface GuessView {
  readonly lastHour: number;
  /** Limit above which strangers' codes are no longer checked. */
  readonly most: number;
  readonly isExhausted: boolean;
}

const ALL = "all";

export interface WrongCodeParts {
  readonly table: CodeTable;
  readonly write: (record: CodeRecord) => void;
  readonly nowMs: () => number;
  readonly alarm: (message: string) => void;
  readonly shared?: SharedNetworks | undefined;
}

/**
 * Strangers' wrong verification codes. A guess at a six-digit code succeeds with a chance of 1 in 200,000, so guesses
 * are limited per account (with doubling waits, and per day), per network and day, and for resets across all accounts
 * per hour. Recipients are keyed hashes. All counts but those by network are recorded and survive a restart.
 */
export class WrongCodes {
  private readonly waits: DoublingWait;
  private readonly byAccount: RateLimiter<string>;
  private readonly byNetwork: NetworkLimiter;
  private readonly ofAll: RateLimiter<typeof ALL>;
  private readonly parts: WrongCodeParts;

  constructor(parts: WrongCodeParts) {
    const { nowMs, shared } = parts;
    const { maxCodeRecipients, wrongCodesOfAccount, wrongCodesOfNetwork, wrongCodesOfAll, wrongCodeWaits } =
      IDENTITY_LIMITS;
    this.waits = new DoublingWait({ ...wrongCodeWaits, maxKeys: maxCodeRecipients }, nowMs);
    this.byAccount = new RateLimiter(wrongCodesOfAccount, maxCodeRecipients);
    this.byNetwork = new NetworkLimiter(wrongCodesOfNetwork, shared);
    this.ofAll = new RateLimiter(wrongCodesOfAll, 1);
    this.parts = parts;
    this.restore();
  }

  /**
   * Returns milliseconds until a stranger's next code is checked; 0 means now.
   * @param ignoresOthers ignore others' guesses for the same recipient
   */
  waitMs(recipient: string, event: CodeEvent, address: string, ignoresOthers = false): number {
    const now = this.parts.nowMs();
    return Math.max(
      ignoresOthers ? 0 : this.waits.waitMs(recipient),
      ignoresOthers ? 0 : this.byAccount.foresee(recipient, now),
      this.byNetwork.peek(address, now),
      takesOver(event) ? this.ofAll.foresee(ALL, now) : 0,
    );
  }

  count(recipient: string, event: CodeEvent, address: string): void {
    const now = this.parts.nowMs();
    this.waits.count(recipient);
    this.record(recipient, event, now);
    this.byAccount.take(recipient, now);
    this.byNetwork.take(address, now);
    if (!takesOver(event)) return;
    this.ofAll.take(ALL, now);
    if (this.view().isExhausted)
      this.parts.alarm(
        `verification codes: strangers sent ${IDENTITY_LIMITS.wrongCodesOfAll.count} wrong codes for password resets within an hour; until that hour is over, only devices and networks that have logged in before can reset a password`,
      );
  }

  view(): GuessView {
    const isShut = this.ofAll.foresee(ALL, this.parts.nowMs()) > 0;
    return {
      lastHour: this.ofAll.used(ALL),
      most: IDENTITY_LIMITS.wrongCodesOfAll.count,
      isExhausted: isShut,
    };
  }

  private record(recipient: string, event: CodeEvent, atMs: number): void {
    const { table, write } = this.parts;
    const earlier = table.wrong(recipient)?.guesses ?? [];
    const guesses = [...earlier.filter((guess) => guess.atMs > atMs - DAY_MS), { atMs, event }];
    const wrong: WrongCodesOf = {
      inARow: this.waits.tried(recipient),
      guesses: guesses.slice(-IDENTITY_LIMITS.wrongCodesOfAccount.count),
    };
    write({ type: "wrong-codes", recipient, wrong });
  }

  /** Counts recorded guesses again, oldest first. */
  private restore(): void {
    const all: { readonly recipient: string; readonly atMs: number; readonly event: CodeEvent }[] = [];
    for (const [recipient, { inARow, guesses }] of this.parts.table.allWrong()) {
      const last = guesses.at(-1);
      if (last !== undefined) this.waits.restore(recipient, { count: inARow, lastAtMs: last.atMs });
      all.push(...guesses.map((guess) => ({ recipient, ...guess })));
    }
    all.sort((a, b) => a.atMs - b.atMs);
    for (const { recipient, atMs, event } of all) {
      this.byAccount.take(recipient, atMs);
      if (takesOver(event)) this.ofAll.take(ALL, atMs);
    }
  }
}

/** Only a reset gives account access without a session. */
const takesOver = (event: CodeEvent): boolean => event === "reset";
