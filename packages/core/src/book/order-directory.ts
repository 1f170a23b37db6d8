import { divideFloor } from "@candor/money/integer";
import { NONE } from "./order-slab.ts";

/** Ids of one page, as a power of two. Small, because a page stays as long as one of its orders is live. */
const PAGE_BITS = 4;
const PAGE_IDS = 1 << PAGE_BITS;
const PAGE_MASK = PAGE_IDS - 1;
/** First size of table and pages, in pages. */
const INITIAL_PAGES = 16;
/** Pages that the table spans at most: 4 MB, the last 16 million ids. Older live orders move to a map. */
const MAX_TABLE_PAGES = 1 << 20;

/**
 * Order id → slot, O(1) for every pattern of ids. The exchange gives ids out in ascending order, so recent ids
 * index pages directly. A page whose orders are all closed is used again, and the table of pages forgets what lies
 * before the oldest live order; the few orders that outlive the whole table move to a map. So memory follows the
 * live orders: from 4 bytes an order where neighbours live together to a page (65 bytes) for a lonely one.
 */
export class OrderDirectory {
  /** Live orders. */
  size = 0;
  /** First id that the table covers; a multiple of PAGE_IDS. */
  private baseId = 0;
  /** The page of each PAGE_IDS ids, or NONE. */
  private table = new Int32Array(INITIAL_PAGES).fill(NONE);
  /** Ids that the table covers; at most 2^24, so that offsets are small integers. */
  private spanIds = INITIAL_PAGES * PAGE_IDS;
  /** Slots of all pages. */
  private slots = new Int32Array(INITIAL_PAGES * PAGE_IDS).fill(NONE);
  /** Live orders of each page. */
  private used = new Uint8Array(INITIAL_PAGES);
  /** The first place of a free page links the next free one. */
  private freePage = NONE;
  private pageCount = 0;
  /** Live orders from before `baseId`. */
  private readonly elders = new Map<number, number>();
  private readonly maxTablePages: number;

  /** `maxTablePages` is a power of two, at least 16 and at most 2^20. */
  constructor(maxTablePages: number = MAX_TABLE_PAGES) {
    this.maxTablePages = maxTablePages;
  }

  /** @returns the slot of a live order, or NONE for any other integer */
  get(orderId: number): number {
    const offset = orderId - this.baseId;
    if (!(offset >= 0 && offset < this.spanIds)) return this.elders.get(orderId) ?? NONE;
    const page = this.table[offset >> PAGE_BITS] as number;
    return page === NONE ? NONE : (this.slots[(page << PAGE_BITS) | (offset & PAGE_MASK)] as number);
  }

  /** Enters a live order. Throws unless `orderId` is a safe integer above 0 that is not live. */
  set(orderId: number, slot: number): void {
    let offset = orderId - this.baseId;
    if (!(offset >= 0 && offset < this.spanIds)) {
      if (!this.moveTable(orderId)) return this.setElder(orderId, slot);
      offset = orderId - this.baseId;
    }
    let page = this.table[offset >> PAGE_BITS] as number;
    if (page === NONE) {
      page = this.takePage();
      this.table[offset >> PAGE_BITS] = page;
    }
    const place = (page << PAGE_BITS) | (offset & PAGE_MASK);
    if (this.slots[place] !== NONE) throw new Error(`order id ${orderId} is taken`);
    this.slots[place] = slot;
    this.used[page] = (this.used[page] as number) + 1;
    this.size++;
  }

  /** Takes an order out. @returns the slot it had, or NONE when it was not live */
  delete(orderId: number): number {
    const offset = orderId - this.baseId;
    if (!(offset >= 0 && offset < this.spanIds)) return this.deleteElder(orderId);
    const page = this.table[offset >> PAGE_BITS] as number;
    if (page === NONE) return NONE;
    const place = (page << PAGE_BITS) | (offset & PAGE_MASK);
    const slot = this.slots[place] as number;
    if (slot === NONE) return NONE;
    this.slots[place] = NONE;
    this.size--;
    const left = (this.used[page] as number) - 1;
    this.used[page] = left;
    if (left === 0) {
      this.table[offset >> PAGE_BITS] = NONE;
      this.freeUpPage(page);
    }
    return slot;
  }

  /** Bytes of all tables, the map of old orders left out. */
  get byteLength(): number {
    return this.table.byteLength + this.slots.byteLength + this.used.byteLength;
  }

  private setElder(orderId: number, slot: number): void {
    if (this.elders.has(orderId)) throw new Error(`order id ${orderId} is taken`);
    this.elders.set(orderId, slot);
    this.size++;
  }

  private deleteElder(orderId: number): number {
    const slot = this.elders.get(orderId);
    if (slot === undefined) return NONE;
    this.elders.delete(orderId);
    this.size--;
    return slot;
  }

  private takePage(): number {
    const free = this.freePage;
    if (free !== NONE) {
      this.freePage = this.slots[free << PAGE_BITS] as number;
      this.slots[free << PAGE_BITS] = NONE;
      return free;
    }
    if (this.pageCount === this.used.length) {
      const pages = this.used.length * 2;
      const slots = new Int32Array(pages << PAGE_BITS).fill(NONE, this.slots.length);
      slots.set(this.slots);
      this.slots = slots;
      const used = new Uint8Array(pages);
      used.set(this.used);
      this.used = used;
    }
    return this.pageCount++;
  }

  private freeUpPage(page: number): void {
    this.slots[page << PAGE_BITS] = this.freePage;
    this.freePage = page;
  }

  /**
   * Moves and grows the table until it covers `orderId`, with room for as many ids again. Pages that it cannot
   * span any more hand their orders to the map.
   * @returns false when the id itself is too old for the table
   */
  private moveTable(orderId: number): boolean {
    if (!Number.isSafeInteger(orderId) || orderId < 1) throw new RangeError(`order id ${orderId}`);
    if (orderId < this.baseId) return false;
    const pageBase = orderId - (orderId % PAGE_IDS);
    const old = this.table;
    let first = 0;
    const reach = (index: number) => divideFloor(pageBase - (this.baseId + index * PAGE_IDS), PAGE_IDS) + 1;
    for (; first < old.length; first++) {
      const page = old[first] as number;
      if (page === NONE) continue;
      if (reach(first) * 2 <= this.maxTablePages) break;
      this.retirePage(page, this.baseId + first * PAGE_IDS);
    }
    const baseId = first < old.length ? this.baseId + first * PAGE_IDS : pageBase;
    const span = divideFloor(pageBase - baseId, PAGE_IDS) + 1;
    let length = INITIAL_PAGES;
    while (length < span * 2) length *= 2;
    this.table = new Int32Array(length).fill(NONE);
    this.table.set(old.subarray(first));
    this.baseId = baseId;
    this.spanIds = length * PAGE_IDS;
    return true;
  }

  private retirePage(page: number, firstId: number): void {
    for (let i = 0; i < PAGE_IDS; i++) {
      const place = (page << PAGE_BITS) | i;
      const slot = this.slots[place] as number;
      if (slot === NONE) continue;
      this.elders.set(firstId + i, slot);
      this.slots[place] = NONE;
    }
    this.used[page] = 0;
    this.freeUpPage(page);
  }
}
