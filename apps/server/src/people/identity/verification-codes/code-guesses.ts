import { NetworkLimiter } from "../../../kit/limits/network-limiter.ts";
import { RateLimiter } from "../../../kit/limits/rate-limiter.ts";
import type { SharedNetworks } from "../../../kit/limits/shared-networks.ts";
import { IDENTITY_LIMITS } from "../identity-limits.ts";
import { DoublingWait } from "../login/doubling-wait.ts";
import type { CodeEvent } from "./code-event.ts";

/** Strangers' wrong codes for password resets, across all accounts. */
export interface GuessView {
  readonly lastHour: number;
  /** Limit above which strangers' codes are no longer checked. */
  readonly most: number;
  readonly isExhausted: boolean;
}

const ALL = "all";

/**
 * Strangers' wrong verification codes. A guess at a six-digit code succeeds with a chance of 1 in 200,000, so guesses
 * are limited per account (with doubling waits, and per day), per network and day, and for resets across all accounts
 * per hour.
 */
export class WrongCodes {
  private readonly waits: DoublingWait;
  private readonly byAccount: RateLimiter<string>;
  private readonly byNetwork: NetworkLimiter;
  private readonly ofAll: RateLimiter<typeof ALL>;
  private readonly nowMs: () => number;
  private readonly alarm: (message: string) => void;

  constructor(nowMs: () => number, alarm: (message: string) => void, shared?: SharedNetworks) {
    const { maxCodeRecipients, wrongCodesOfAccount, wrongCodesOfNetwork, wrongCodesOfAll, wrongCodeWaits } =
      IDENTITY_LIMITS;
    this.waits = new DoublingWait({ ...wrongCodeWaits, maxKeys: maxCodeRecipients }, nowMs);
    this.byAccount = new RateLimiter(wrongCodesOfAccount, maxCodeRecipients);
    this.byNetwork = new NetworkLimiter(wrongCodesOfNetwork, shared);
    this.ofAll = new RateLimiter(wrongCodesOfAll, 1);
    this.nowMs = nowMs;
    this.alarm = alarm;
  }

  /**
   * Returns milliseconds until a stranger's next code is checked; 0 means now.
   * @param ignoresOthers ignore others' guesses for the same recipient
   */
  waitMs(recipient: string, event: CodeEvent, address: string, ignoresOthers = false): number {
    const now = this.nowMs();
    return Math.max(
      ignoresOthers ? 0 : this.waits.waitMs(recipient),
      ignoresOthers ? 0 : this.byAccount.foresee(recipient, now),
      this.byNetwork.peek(address, now),
      takesOver(event) ? this.ofAll.foresee(ALL, now) : 0,
    );
  }

  count(recipient: string, event: CodeEvent, address: string): void {
    const now = this.nowMs();
    this.waits.count(recipient);
    this.byAccount.take(recipient, now);
    this.byNetwork.take(address, now);
    if (!takesOver(event)) return;
    this.ofAll.take(ALL, now);
    if (this.view().isExhausted)
      this.alarm(
        `verification codes: strangers sent ${IDENTITY_LIMITS.wrongCodesOfAll.count} wrong codes for password resets within an hour; until that hour is over, only devices and networks that have logged in before can reset a password`,
      );
  }

  view(): GuessView {
    const isShut = this.ofAll.foresee(ALL, this.nowMs()) > 0;
    return {
      lastHour: this.ofAll.used(ALL),
      most: IDENTITY_LIMITS.wrongCodesOfAll.count,
      isExhausted: isShut,
    };
  }
}

/** Only a reset gives account access without a session. */
const takesOver = (event: CodeEvent): boolean => event === "reset";
