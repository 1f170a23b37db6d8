/** Room of a column when its first value is written. */
const FIRST_ROOM = 64;

/**
 * Numbers of one field of a chart's bars. Its memory grows with its bars, because many charts of a new exchange have few,
 * and a column takes none until one is not zero.
 */
export class NumberColumn {
  private values = new Float64Array(0);

  get(index: number): number {
    return this.values[index] ?? 0;
  }

  set(index: number, value: number): void {
    if (index >= this.values.length) {
      if (value === 0) return;
      this.grow(index);
    }
    this.values[index] = value;
  }

  dropOldest(count: number): void {
    this.values.copyWithin(0, count).fill(0, Math.max(0, this.values.length - count));
  }

  private grow(index: number): void {
    const grown = new Float64Array(roomFor(index));
    grown.set(this.values);
    this.values = grown;
  }
}

/**
 * Volumes of a chart's bars. Index and mark prices have none, so a column takes no memory until one is not zero. Objects
 * for the volumes of a day's charts would be a tenth of a small server's heap, so values are kept in 64 bits until one
 * is larger.
 */
export class VolumeColumn {
  private values: BigInt64Array | bigint[] | undefined;

  get(index: number): bigint {
    return this.values?.[index] ?? 0n;
  }

  set(index: number, value: bigint): void {
    if (value === 0n && (this.values === undefined || index >= this.values.length)) return;
    if (!Array.isArray(this.values) && BigInt.asIntN(64, value) !== value)
      this.values = Array.from(this.values ?? []);
    if (Array.isArray(this.values)) {
      // Without holes, which would make it slow.
      while (this.values.length < index) this.values.push(0n);
    } else if (this.values === undefined || index >= this.values.length) {
      const grown = new BigInt64Array(roomFor(index));
      grown.set(this.values ?? []);
      this.values = grown;
    }
    this.values[index] = value;
  }

  dropOldest(count: number): void {
    if (Array.isArray(this.values)) this.values = this.values.slice(count);
    else this.values?.copyWithin(0, count).fill(0n, Math.max(0, this.values.length - count));
  }

  clear(): void {
    this.values = undefined;
  }
}

function roomFor(index: number): number {
  return Math.max(FIRST_ROOM, Math.ceil((index + 1) * 1.25));
}
