import { LIMITS } from "@candor/protocol/limits";
import { NONE } from "../book/order-slab.ts";
import { PriceLadder } from "../book/price-ladder.ts";
import { RowBuffer } from "../row-buffer.ts";

const INITIAL_ENTRIES = 64;
/** Of an entry: its price (0: not waiting), its neighbours and its level, in a quarter of a cache line. */
const ENTRY_SHIFT = 2;
const TICKS = 0;
const PREV = 1;
const NEXT = 2;
const LEVEL = 3;
/** Of a level, numbered from 1: its first and its last entry. */
const HEAD = 0;
const TAIL = 1;
const { maxPriceTicks } = LIMITS;
const NO_ENTRY = NONE;
/** An entry's place `& PLACES` is itself, and a level's number `& LEVELS`; what V8 gets from it: see SLOTS. */
const PLACES = 0x7fff_ffff;
const LEVELS = 0x3fff_ffff;

/**
 * Numbered entries (0, 1, 2 …) waiting for a price to reach theirs: a rising queue fires at or above, a falling one at
 * or below. The first that fires is at hand; entering and leaving costs the same for any number of entries. Within a
 * price first come first served.
 */
export class PriceQueue {
  private readonly ladder = new PriceLadder();
  /** 1: rising, 0: falling. A number, because V8 tests a kept boolean with nine comparisons. */
  private readonly rising: number;
  private entries = intsOf(INITIAL_ENTRIES << ENTRY_SHIFT);
  private levels = intsOf(INITIAL_ENTRIES * 2);
  private levelCount = 1;
  private readonly freeLevels: number[] = [];
  /** The price that is met first, or NONE. */
  private nearest = NO_ENTRY;

  constructor(isRising: boolean) {
    this.rising = isRising ? 1 : 0;
  }

  /** Whether anything fires at `ticks`. */
  fires(ticks: number): boolean {
    const { nearest } = this;
    return nearest !== NO_ENTRY && (this.rising !== 0 ? nearest <= ticks : nearest >= ticks);
  }

  /** The entry that fires first, or NONE. */
  head(): number {
    return this.nearest === NO_ENTRY ? NO_ENTRY : this.headAt(this.nearest);
  }

  /** The price of the entry that fires first; 0: nothing waits. */
  headTicks(): number {
    return this.nearest === NO_ENTRY ? 0 : this.nearest;
  }

  /** Whether a trigger at `one` fires before one at `other`. */
  isAhead(one: number, other: number): boolean {
    return this.rising !== 0 ? one < other : one > other;
  }

  /** The entry's price; 0: it does not wait here. */
  ticksOf(entry: number): number {
    return this.entries[(entry << ENTRY_SHIFT) + TICKS] ?? 0;
  }

  /** Puts the entry at a price, wherever it was; 0 takes it out. Prices beyond all prices are never met. */
  place(entry: number, ticks: number): void {
    const wanted = ticks > maxPriceTicks ? (this.rising !== 0 ? 0 : maxPriceTicks) : ticks;
    const at = (entry << ENTRY_SHIFT) & PLACES;
    if (at >= this.entries.length) this.entries = widened(this.entries, at);
    const present = this.entries[at + TICKS] as number;
    if (present === wanted) return;
    if (present !== 0) this.remove(at, present);
    if (wanted > 0) this.insert(at, wanted);
  }

  /** Visits the entries, those that fire first first. */
  forEach(visit: (entry: number, ticks: number) => void): void {
    for (let ticks = this.nearest; ticks !== NO_ENTRY; ticks = this.after(ticks)) {
      let entry = this.headAt(ticks);
      for (; entry !== NO_ENTRY; entry = this.entries[((entry << ENTRY_SHIFT) & PLACES) + NEXT] as number)
        visit(entry, ticks);
    }
  }

  private headAt(ticks: number): number {
    return this.levels[(this.ladder.get(ticks) & LEVELS) * 2 + HEAD] as number;
  }

  /** `place`: where the entry is in `entries`. */
  private insert(place: number, ticks: number): void {
    const { entries, ladder } = this;
    const at = place & PLACES;
    const entry = at >> ENTRY_SHIFT;
    entries[at + TICKS] = ticks;
    entries[at + NEXT] = NO_ENTRY;
    const level = ladder.get(ticks) & LEVELS;
    if (level !== 0) {
      const { levels } = this;
      const tail = levels[level * 2 + TAIL] as number;
      entries[((tail << ENTRY_SHIFT) & PLACES) + NEXT] = entry;
      entries[at + PREV] = tail;
      entries[at + LEVEL] = level;
      levels[level * 2 + TAIL] = entry;
      return;
    }
    const free = this.freeLevels.pop() ?? this.levelCount++;
    if (free * 2 >= this.levels.length) this.levels = widened(this.levels, free * 2);
    this.levels[free * 2 + HEAD] = entry;
    this.levels[free * 2 + TAIL] = entry;
    entries[at + PREV] = NO_ENTRY;
    entries[at + LEVEL] = free;
    ladder.set(ticks, free);
    if (this.nearest === NO_ENTRY || this.isAhead(ticks, this.nearest)) this.nearest = ticks;
  }

  private remove(place: number, ticks: number): void {
    const { entries, levels } = this;
    const at = place & PLACES;
    const level = (entries[at + LEVEL] as number) & LEVELS;
    const prev = entries[at + PREV] as number;
    const next = entries[at + NEXT] as number;
    if (prev === NO_ENTRY) levels[level * 2 + HEAD] = next;
    else entries[((prev << ENTRY_SHIFT) & PLACES) + NEXT] = next;
    if (next === NO_ENTRY) levels[level * 2 + TAIL] = prev;
    else entries[((next << ENTRY_SHIFT) & PLACES) + PREV] = prev;
    entries[at + TICKS] = 0;
    if (prev !== NO_ENTRY || next !== NO_ENTRY) return;
    if (ticks === this.nearest) this.nearest = this.after(ticks);
    this.ladder.delete(ticks);
    this.freeLevels.push(level);
  }

  private after(ticks: number): number {
    return this.rising !== 0 ? this.ladder.above(ticks) : this.ladder.below(ticks);
  }
}

/** So many zeros, an even number. */
function intsOf(length: number): Int32Array {
  return new RowBuffer(length >>> 1).ints;
}

/** The same array, doubled until it has the place `at`. */
function widened(array: Int32Array, at: number): Int32Array {
  let length = array.length;
  while (length <= at) length *= 2;
  const wider = intsOf(length);
  wider.set(array);
  return wider;
}
