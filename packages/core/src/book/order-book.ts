import { LIMITS } from "@candor/domain/limits";
import type { OrderSlab } from "../memory/order-slab.ts";
import {
  BUY,
  LEVEL,
  NEXT,
  NONE,
  PREV,
  PRICE_TICKS,
  REMAINING_LOTS,
  SELL,
  SIDE,
  SLOTS,
} from "../memory/order-slab.ts";
import { PriceLadder } from "../memory/price-ladder.ts";

const { maxPriceTicks } = LIMITS;

/** Initial size, in levels. */
const INITIAL_LEVELS = 64;

/**
 * One market's resting orders in price-time priority: best price first, then first come, first served.
 * Buys and sells share one ladder of levels, because a book never crosses: every level up to the best bid holds buys,
 * every level from the best ask on holds sells. `insert` rejects an order that would cross.
 *
 * Every operation is O(1) for any shape of book. Sides are BUY (0) and SELL (1), prices are in ticks, quantities in
 * lots.
 * The book never allocates or releases slots; it only links rows of its slab.
 */
export class OrderBook {
  readonly slab: OrderSlab;
  /** Resting orders. */
  orderCount = 0;
  /** Prices with at least one order. */
  levelCount = 0;

  private readonly ladder = new PriceLadder();
  /** The best level of each side: its ticks, or NONE, and its number, or 0. */
  private bidTicks = NONE;
  private askTicks = NONE;
  private bidLevel = 0;
  private askLevel = 0;
  /**
   * Level columns, indexed by level number from 1. Links are slots; `levelTicks` of a free level links the next free
   * one.
   */
  private levelHead = new Int32Array(INITIAL_LEVELS);
  private levelTail = new Int32Array(INITIAL_LEVELS);
  private levelTicks = new Int32Array(INITIAL_LEVELS);
  /** Totals exceed 2^31, so a Float64Array holds them: safe integers, never fractions. */
  private levelTotal = new Float64Array(INITIAL_LEVELS);
  private freeLevel = 0;
  private untouchedLevel = 1;

  constructor(slab: OrderSlab) {
    this.slab = slab;
  }

  isEmpty(): boolean {
    return this.orderCount === 0;
  }

  /** Whether the order rests in a book. */
  isResting(slot: number): boolean {
    return this.slab.ints[slot + LEVEL] !== 0;
  }

  /** The side's best price in ticks, or NONE. */
  best(side: number): number {
    return side === BUY ? this.bidTicks : this.askTicks;
  }

  /** The side's first order in priority, or NONE. */
  headOf(side: number): number {
    const level = side === BUY ? this.bidLevel : this.askLevel;
    return level === 0 ? NONE : (this.levelHead[level] as number);
  }

  /** The order after `slot` in its side's priority, or NONE. */
  nextInPriority(slot: number): number {
    const next = this.slab.ints[slot + NEXT] as number;
    if (next !== NONE) return next;
    const ticks = this.nextLevel(
      this.slab.ints[slot + SIDE] as number,
      this.slab.ints[slot + PRICE_TICKS] as number,
    );
    return ticks === NONE ? NONE : (this.levelHead[this.ladder.get(ticks)] as number);
  }

  /** The side's next worse price than `ticks`, or NONE. `ticks` must be the price of a level of that side. */
  nextLevel(side: number, ticks: number): number {
    return side === BUY ? this.ladder.below(ticks) : this.ladder.above(ticks);
  }

  /** The lots resting at a price of a side. */
  levelLots(side: number, ticks: number): number {
    if (!(ticks > 0 && ticks <= maxPriceTicks)) return 0;
    if (side === BUY ? ticks > this.bidTicks : this.askTicks === NONE || ticks < this.askTicks) return 0;
    const level = this.ladder.get(ticks);
    return level === 0 ? 0 : (this.levelTotal[level] as number);
  }

  /** Whether a limit order at `ticks` would execute at once. */
  wouldTake(side: number, ticks: number): boolean {
    return side === BUY ? this.askTicks !== NONE && ticks >= this.askTicks : ticks <= this.bidTicks;
  }

  /**
   * Appends the order to the queue of its price. Reads the row's side, priceTicks and remainingLots.
   * Throws when it already rests, when a number is out of range, or when it would cross the book.
   */
  insert(slot: number): void {
    const { slab } = this;
    const { ints } = slab;
    const row = slot & SLOTS;
    const side = ints[row + SIDE] as number;
    const ticks = ints[row + PRICE_TICKS] as number;
    const lots = ints[row + REMAINING_LOTS] as number;
    if (ints[row + LEVEL] !== 0) throw new Error(`order ${slab.idOf(slot)} rests already`);
    if (ticks < 1 || ticks > maxPriceTicks) throw new RangeError(`price of ${ticks} ticks`);
    if (lots < 1) throw new RangeError(`resting order must have at least 1 lot, got ${lots}`);
    if (this.wouldTake(side, ticks)) throw new Error(`order ${slab.idOf(slot)} would cross the book`);
    let level = this.ladder.get(ticks);
    if (level === 0) {
      level = this.openLevel(side, ticks);
      this.levelHead[level] = slot;
      ints[row + PREV] = NONE;
      this.levelTotal[level] = lots;
    } else {
      const tail = this.levelTail[level] as number;
      ints[(tail & SLOTS) + NEXT] = slot;
      ints[row + PREV] = tail;
      this.levelTotal[level] = (this.levelTotal[level] as number) + lots;
    }
    ints[row + NEXT] = NONE;
    ints[row + LEVEL] = level;
    this.levelTail[level] = slot;
    this.orderCount++;
  }

