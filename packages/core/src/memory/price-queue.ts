import { LIMITS } from "@candor/domain/limits";
import { NONE } from "./order-slab.ts";
import { PriceLadder } from "./price-ladder.ts";
import { RowBuffer } from "./row-buffer.ts";

const INITIAL_ENTRIES = 64;
/** An entry: its price (0: not waiting), its neighbors and its list, in a quarter of a cache line. */
const ENTRY_SHIFT = 2;
const TICKS = 0;
const PREV = 1;
const NEXT = 2;
/** The number of a closed bucket's list; negative: that of a price's list. */
const LIST = 3;
/** A list, numbered from 1: its first and last entry. */
const HEAD = 0;
const TAIL = 1;
/** Replaces a bucket's first entry when the bucket is open; the other number then holds the entry count. */
const OPEN = -2;
const { maxPriceTicks } = LIMITS;
const NO_ENTRY = NONE;
/** A bucket is 256 consecutive prices. */
const BUCKET_SHIFT = 8;
const BUCKET_REST = (1 << BUCKET_SHIFT) - 1;
/** `place & PLACES` equals an entry's place, and `list & LISTS` a list's number. It helps V8; see SLOTS. */
const PLACES = 0x7fff_ffff;
const LISTS = 0x3fff_ffff;

/**
 * Numbered entries (0, 1, 2 …) that wait for a price: a rising queue fires at or above it, a falling one at or below.
 * The first entry to fire is available at once; adding and removing cost the same for any number of entries. Within a
 * price: first come, first served.
 *
 * Most entries never come near their price. They wait in buckets, in arrival order. Only a bucket that the price has
 * reached is opened, which keeps its entries sorted by price until it is empty.
 */
export class PriceQueue {
  /** The list of each bucket with entries, and of each price of the open buckets. */
  private readonly buckets = new PriceLadder();
  private readonly prices = new PriceLadder();
  /** 1: rising, 0: falling. A number, because V8 tests a stored boolean with nine comparisons. */
  private readonly rising: number;
  private entries = intsOf(INITIAL_ENTRIES << ENTRY_SHIFT);
  private lists = intsOf(INITIAL_ENTRIES * 2);
  private listCount = 1;
  private readonly freeLists: number[] = [];
  /** The bucket that is reached first, or NONE, and its first price; 0 when it must be searched. */
  private nearest = NONE;
  private firstTicks = 0;

  constructor(isRising: boolean) {
    this.rising = isRising ? 1 : 0;
  }

  /** Whether anything fires at `ticks`. */
  fires(ticks: number): boolean {
    const { nearest } = this;
    if (nearest === NONE) return false;
    const bucket = ticks >>> BUCKET_SHIFT;
    if (nearest !== bucket) return this.isAhead(nearest, bucket);
    const first = this.headTicks();
    return this.rising !== 0 ? first <= ticks : first >= ticks;
  }

  /** The entry that fires first, or NONE. */
  head(): number {
    return this.nearest === NONE ? NO_ENTRY : this.headOf(this.prices.get(this.headTicks()));
  }

  /** The price of the entry that fires first; 0 when the queue is empty. */
  headTicks(): number {
    if (this.nearest === NONE) return 0;
    if (this.firstTicks === 0) {
      this.open(this.nearest);
      this.firstTicks = this.firstOf(this.nearest);
    }
    return this.firstTicks;
  }

  /** Whether a trigger at `one` fires before one at `other`. */
  isAhead(one: number, other: number): boolean {
    return this.rising !== 0 ? one < other : one > other;
  }

  /** The entry's price; 0 when it is not queued. */
  ticksOf(entry: number): number {
    return this.entries[(entry << ENTRY_SHIFT) + TICKS] ?? 0;
  }

  /** Moves the entry to a price; 0 removes it. Prices beyond the valid range are never reached. */
  place(entry: number, ticks: number): void {
    const wanted = ticks > maxPriceTicks ? (this.rising !== 0 ? 0 : maxPriceTicks) : ticks;
    const at = (entry << ENTRY_SHIFT) & PLACES;
    if (at >= this.entries.length) this.entries = widened(this.entries, at);
    const present = this.entries[at + TICKS] as number;
    if (present === wanted) return;
    if (present !== 0) this.remove(at, present);
    if (wanted > 0) this.insert(at, wanted);
  }

  /** Visits the entries in firing order. */
  forEach(visit: (entry: number, ticks: number) => void): void {
    for (let bucket = this.nearest; bucket !== NONE; bucket = this.after(this.buckets, bucket)) {
      const list = this.buckets.get(bucket);
      if (this.headOf(list) === OPEN) this.forEachOpen(bucket, visit);
      else
        for (const entry of this.entriesOf(list).sort((a, b) => this.order(a, b)))
          visit(entry, this.ticksOf(entry));
    }
  }

  private forEachOpen(bucket: number, visit: (entry: number, ticks: number) => void): void {
    let ticks = this.firstOf(bucket);
    for (; ticks >>> BUCKET_SHIFT === bucket; ticks = this.after(this.prices, ticks))
      for (const entry of this.entriesOf(this.prices.get(ticks))) visit(entry, ticks);
  }

  /** Compares two entries: negative when `one` fires first, 0 when arrival order decides. */
  private order(one: number, other: number): number {
    const difference = this.ticksOf(one) - this.ticksOf(other);
    return this.rising !== 0 ? difference : 0 - difference;
  }

  /** The first price of an open bucket. */
  private firstOf(bucket: number): number {
    const end = (bucket << BUCKET_SHIFT) | (this.rising !== 0 ? 0 : BUCKET_REST);
    return this.prices.get(end) === 0 ? this.after(this.prices, end) : end;
  }

