/** A map that evicts its oldest entry when full, so that strangers cannot fill the memory. */
export class BoundedMap<Key, Value> {
  private readonly entries = new Map<Key, Value>();
  private readonly capacity: number;

  constructor(capacity: number) {
    this.capacity = capacity;
  }

  get size(): number {
    return this.entries.size;
  }

  get(key: Key): Value | undefined {
    return this.entries.get(key);
  }

  /** Sets a value and moves its entry to the newest position. */
  set(key: Key, value: Value): void {
    this.entries.delete(key);
    if (this.entries.size >= this.capacity) {
      const oldest = this.entries.keys().next();
      if (oldest.done !== true) this.entries.delete(oldest.value);
    }
    this.entries.set(key, value);
  }

  /** Oldest first. */
  all(): IterableIterator<[Key, Value]> {
    return this.entries.entries();
  }

  delete(key: Key): void {
    this.entries.delete(key);
  }
}
