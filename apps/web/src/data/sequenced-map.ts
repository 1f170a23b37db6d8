interface Entry<T> {
  readonly value: T;
  readonly seq: number;
  /** A reply holds all that its sequence number stands for; of pushes with one number the later one counts. */
  readonly fromReply: boolean;
}

/**
 * Things by id, each as of a sequence number of the journal. Replies and pushes may arrive in any order: the higher
 * number stands, and a push with the number of a reply says nothing new.
 */
export class SequencedMap<T> {
  private readonly entries = new Map<string, Entry<T>>();
  /** Of the last whole list: what it does not hold did not exist then. */
  private listSeq = 0;

  /** Takes a pushed value, unless something at least as new is known. */
  push(id: string, value: T, seq: number): void {
    const known = this.entries.get(id);
    if (known === undefined ? seq <= this.listSeq : this.outdates(known, seq)) return;
    this.entries.set(id, { value, seq, fromReply: false });
  }

  /** Takes a single value out of a reply. */
  reply(id: string, value: T, seq: number): void {
    const known = this.entries.get(id);
    if (known === undefined ? seq <= this.listSeq : seq < known.seq) return;
    this.entries.set(id, { value, seq, fromReply: true });
  }

  /** Takes a whole list; only what is newer than the list survives it. */
  replace(list: readonly (readonly [string, T])[], seq: number): void {
    if (seq < this.listSeq) return;
    this.listSeq = seq;
    for (const [id, entry] of this.entries) if (entry.seq <= seq) this.entries.delete(id);
    for (const [id, value] of list) {
      if (!this.entries.has(id)) this.entries.set(id, { value, seq, fromReply: true });
    }
  }

  /** Forgets the oldest of the values that are over, but for `keep` of them: a list may still be on its way. */
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
