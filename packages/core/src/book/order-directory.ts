import type { OrderSlab } from "../memory/order-slab.ts";
import { NONE } from "../memory/order-slab.ts";
import { RowBuffer } from "../memory/row-buffer.ts";

/** Initial size of the table, in places; a power of two. */
const INITIAL_PLACES = 1_024;
/** The table doubles when more than three quarters of its places are in use. */
const FULL_QUARTERS = 3;
/** Neighboring ids share a cache line of places, because new orders are looked up most. */
const LINE_BITS = 3;
const LINE_MASK = (1 << LINE_BITS) - 1;
/** Knuth's multiplicative hash: 2^32 ÷ the golden ratio. */
const GOLDEN = 0x9e3779b1;

/** A place holds the low 32 bits of the id, and the slot plus one; 0 means the place is free. */
const PLACE_INTS = 2;
/** `place & PLACES` equals the place. It helps V8; see SLOTS. */
const PLACES = (1 << 28) - 1;
const LOW = 0;
const SLOT = 1;

/**
 * Order id → slot: a hash table with linear probing. 8 bytes per place and one cache line for most lookups, whatever
 * ids are live at once; 11 to 22 bytes per live order after the table has doubled.
 *
 * A place holds only the low half of an id; the order's row holds the whole id. So the row must carry the id before the
 * order is entered and until it is removed.
 */
export class OrderDirectory {
  /** Live orders. */
  size = 0;
  private readonly slab: OrderSlab;
  private places = new RowBuffer(INITIAL_PLACES).ints;
  private mask = INITIAL_PLACES - 1;
  /** Shift that leaves the hash bits which select a line of the table. */
  private shift = Math.clz32(INITIAL_PLACES >> LINE_BITS) + 1;

  constructor(slab: OrderSlab) {
    this.slab = slab;
  }

  /** @returns the slot of a live order, or NONE for any other integer */
  get(orderId: number): number {
    const place = this.placeOf(orderId);
    return place < 0 ? NONE : (this.places[(place & PLACES) * PLACE_INTS + SLOT] as number) - 1;
  }

  /** Adds a live order. Throws unless `orderId` is a safe integer above 0 that is not live. */
  set(orderId: number, slot: number): void {
    if (!Number.isSafeInteger(orderId) || orderId < 1) throw new RangeError(`order id ${orderId}`);
    if (this.size * 4 >= (this.mask + 1) * FULL_QUARTERS) this.grow();
    const { places, mask, slab } = this;
    const low = orderId | 0;
    let place = this.homeOf(low);
    for (; places[place * PLACE_INTS + SLOT] !== 0; place = (place + 1) & mask & PLACES) {
      const other = (places[place * PLACE_INTS + SLOT] as number) - 1;
      if (places[place * PLACE_INTS + LOW] === low && slab.idOf(other) === orderId)
        throw new Error(`order id ${orderId} is taken`);
    }
    places[place * PLACE_INTS + LOW] = low;
    places[place * PLACE_INTS + SLOT] = slot + 1;
    this.size++;
  }

  /**
   * Removes an order.
   * @returns its former slot, or NONE when it was not live
   */
  delete(orderId: number): number {
    const place = this.placeOf(orderId);
    if (place < 0) return NONE;
    const slot = (this.places[(place & PLACES) * PLACE_INTS + SLOT] as number) - 1;
    this.close(place);
    this.size--;
    return slot;
  }

  get byteLength(): number {
    return this.places.byteLength;
  }

  /** The place of a live order, or −1. */
  private placeOf(orderId: number): number {
    const { places, mask, slab } = this;
    const low = orderId | 0;
    for (let place = this.homeOf(low); ; place = (place + 1) & mask & PLACES) {
      const slot = (places[place * PLACE_INTS + SLOT] as number) - 1;
      if (slot === NONE) return -1;
      if (places[place * PLACE_INTS + LOW] === low && slab.idOf(slot) === orderId) return place;
    }
  }

  /** The place where the search for an id begins. */
  private homeOf(low: number): number {
    const line = (Math.imul(low >>> LINE_BITS, GOLDEN) >>> this.shift) << LINE_BITS;
    return (line | (low & LINE_MASK)) & PLACES;
  }

  /** Frees a place. Moves up displaced entries behind it, so that every search still finds its entry. */
  private close(place: number): void {
    const { places, mask } = this;
    let free = place & PLACES;
    let next = (free + 1) & mask & PLACES;
    for (; places[next * PLACE_INTS + SLOT] !== 0; next = (next + 1) & mask & PLACES) {
      const low = places[next * PLACE_INTS + LOW] as number;
      if (((next - this.homeOf(low)) & mask) < ((next - free) & mask)) continue;
      places[free * PLACE_INTS + LOW] = low;
      places[free * PLACE_INTS + SLOT] = places[next * PLACE_INTS + SLOT] as number;
      free = next;
    }
    places[free * PLACE_INTS + SLOT] = 0;
  }

  private grow(): void {
    const old = this.places;
    const count = (this.mask + 1) * 2;
    this.places = new RowBuffer(count).ints;
    this.mask = count - 1;
    this.shift--;
    const { places, mask } = this;
    for (let at = 0; at < old.length; at += PLACE_INTS) {
      if (old[at + SLOT] === 0) continue;
      let place = this.homeOf(old[at + LOW] as number);
      while (places[place * PLACE_INTS + SLOT] !== 0) place = (place + 1) & mask;
      places[place * PLACE_INTS + LOW] = old[at + LOW] as number;
      places[place * PLACE_INTS + SLOT] = old[at + SLOT] as number;
    }
  }
}
