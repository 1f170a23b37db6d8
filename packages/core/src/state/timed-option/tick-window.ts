import { medianE8, OPTION_WINDOW_MS } from "@candor/formulas/timed-option/settlement";
import { CORE_LIMITS } from "../../core-limits.ts";
import type { Tick } from "./open-option.ts";

/** The settlement price of an option, and the ticks it comes from. */
export interface SellPrice {
  readonly priceE8: number;
  readonly tickCount: number;
  readonly firstTickSeq: number;
  readonly lastTickSeq: number;
}

const NO_PRICE: SellPrice = { priceE8: 0, tickCount: 0, firstTickSeq: 0, lastTickSeq: 0 };

/** The ticks of one market that options about to expire need, oldest first. */
export class TickWindow {
  private ticks: Tick[] = [];
  /** Earlier ticks are no longer needed. */
  private head = 0;
  /** The last result and its index range, cached because options that expire together share it. */
  private known = { from: -1, to: -1, price: NO_PRICE };

  add(tick: Tick): void {
    if (this.ticks.length - this.head >= CORE_LIMITS.maxOptionTicks) this.forget(this.head + 1);
    this.ticks.push(tick);
  }

  /** Drops ticks before `atMs`. */
  dropBefore(atMs: number): void {
    const to = this.firstFrom(atMs);
    if (to > this.head) this.forget(to);
  }

  clear(): void {
    this.ticks = [];
    this.head = 0;
    this.forgetAnswer();
  }

  forEach(visit: (tick: Tick) => void): void {
    for (let at = this.head; at < this.ticks.length; at++) visit(this.ticks[at] as Tick);
  }

  /** The median of the ticks in the last three seconds before `expiresAtMs`. */
  sellPrice(expiresAtMs: number): SellPrice {
    const from = this.firstFrom(expiresAtMs - OPTION_WINDOW_MS);
    const to = this.firstFrom(expiresAtMs);
    if (from >= to) return NO_PRICE;
    if (this.known.from === from && this.known.to === to) return this.known.price;
    const within = this.ticks.slice(from, to);
    const price: SellPrice = {
      priceE8: medianE8(within.map(({ priceE8 }) => priceE8)),
      tickCount: within.length,
      firstTickSeq: (within[0] as Tick).seq,
      lastTickSeq: (within.at(-1) as Tick).seq,
    };
    this.known = { from, to, price };
    return price;
  }

  /** The index of the first tick at or after `atMs`. */
  private firstFrom(atMs: number): number {
    let low = this.head;
    let high = this.ticks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.ticks[middle] as Tick).atMs < atMs) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private forget(to: number): void {
    this.head = to;
    // Compacts only when most of the array is unused.
    if (this.head < CORE_LIMITS.maxOptionTicks) return;
    this.ticks = this.ticks.slice(this.head);
    this.head = 0;
    this.forgetAnswer();
  }

  private forgetAnswer(): void {
    this.known = { from: -1, to: -1, price: NO_PRICE };
  }
}
