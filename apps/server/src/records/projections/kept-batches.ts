import type { EventBatch } from "@candor/domain/engine-port";

/** Size at which the next commit waits for the disk and the standbys, so that everything before it can be dropped. */
const MAX_BYTES = 16 * 1024 * 1024;

/** Batches in the tables, oldest first, whose rows a failover of the database may still lose. */
export class KeptBatches {
  private batches: EventBatch[] = [];
  private bytes = 0;

  get isFull(): boolean {
    return this.bytes >= MAX_BYTES;
  }

  get all(): readonly EventBatch[] {
    return this.batches;
  }

  add(batch: EventBatch): void {
    this.batches.push(batch);
    this.bytes += batch.words.byteLength;
  }

  /** Drops what is safe: all commands up to `seq`. */
  drop(seq: number): void {
    this.batches = this.batches.filter(({ lastSeq }) => lastSeq > seq);
    this.bytes = bytesOf(this.batches);
  }
}

export function bytesOf(batches: readonly EventBatch[]): number {
  return batches.reduce((bytes, { words }) => bytes + words.byteLength, 0);
}
