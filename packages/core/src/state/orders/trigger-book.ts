import { LIMITS } from "@candor/domain/limits";
import { NEXT, NONE, type OrderSlab, PREV, STOP_TICKS } from "../../memory/order-slab.ts";
import { PriceLadder } from "../../memory/price-ladder.ts";

/** The direction in which the last price has to move. */
export const RISING = 0;
export const FALLING = 1;

const INITIAL_LEVELS = 16;

/**
 * One market's orders that wait for the last price to reach their stopTicks: rising ones fire at or above it, falling
 * ones at or below. Orders at the same price wait in arrival order.
 *
 * Links use the slab's prev and next. `level` stays 0, which means "does not rest in a book".
 */
export class TriggerBook {
  private readonly slab: OrderSlab;
  private readonly ladders = [new PriceLadder(), new PriceLadder()] as const;
  private levelHead = new Int32Array(INITIAL_LEVELS);
  private levelTail = new Int32Array(INITIAL_LEVELS);
  private levelCount = 1;
  private freeLevels: number[] = [];
  /** The rising and the falling trigger that fire first, in ticks; NONE if there is none. */
  private nearest = [NONE, NONE] as [number, number];
  orderCount = 0;

  constructor(slab: OrderSlab) {
    this.slab = slab;
  }

  /** The first trigger price reached when the last price moves in `direction`, or NONE. */
  nearestTicks(direction: number): number {
    return this.nearest[direction] as number;
  }

  /** Whether anything in that direction fires at `ticks`. */
  fires(direction: number, ticks: number): boolean {
    const nearest = this.nearest[direction] as number;
    return nearest !== NONE && (direction === RISING ? nearest <= ticks : nearest >= ticks);
  }

  /** The order that fires first in `direction`, or NONE. */
  head(direction: number): number {
    const ticks = this.nearest[direction] as number;
    return ticks === NONE ? NONE : (this.levelHead[this.ladder(direction).get(ticks)] as number);
  }

  insert(direction: number, slot: number): void {
    const { slab } = this;
    const ladder = this.ladder(direction);
    const ticks = slab.moreInts[slot + STOP_TICKS] as number;
    let level = ladder.get(ticks);
    if (level === 0) {
      level = this.freeLevels.pop() ?? this.newLevel();
      this.levelHead[level] = slot;
      slab.ints[slot + PREV] = NONE;
      ladder.set(ticks, level);
      this.nearest[direction] = this.first(direction);
    } else {
      const tail = this.levelTail[level] as number;
      slab.ints[tail + NEXT] = slot;
      slab.ints[slot + PREV] = tail;
    }
    slab.ints[slot + NEXT] = NONE;
    this.levelTail[level] = slot;
    this.orderCount++;
  }

  remove(direction: number, slot: number): void {
    const { slab } = this;
    const ladder = this.ladder(direction);
    const ticks = slab.moreInts[slot + STOP_TICKS] as number;
    const level = ladder.get(ticks);
    if (level === 0) throw new Error(`order ${slab.idOf(slot)} is not queued at ${ticks}`);
    const prev = slab.ints[slot + PREV] as number;
    const next = slab.ints[slot + NEXT] as number;
    if (prev === NONE) this.levelHead[level] = next;
    else slab.ints[prev + NEXT] = next;
    if (next === NONE) this.levelTail[level] = prev;
    else slab.ints[next + PREV] = prev;
    this.orderCount--;
    if (prev !== NONE || next !== NONE) return;
    ladder.delete(ticks);
    this.freeLevels.push(level);
    this.nearest[direction] = this.first(direction);
  }

  /** Visits the orders waiting in `direction`, in firing order. */
  forEach(direction: number, visit: (slot: number) => void): void {
    const ladder = this.ladder(direction);
    let ticks = this.nearest[direction] as number;
    while (ticks !== NONE) {
      let slot = this.levelHead[ladder.get(ticks)] as number;
      for (; slot !== NONE; slot = this.slab.ints[slot + NEXT] as number) visit(slot);
      ticks = direction === RISING ? ladder.above(ticks) : ladder.below(ticks);
    }
  }

  private first(direction: number): number {
    const ladder = this.ladder(direction);
    return direction === RISING ? ladder.above(0) : ladder.below(LIMITS.maxPriceTicks + 1);
  }

  private ladder(direction: number): PriceLadder {
    return direction === RISING ? this.ladders[0] : this.ladders[1];
  }

  private newLevel(): number {
    if (this.levelCount === this.levelHead.length) {
      const heads = new Int32Array(this.levelHead.length * 2);
      heads.set(this.levelHead);
      this.levelHead = heads;
      const tails = new Int32Array(heads.length);
      tails.set(this.levelTail);
      this.levelTail = tails;
    }
    return this.levelCount++;
  }
}
