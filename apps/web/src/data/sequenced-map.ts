interface Entry<T> {
  readonly value: T;
  readonly seq: number;
  /** A reply includes everything up to its sequence number; among pushes with the same number the later one wins. */
  readonly fromReply: boolean;
}

/**
 * Items by id, each as of a journal sequence number. Replies and pushes may arrive in any order: the higher number
 * wins, and a push with the same number as a reply is ignored.
 */
export class SequencedMap<T> {
  private readonly entries = new Map<string, Entry<T>>();
  /** Sequence number of the last full list: ids missing from it did not exist then. */
  private listSeq = 0;

  /** Applies a pushed value unless an equal or newer one is known. */
  push(id: string, value: T, seq: number): void {
    const known = this.entries.get(id);
    if (known === undefined ? seq <= this.listSeq : this.outdates(known, seq)) return;
    this.entries.set(id, { value, seq, fromReply: false });
  }

  /** Applies a single value from a reply. */
  reply(id: string, value: T, seq: number): void {
    const known = this.entries.get(id);
    if (known === undefined ? seq <= this.listSeq : seq < known.seq) return;
    this.entries.set(id, { value, seq, fromReply: true });
  }

  /** Applies a full list; only entries newer than the list are kept. */
  replace(list: readonly (readonly [string, T])[], seq: number): void {
    if (seq < this.listSeq) return;
    this.listSeq = seq;
    for (const [id, entry] of this.entries) if (entry.seq <= seq) this.entries.delete(id);
    for (const [id, value] of list) {
      if (!this.entries.has(id)) this.entries.set(id, { value, seq, fromReply: true });
    }
  }

  /** Drops the oldest closed values except the newest `keep`: a list may still be in flight. */
  forget(isOver: (value: T) => boolean, keep: number): void {
    const over = [...this.entries].filter(([, entry]) => isOver(entry.value));
    for (const [id] of over.slice(0, Math.max(0, over.length - keep))) this.entries.delete(id);
  }

  get size(): number {
    return this.entries.size;
  }

  values(): T[] {
    return Array.from(this.entries.values(), (entry) => entry.value);
  }

  clear(): void {
    this.entries.clear();
    this.listSeq = 0;
  }

  private outdates(known: Entry<T>, seq: number): boolean {
    return known.fromReply ? seq <= known.seq : seq < known.seq;
  }
}
