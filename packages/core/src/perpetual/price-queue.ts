import { LIMITS } from "@candor/protocol/limits";
import { NONE } from "../book/order-slab.ts";
import { PriceLadder } from "../book/price-ladder.ts";

const INITIAL_ENTRIES = 64;

/**
 * Numbered entries (0, 1, 2 …) waiting for a price to reach theirs: a rising queue fires at or above, a falling one at
 * or below. The first that fires is at hand; entering and leaving costs the same for any number of entries. Within a
 * price first come first served.
 */
export class PriceQueue {
  private readonly ladder = new PriceLadder();
  private readonly isRising: boolean;
  /** Of an entry: its price (0: not waiting) and its neighbours. */
  private ticks = new Int32Array(INITIAL_ENTRIES);
  private prev = new Int32Array(INITIAL_ENTRIES);
  private next = new Int32Array(INITIAL_ENTRIES);
  /** Of a level, numbered from 1. */
  private heads: number[] = [NONE];
  private tails: number[] = [NONE];
  private readonly freeLevels: number[] = [];
  /** The price that is met first, or NONE. */
  private nearest = NONE;

  constructor(isRising: boolean) {
    this.isRising = isRising;
  }

  /** Whether anything fires at `ticks`. */
  fires(ticks: number): boolean {
    const { nearest } = this;
    return nearest !== NONE && (this.isRising ? nearest <= ticks : nearest >= ticks);
  }

  /** The entry that fires first, or NONE. */
  head(): number {
    return this.nearest === NONE ? NONE : (this.heads[this.ladder.get(this.nearest)] as number);
  }

  /** The price of the entry that fires first; 0: nothing waits. */
  headTicks(): number {
    return this.nearest === NONE ? 0 : this.nearest;
  }

  /** Whether a trigger at `one` fires before one at `other`. */
  isAhead(one: number, other: number): boolean {
    return this.isRising ? one < other : one > other;
  }

  /** The entry's price; 0: it does not wait here. */
  ticksOf(entry: number): number {
    return this.ticks[entry] ?? 0;
  }

  /** Puts the entry at a price, wherever it was; 0 takes it out. Prices beyond all prices are never met. */
  place(entry: number, ticks: number): void {
    const wanted = this.isRising && ticks > LIMITS.maxPriceTicks ? 0 : Math.min(ticks, LIMITS.maxPriceTicks);
    if (entry >= this.ticks.length) this.grow(entry);
    const present = this.ticks[entry] as number;
    if (present === wanted) return;
    if (present !== 0) this.remove(entry, present);
    if (wanted > 0) this.insert(entry, wanted);
  }

  /** Visits the entries, those that fire first first. */
  forEach(visit: (entry: number, ticks: number) => void): void {
    for (let ticks = this.nearest; ticks !== NONE; ticks = this.after(ticks)) {
      let entry = this.heads[this.ladder.get(ticks)] as number;
      for (; entry !== NONE; entry = this.next[entry] as number) visit(entry, ticks);
    }
  }

  private insert(entry: number, ticks: number): void {
    this.ticks[entry] = ticks;
    this.next[entry] = NONE;
    const level = this.ladder.get(ticks);
    if (level !== 0) {
      const tail = this.tails[level] as number;
      this.next[tail] = entry;
      this.prev[entry] = tail;
      this.tails[level] = entry;
      return;
    }
    const free = this.freeLevels.pop() ?? this.heads.length;
    this.heads[free] = entry;
    this.tails[free] = entry;
    this.prev[entry] = NONE;
    this.ladder.set(ticks, free);
    if (this.nearest === NONE || this.isAhead(ticks, this.nearest)) this.nearest = ticks;
  }

  private remove(entry: number, ticks: number): void {
    const level = this.ladder.get(ticks);
    const prev = this.prev[entry] as number;
    const next = this.next[entry] as number;
    if (prev === NONE) this.heads[level] = next;
    else this.next[prev] = next;
    if (next === NONE) this.tails[level] = prev;
    else this.prev[next] = prev;
    this.ticks[entry] = 0;
    if (prev !== NONE || next !== NONE) return;
    if (ticks === this.nearest) this.nearest = this.after(ticks);
    this.ladder.delete(ticks);
    this.freeLevels.push(level);
  }

  private after(ticks: number): number {
    return this.isRising ? this.ladder.above(ticks) : this.ladder.below(ticks);
  }

  private grow(entry: number): void {
    let length = this.ticks.length;
    while (length <= entry) length *= 2;
    const widen = (from: Int32Array): Int32Array<ArrayBuffer> => {
      const wider = new Int32Array(length);
      wider.set(from);
      return wider;
    };
    this.ticks = widen(this.ticks);
    this.prev = widen(this.prev);
    this.next = widen(this.next);
  }
}
