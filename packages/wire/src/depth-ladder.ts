import type { Side } from "@candor/domain/enumerations";

const INITIAL_LEVELS = 64;

/**
 * One side of a price-level book, as in the depth channel: each price has a total, a new total replaces the old one,
 * and zero removes the level. Both ends of the channel use this class.
 *
 * Levels are in a sorted array with the best one last, because most changes happen near the best price and then move
 * few others. Prices and quantities are integers in any unit.
 */
export class DepthLadder {
  private readonly sign: 1 | -1;
  /** Ascending: bids unchanged, asks negated. */
  private keys = new Float64Array(INITIAL_LEVELS);
  private quantities = new Float64Array(INITIAL_LEVELS);
  private count = 0;

  constructor(side: Side) {
    this.sign = side === "buy" ? 1 : -1;
  }

  /** Number of levels. */
  get size(): number {
    return this.count;
  }

  /** Returns the price of the level at `rank`, where 0 is the best. The rank must be below `size`. */
  priceAt(rank: number): number {
    return (this.keys[this.count - 1 - rank] as number) * this.sign;
  }

  quantityAt(rank: number): number {
    return this.quantities[this.count - 1 - rank] as number;
  }

  /** The best price; 0 when empty. */
  get best(): number {
    return this.count === 0 ? 0 : this.priceAt(0);
  }

  /** Returns the total at `price`, 0 when there is no such level. */
  quantityOf(price: number): number {
    const at = this.placeOf(price * this.sign);
    return at < this.count && this.keys[at] === price * this.sign ? (this.quantities[at] as number) : 0;
  }

  /** Sets the total at `price`; 0 removes the level. */
  set(price: number, quantity: number): void {
    const key = price * this.sign;
    const at = this.placeOf(key);
    const found = at < this.count && this.keys[at] === key;
    if (found && quantity > 0) this.quantities[at] = quantity;
    else if (found) this.removeAt(at);
    else if (quantity > 0) this.insertAt(at, key, quantity);
  }

  clear(): void {
    this.count = 0;
  }

  /** Returns the first index whose key is not below `key`. */
  private placeOf(key: number): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.keys[middle] as number) < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private insertAt(at: number, key: number, quantity: number): void {
    if (this.count === this.keys.length) this.grow();
    this.keys.copyWithin(at + 1, at, this.count);
    this.quantities.copyWithin(at + 1, at, this.count);
    this.keys[at] = key;
    this.quantities[at] = quantity;
    this.count += 1;
  }

  private removeAt(at: number): void {
    this.keys.copyWithin(at, at + 1, this.count);
    this.quantities.copyWithin(at, at + 1, this.count);
    this.count -= 1;
  }

  private grow(): void {
    const keys = new Float64Array(this.keys.length * 2);
    keys.set(this.keys);
    this.keys = keys;
    const quantities = new Float64Array(this.quantities.length * 2);
    quantities.set(this.quantities);
    this.quantities = quantities;
  }
}
