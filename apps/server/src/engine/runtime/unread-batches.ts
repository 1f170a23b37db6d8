import type { EventBatch } from "@candor/domain/engine-port";

const KIBIBYTE = 1024;

/**
 * Size of the batches that one thread has sent to another one and that this has not received yet. Both count in
 * kibibytes, which may overflow: only the difference matters.
 */
export class UnreadBatches {
  /** One Int32: the receiver's count. */
  readonly memory: SharedArrayBuffer;
  private readonly received: Int32Array;
  private sentKib = 0;

  constructor(memory: SharedArrayBuffer = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) {
    this.memory = memory;
    this.received = new Int32Array(memory);
  }

  /** Counts a batch that was sent. @returns the bytes that are unread now */
  send(batch: EventBatch): number {
    this.sentKib = (this.sentKib + kibibytesOf(batch)) | 0;
    return ((this.sentKib - Atomics.load(this.received, 0)) | 0) * KIBIBYTE;
  }

  /** Counts a batch that was received. */
  receive(batch: EventBatch): void {
    Atomics.add(this.received, 0, kibibytesOf(batch));
  }
}

const kibibytesOf = ({ words }: EventBatch): number => Math.ceil(words.byteLength / KIBIBYTE);
