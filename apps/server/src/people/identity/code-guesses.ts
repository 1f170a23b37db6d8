import { NetworkLimiter } from "../../kit/network-limiter.ts";
import { RateLimiter } from "../../kit/rate-limiter.ts";
import type { SharedNetworks } from "../../kit/shared-networks.ts";
import type { CodeEvent } from "./code-event.ts";
import { DoublingWait } from "./doubling-wait.ts";
import { IDENTITY_LIMITS } from "./identity-limits.ts";

/** Strangers' wrong codes for password resets, over all accounts. */
export interface GuessView {
  readonly lastHour: number;
  /** Beyond it no stranger's code is looked at. */
  readonly most: number;
  readonly isShut: boolean;
}

const ALL = "all";

/**
 * Strangers' wrong verification codes. A six-digit code is guessed with a chance of one in 200,000, so guesses are bounded by
 * account (with waits that double, and by day), by network and day, and for resets over all accounts by hour.
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
   * Milliseconds until a stranger's next code is looked at; 0: now.
   * @param isApart others' guesses at the same recipient do not matter
   */
  waitMs(recipient: string, event: CodeEvent, address: string, isApart = false): number {
    const now = this.nowMs();
    return Math.max(
      isApart ? 0 : this.waits.waitMs(recipient),
      isApart ? 0 : this.byAccount.foresee(recipient, now),
      this.byNetwork.foresee(address, now),
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
    if (this.view().isShut)
      this.alarm(
        `verification codes: strangers sent ${IDENTITY_LIMITS.wrongCodesOfAll.count} wrong codes for password resets within an hour; only devices and networks that logged in before can reset a password until that hour is over`,
      );
  }

  view(): GuessView {
    const isShut = this.ofAll.foresee(ALL, this.nowMs()) > 0;
    return { lastHour: this.ofAll.used(ALL), most: IDENTITY_LIMITS.wrongCodesOfAll.count, isShut };
  }
}

/** Only a reset gives an account to somebody without a session. */
const takesOver = (event: CodeEvent): boolean => event === "reset";
