import type { EventBatch } from "@candor/domain/engine-port";

/** Size of the newest batches that are kept for gateways that reconnect. */
const RETAINED_BYTES = 64 * 1024 * 1024;

/** The newest durable batches, in order and without gaps. */
export class RetainedBatches {
  private readonly maxBytes: number;
  private batches: EventBatch[] = [];
  private first = 0;
  private bytes = 0;
  private fromSeq: number;
  private toSeq: number;

  /** @param seq everything up to here is not retained */
  constructor(seq: number, maxBytes = RETAINED_BYTES) {
    this.maxBytes = maxBytes;
    this.fromSeq = seq;
    this.toSeq = seq;
  }

  /** All batches after this sequence number are retained. */
  get afterSeq(): number {
    return this.fromSeq;
  }

  get lastSeq(): number {
    return this.toSeq;
  }

  add(batch: EventBatch): void {
    if (batch.firstSeq !== this.toSeq + 1)
      throw new RangeError(`batch ${batch.firstSeq} does not follow ${this.toSeq}`);
    this.batches.push(batch);
    this.toSeq = batch.lastSeq;
    this.bytes += batch.words.byteLength;
    while (this.bytes > this.maxBytes) this.drop();
    if (this.first > this.batches.length / 2) {
      this.batches = this.batches.slice(this.first);
      this.first = 0;
    }
  }

  /** Returns the batches after `seq`; `undefined` if some of them are not retained. */
  after(seq: number): readonly EventBatch[] | undefined {
    if (seq < this.fromSeq || seq > this.toSeq) return undefined;
    let low = this.first;
    let high = this.batches.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.batches[middle] as EventBatch).firstSeq <= seq) low = middle + 1;
      else high = middle;
    }
    return this.batches.slice(low);
  }

  private drop(): void {
    const oldest = this.batches[this.first] as EventBatch;
    this.first++;
    this.fromSeq = oldest.lastSeq;
    this.bytes -= oldest.words.byteLength;
  }
}
