import type { OptionDuration } from "@candor/domain/specs/option-terms";
import type { Market } from "../market/market.ts";
import { ExpiryHeap } from "./expiry-heap.ts";
import { StrikeQueue } from "./strike-queue.ts";
import { TickWindow } from "./tick-window.ts";

/** The timed options on one spot market's index. */
export class OptionMarket {
  readonly market: Market;
  /** Offered durations. When empty, no new options are sold and open ones continue. */
  durations: readonly OptionDuration[] = [];
  readonly expiries = new ExpiryHeap();
  readonly strikes = new StrikeQueue();
  readonly ticks = new TickWindow();
  /** Income that the pool owes, by expiry minute. */
  readonly owedByMinute = new Map<number, number>();

  constructor(market: Market) {
    this.market = market;
  }

  /** A winner's payout in parts per million of the stake; 0 when the duration is not offered. */
  payoutPpmOf(durationSeconds: number): number {
    return this.durations.find((one) => one.durationSeconds === durationSeconds)?.payoutPpm ?? 0;
  }

  owe(minute: number, units: number): void {
    const owed = (this.owedByMinute.get(minute) ?? 0) + units;
    if (owed === 0) this.owedByMinute.delete(minute);
    else this.owedByMinute.set(minute, owed);
  }
}