  /** Removes the order, wherever it is in its queue. Its remainingLots stay unchanged. Throws when it does not rest. */
  remove(slot: number): void {
    const { ints } = this.slab;
    const row = slot & SLOTS;
    const level = this.levelOf(slot);
    const prev = ints[row + PREV] as number;
    const next = ints[row + NEXT] as number;
    this.levelTotal[level] = (this.levelTotal[level] as number) - (ints[row + REMAINING_LOTS] as number);
    if (prev === NONE) this.levelHead[level] = next;
    else ints[(prev & SLOTS) + NEXT] = next;
    if (next === NONE) this.levelTail[level] = prev;
    else ints[(next & SLOTS) + PREV] = prev;
    ints[row + LEVEL] = 0;
    this.orderCount--;
    if (prev === NONE && next === NONE) this.closeLevel(level);
  }

  /** Lowers the order's remainingLots by `lots`, keeping its priority. Throws unless 0 < lots < remaining. */
  reduce(slot: number, lots: number): void {
    const level = this.levelOf(slot);
    const remaining = (this.slab.ints[slot + REMAINING_LOTS] as number) - lots;
    if (!(lots > 0 && remaining > 0))
      throw new RangeError(`cannot reduce ${remaining} remaining lots by ${lots}`);
    this.slab.ints[slot + REMAINING_LOTS] = remaining;
    this.levelTotal[level] = (this.levelTotal[level] as number) - lots;
  }

  /**
   * Executes `lots` of the first order in its side's priority and removes it when nothing remains.
   * Throws when another order has priority, and unless 0 < lots ≤ remaining.
   * @returns the order's remaining lots
   */
  fill(slot: number, lots: number): number {
    const { slab } = this;
    const { ints } = slab;
    const row = slot & SLOTS;
    const level = this.levelOf(slot);
    if ((level !== this.bidLevel && level !== this.askLevel) || this.levelHead[level] !== slot)
      throw new Error(`order ${slab.idOf(slot)} is not the first in priority`);
    const remaining = (ints[row + REMAINING_LOTS] as number) - lots;
    if (!(lots > 0 && remaining >= 0))
      throw new RangeError(`cannot fill ${lots} lots, ${remaining} would remain`);
    ints[row + REMAINING_LOTS] = remaining;
    this.levelTotal[level] = (this.levelTotal[level] as number) - lots;
    if (remaining > 0) return remaining;
    const next = ints[row + NEXT] as number;
    ints[row + LEVEL] = 0;
    this.orderCount--;
    if (next === NONE) {
      this.closeLevel(level);
    } else {
      this.levelHead[level] = next;
      ints[(next & SLOTS) + PREV] = NONE;
    }
    return 0;
  }

  /** Visits at most `limit` levels of a side, best first. The book must not change during the visit. */
  forEachLevel(side: number, limit: number, visit: (ticks: number, lots: number) => void): void {
    let ticks = this.best(side);
    for (let seen = 0; seen < limit && ticks !== NONE; seen++) {
      visit(ticks, this.levelTotal[this.ladder.get(ticks)] as number);
      ticks = this.nextLevel(side, ticks);
    }
  }

  /** Visits every order of a side in priority order. The book must not change during the visit. */
  forEachOrder(side: number, visit: (slot: number) => void): void {
    for (let slot = this.headOf(side); slot !== NONE; slot = this.nextInPriority(slot)) visit(slot);
  }

  /** Bytes of the ladder and the levels. The orders themselves are in the slab. */
  get byteLength(): number {
    const { levelHead, levelTail, levelTicks, levelTotal } = this;
    return [levelHead, levelTail, levelTicks, levelTotal, this.ladder].reduce(
      (sum, a) => sum + a.byteLength,
      0,
    );
  }

  private levelOf(slot: number): number {
    const level = this.slab.ints[(slot & SLOTS) + LEVEL];
    if (level === 0 || level === undefined) throw new Error(`order in slot ${slot} does not rest`);
    return level;
  }

  private openLevel(side: number, ticks: number): number {
    let level = this.freeLevel;
    if (level !== 0) {
      this.freeLevel = this.levelTicks[level] as number;
    } else {
      if (this.untouchedLevel === this.levelTicks.length) this.growLevels();
      level = this.untouchedLevel++;
    }
    this.levelTicks[level] = ticks;
    this.ladder.set(ticks, level);
    this.levelCount++;
    if (side === BUY) {
      if (ticks > this.bidTicks) {
        this.bidTicks = ticks;
        this.bidLevel = level;
      }
    } else if (this.askTicks === NONE || ticks < this.askTicks) {
      this.askTicks = ticks;
      this.askLevel = level;
    }
    return level;
  }

  private closeLevel(level: number): void {
    const ticks = this.levelTicks[level] as number;
    if (level === this.bidLevel) {
      this.bidTicks = this.nextLevel(BUY, ticks);
      this.bidLevel = this.bidTicks === NONE ? 0 : this.ladder.get(this.bidTicks);
    } else if (level === this.askLevel) {
      this.askTicks = this.nextLevel(SELL, ticks);
      this.askLevel = this.askTicks === NONE ? 0 : this.ladder.get(this.askTicks);
    }
    this.ladder.delete(ticks);
    this.levelTicks[level] = this.freeLevel;
    this.freeLevel = level;
    this.levelCount--;
  }

  private growLevels(): void {
    const length = this.levelTicks.length * 2;
    const wider = (column: Int32Array) => {
      const grown = new Int32Array(length);
      grown.set(column);
      return grown;
    };
    this.levelHead = wider(this.levelHead);
    this.levelTail = wider(this.levelTail);
    this.levelTicks = wider(this.levelTicks);
    const totals = new Float64Array(length);
    totals.set(this.levelTotal);
    this.levelTotal = totals;
  }
}
