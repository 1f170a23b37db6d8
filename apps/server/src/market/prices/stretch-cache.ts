/** A bounded cache of values per time stretch; the oldest entry is evicted first. */
export class StretchCache<Value> {
  private readonly entries = new Map<number, Value>();
  private readonly capacity: number;

  constructor(capacity: number) {
    this.capacity = capacity;
  }

  get(startMs: number, make: () => Value): Value {
    const known = this.entries.get(startMs);
    if (known !== undefined) return known;
    const made = make();
    if (this.entries.size >= this.capacity) {
      const oldest = this.entries.keys().next();
      if (oldest.done !== true) this.entries.delete(oldest.value);
    }
    this.entries.set(startMs, made);
    return made;
  }
}
