import { NONE } from "./order-slab.ts";

/** Ids of one page; a power of two. Small, because a page stays as long as one of its orders is live. */
const PAGE_IDS = 64;
const PAGE_MASK = PAGE_IDS - 1;
/** First size of table and pages, in pages. */
const INITIAL_PAGES = 16;

/**
 * Order id → slot, O(1) for every pattern of ids. The exchange gives ids out in ascending order, so they index
 * pages directly. A page whose orders are all closed is used again, and the table of pages forgets what lies before
 * the oldest live order. Memory follows the live orders: from 4 bytes an order where neighbours live together to a
 * page (260 bytes) for a lonely one, and 4 bytes for every 64 ids since the oldest live order.
 */
export class OrderDirectory {
  /** Live orders. */
  size = 0;
  /** First id that the table covers; a multiple of PAGE_IDS. */
  private baseId = 0;
  /** The page of each PAGE_IDS ids, or NONE. */
  private table = new Int32Array(INITIAL_PAGES).fill(NONE);
  /** Slots of all pages. */
  private slots = new Int32Array(INITIAL_PAGES * PAGE_IDS).fill(NONE);
  /** Live orders of each page. */
  private used = new Uint8Array(INITIAL_PAGES);
  /** First slot of a free page links the next free one. */
  private freePage = NONE;
  private pageCount = 0;

  /** @returns the slot of a live order, or NONE for any other number */
  get(orderId: number): number {
    const place = this.placeOf(orderId);
    return place === NONE ? NONE : (this.slots[place] as number);
  }

  /** Enters a live order. `orderId` is an integer above 0 and is not in the directory (else throws). */
  set(orderId: number, slot: number): void {
    const offset = orderId - this.baseId;
    let index = (offset - (offset & PAGE_MASK)) / PAGE_IDS;
    if (offset < 0 || index >= this.table.length) index = this.makeRoom(orderId);
    let page = this.table[index] as number;
    if (page === NONE) {
      page = this.takePage();
      this.table[index] = page;
    }
    const place = page * PAGE_IDS + (offset & PAGE_MASK);
    if (this.slots[place] !== NONE) throw new Error(`order id ${orderId} is taken`);
    this.slots[place] = slot;
    this.used[page] = (this.used[page] as number) + 1;
    this.size++;
  }

  /** Takes a closed order out. Throws when it is not in the directory. */
  delete(orderId: number): void {
    const place = this.placeOf(orderId);
    if (place === NONE || this.slots[place] === NONE) throw new Error(`order id ${orderId} is not live`);
    this.slots[place] = NONE;
    const page = (place - (place & PAGE_MASK)) / PAGE_IDS;
    const left = (this.used[page] as number) - 1;
    this.used[page] = left;
    this.size--;
    if (left === 0) {
      const offset = orderId - this.baseId;
      this.table[(offset - (offset & PAGE_MASK)) / PAGE_IDS] = NONE;
      this.slots[page * PAGE_IDS] = this.freePage;
      this.freePage = page;
    }
  }

  /** Bytes of all tables. */
  get byteLength(): number {
    return this.table.byteLength + this.slots.byteLength + this.used.byteLength;
  }

  /** Index into `slots`, or NONE. */
  private placeOf(orderId: number): number {
    const offset = orderId - this.baseId;
    const index = (offset - (offset & PAGE_MASK)) / PAGE_IDS;
    if (!(offset >= 0 && index < this.table.length)) return NONE;
    const page = this.table[index] as number;
    return page === NONE ? NONE : page * PAGE_IDS + (offset & PAGE_MASK);
  }

  private takePage(): number {
    const free = this.freePage;
    if (free !== NONE) {
      this.freePage = this.slots[free * PAGE_IDS] as number;
      this.slots[free * PAGE_IDS] = NONE;
      return free;
    }
    if (this.pageCount === this.used.length) {
      const pages = this.used.length * 2;
      const slots = new Int32Array(pages * PAGE_IDS).fill(NONE, this.slots.length);
      slots.set(this.slots);
      this.slots = slots;
      const used = new Uint8Array(pages);
      used.set(this.used);
      this.used = used;
    }
    return this.pageCount++;
  }

  /** Moves the table so that it covers `orderId` and every live order. @returns the index of the id's page. */
  private makeRoom(orderId: number): number {
    if (!Number.isSafeInteger(orderId) || orderId < 1) throw new RangeError(`order id ${orderId}`);
    let first = 0;
    let last = this.table.length - 1;
    while (first <= last && this.table[first] === NONE) first++;
    while (last >= first && this.table[last] === NONE) last--;
    const pageBase = orderId - (orderId % PAGE_IDS);
    const oldest = first > last ? pageBase : this.baseId + first * PAGE_IDS;
    const newest = first > last ? pageBase : this.baseId + last * PAGE_IDS;
    const baseId = Math.min(oldest, pageBase);
    const span = (Math.max(newest, pageBase) - baseId) / PAGE_IDS + 1;
    // Half of the table stays ahead of the newest order, so that moving it costs O(1) an order.
    let length = INITIAL_PAGES;
    while (length < span * 2) length *= 2;
    const table = new Int32Array(length).fill(NONE);
    if (first <= last) table.set(this.table.subarray(first, last + 1), (oldest - baseId) / PAGE_IDS);
    this.table = table;
    this.baseId = baseId;
    return (pageBase - baseId) / PAGE_IDS;
  }
}