  /** Sorts the entries of a bucket by price, if not yet done. */
  private open(bucket: number): void {
    const list = this.buckets.get(bucket);
    if (this.headOf(list) === OPEN) return;
    const entries = this.entriesOf(list);
    this.setList(list, OPEN, entries.length);
    for (const entry of entries) this.insertOpen(entry << ENTRY_SHIFT, this.ticksOf(entry));
  }

  private entriesOf(list: number): number[] {
    const entries: number[] = [];
    let entry = this.headOf(list);
    for (; entry !== NO_ENTRY; entry = this.entries[((entry << ENTRY_SHIFT) & PLACES) + NEXT] as number)
      entries.push(entry);
    return entries;
  }

  /** `at`: the entry's position in `entries`. */
  private insert(at: number, ticks: number): void {
    const bucket = ticks >>> BUCKET_SHIFT;
    let list = this.buckets.get(bucket);
    if (list === 0) {
      list = this.makeList(this.buckets, bucket);
      if (this.nearest === NONE || this.isAhead(bucket, this.nearest)) this.setNearest(bucket);
    }
    this.entries[at + TICKS] = ticks;
    if (this.headOf(list) !== OPEN) {
      this.append(at, list, list);
      return;
    }
    this.addToOpen(list, 1);
    this.insertOpen(at, ticks);
  }

  private insertOpen(at: number, ticks: number): void {
    let list = this.prices.get(ticks);
    if (list === 0) {
      list = this.makeList(this.prices, ticks);
      this.firstTicks = 0;
    }
    this.append(at, list, 0 - list);
  }

  private remove(place: number, ticks: number): void {
    const { entries, lists } = this;
    const at = place & PLACES;
    const named = entries[at + LIST] as number;
    const list = (named < 0 ? 0 - named : named) & LISTS;
    const prev = entries[at + PREV] as number;
    const next = entries[at + NEXT] as number;
    if (prev === NO_ENTRY) lists[list * 2 + HEAD] = next;
    else entries[((prev << ENTRY_SHIFT) & PLACES) + NEXT] = next;
    if (next === NO_ENTRY) lists[list * 2 + TAIL] = prev;
    else entries[((next << ENTRY_SHIFT) & PLACES) + PREV] = prev;
    entries[at + TICKS] = 0;
    const isLast = prev === NO_ENTRY && next === NO_ENTRY;
    if (named < 0) this.leaveOpen(ticks, isLast ? list : 0);
    else if (isLast) this.dropBucket(ticks >>> BUCKET_SHIFT, list);
  }

  /** Handles an entry that left an open bucket. `emptied`: the list of its price when that is now empty, else 0. */
  private leaveOpen(ticks: number, emptied: number): void {
    const bucket = ticks >>> BUCKET_SHIFT;
    if (emptied !== 0) {
      this.prices.delete(ticks);
      this.freeLists.push(emptied);
      this.firstTicks = 0;
    }
    const list = this.buckets.get(bucket);
    if (this.addToOpen(list, -1) === 0) this.dropBucket(bucket, list);
  }

  private dropBucket(bucket: number, list: number): void {
    if (bucket === this.nearest) this.setNearest(this.after(this.buckets, bucket));
    this.buckets.delete(bucket);
    this.freeLists.push(list);
  }

  private setNearest(bucket: number): void {
    this.nearest = bucket;
    this.firstTicks = 0;
  }

  /** Appends an entry to a list and stores `named` as its list. */
  private append(place: number, list: number, named: number): void {
    const { entries, lists } = this;
    const at = place & PLACES;
    const entry = at >> ENTRY_SHIFT;
    const end = (list & LISTS) * 2 + TAIL;
    const tail = lists[end] as number;
    entries[at + PREV] = tail;
    entries[at + NEXT] = NO_ENTRY;
    entries[at + LIST] = named;
    if (tail === NO_ENTRY) lists[end - TAIL] = entry;
    else entries[((tail << ENTRY_SHIFT) & PLACES) + NEXT] = entry;
    lists[end] = entry;
  }

  private headOf(list: number): number {
    return this.lists[(list & LISTS) * 2 + HEAD] as number;
  }

  private setList(list: number, head: number, tail: number): void {
    this.lists[(list & LISTS) * 2 + HEAD] = head;
    this.lists[(list & LISTS) * 2 + TAIL] = tail;
  }

  /** @returns the number of entries in the open bucket */
  private addToOpen(list: number, more: number): number {
    const at = (list & LISTS) * 2 + TAIL;
    const count = (this.lists[at] as number) + more;
    this.lists[at] = count;
    return count;
  }

  /** Creates an empty list for a bucket or a price without one. */
  private makeList(ladder: PriceLadder, place: number): number {
    const list = this.freeLists.pop() ?? this.listCount++;
    if (list * 2 >= this.lists.length) this.lists = widened(this.lists, list * 2);
    this.setList(list, NO_ENTRY, NO_ENTRY);
    ladder.set(place, list);
    return list;
  }

  private after(ladder: PriceLadder, place: number): number {
    return this.rising !== 0 ? ladder.above(place) : ladder.below(place);
  }
}

/** Returns `length` zeros; `length` must be even. */
function intsOf(length: number): Int32Array {
  return new RowBuffer(length >>> 1).ints;
}

/** The same array, doubled until it includes index `at`. */
function widened(array: Int32Array, at: number): Int32Array {
  let length = array.length;
  while (length <= at) length *= 2;
  const wider = intsOf(length);
  wider.set(array);
  return wider;
}
