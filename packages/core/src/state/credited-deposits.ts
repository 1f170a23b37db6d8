/** Initial size of the table, in deposits; a power of two. */
const INITIAL_DEPOSITS = 1_024;
/** A row: the transaction hash in eight words, the chain, the log index plus one. */
const HASH_WORDS = 8;
const CHAIN = 8;
const LOG = 9;
const ROW = 10;

/**
 * Every on-chain transfer ever credited, so that none is credited twice, even if a watcher forgets or a chain repeats
 * one. Entries are never removed: 64 bytes per deposit. Hashes are stored and compared in full.
 */
export class CreditedDeposits {
  /** Rows in credit order; the sequence numbers of the deposits are kept separately. */
  private rows = new Uint32Array(INITIAL_DEPOSITS * ROW);
  private seqs = new Float64Array(INITIAL_DEPOSITS);
  private count = 0;
  /** Rows with the same hash, newest first: row plus one; 0 ends the chain. */
  private buckets = new Int32Array(INITIAL_DEPOSITS * 2);
  private chain = new Int32Array(INITIAL_DEPOSITS);
  private readonly sought = new Uint32Array(ROW);

  get size(): number {
    return this.count;
  }

  /** The sequence number of the command that credited this transfer, or 0. The caller has validated the hash. */
  find(chainIndex: number, txHash: string, logIndex: number): number {
    this.seek(chainIndex, txHash, logIndex);
    let row = (this.buckets[this.bucketOf(this.sought, 0)] as number) - 1;
    while (row >= 0) {
      if (this.isSought(row)) return this.seqs[row] as number;
      row = (this.chain[row] as number) - 1;
    }
    return 0;
  }

  /** Adds a transfer that `find` does not return. */
  add(chainIndex: number, txHash: string, logIndex: number, seq: number): void {
    this.seek(chainIndex, txHash, logIndex);
    if (this.count === this.seqs.length) this.grow();
    const row = this.count++;
    this.rows.set(this.sought, row * ROW);
    this.seqs[row] = seq;
    this.link(row);
  }

  /** The rows and the sequence numbers, for snapshots. These are views; copy them at once. */
  contents(): { readonly rows: Uint32Array; readonly seqs: Float64Array } {
    return { rows: this.rows.subarray(0, this.count * ROW), seqs: this.seqs.subarray(0, this.count) };
  }

  /**
   * For snapshots only: restores the result of `contents` into an empty table.
   * @returns whether rows and sequence numbers match
   */
  restore(rows: Uint32Array, seqs: Float64Array): boolean {
    if (rows.length !== seqs.length * ROW) return false;
    while (this.seqs.length < seqs.length) this.grow();
    this.rows.set(rows);
    this.seqs.set(seqs);
    this.count = seqs.length;
    for (let row = 0; row < this.count; row++) this.link(row);
    return true;
  }

  get byteLength(): number {
    return this.rows.byteLength + this.seqs.byteLength + this.buckets.byteLength + this.chain.byteLength;
  }

  private seek(chainIndex: number, txHash: string, logIndex: number): void {
    const { sought } = this;
    for (let word = 0; word < HASH_WORDS; word++)
      sought[word] = Number.parseInt(txHash.slice(2 + word * 8, 10 + word * 8), 16);
    sought[CHAIN] = chainIndex;
    sought[LOG] = logIndex + 1;
  }

  private isSought(row: number): boolean {
    for (let word = 0; word < ROW; word++)
      if (this.rows[row * ROW + word] !== this.sought[word]) return false;
    return true;
  }

  /** FNV-1a over a row's words. */
  private bucketOf(words: Uint32Array, at: number): number {
    let hash = 0x811c9dc5;
    for (let word = 0; word < ROW; word++) hash = Math.imul(hash ^ (words[at + word] as number), 0x01000193);
    return (hash ^ (hash >>> 15)) & (this.buckets.length - 1);
  }

  private link(row: number): void {
    const bucket = this.bucketOf(this.rows, row * ROW);
    this.chain[row] = this.buckets[bucket] as number;
    this.buckets[bucket] = row + 1;
  }

  private grow(): void {
    const capacity = this.seqs.length * 2;
    const rows = new Uint32Array(capacity * ROW);
    rows.set(this.rows);
    const seqs = new Float64Array(capacity);
    seqs.set(this.seqs);
    this.rows = rows;
    this.seqs = seqs;
    this.buckets = new Int32Array(capacity * 2);
    this.chain = new Int32Array(capacity);
    for (let row = 0; row < this.count; row++) this.link(row);
  }
}
