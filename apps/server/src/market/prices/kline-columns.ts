/** Room of a column when its first value is written. */
const FIRST_ROOM = 64;

/** Numbers of one field of a chart's bars. Its memory grows with its bars: many charts of a new exchange have few. */
export class NumberColumn {
  private values = new Float64Array(0);

  get(index: number): number {
    return this.values[index] as number;
  }

  set(index: number, value: number): void {
    if (index >= this.values.length) this.grow(index);
    this.values[index] = value;
  }

  dropOldest(count: number): void {
    this.values.copyWithin(0, count);
  }

  private grow(index: number): void {
    const grown = new Float64Array(Math.max(FIRST_ROOM, Math.ceil((index + 1) * 1.5)));
    grown.set(this.values);
    this.values = grown;
  }
}

/** Volumes of a chart's bars. Index and mark prices have none, so a column takes no memory until one is not zero. */
export class VolumeColumn {
  private values: bigint[] | undefined;

  get(index: number): bigint {
    return this.values?.[index] ?? 0n;
  }

  set(index: number, value: bigint): void {
    if (this.values === undefined) {
      if (value === 0n) return;
      this.values = [];
    }
    // Without holes, and with one object for all zeros.
    while (this.values.length < index) this.values.push(0n);
    this.values[index] = value === 0n ? 0n : value;
  }

  dropOldest(count: number): void {
    this.values = this.values?.slice(count);
  }

  clear(): void {
    this.values = undefined;
  }
}
