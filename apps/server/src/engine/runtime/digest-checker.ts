import { Worker } from "node:worker_threads";
import { CONTROL, DIGEST_BYTES, type DigestRing, SLOT_BYTES, SLOTS } from "./digest-ring.ts";

/** A ring that is not read for this long has lost its thread. */
const SILENCE_MS = 30_000;

/**
 * Compares the digests of replayed frames in a separate thread while the next frames are executed: hashing a frame's
 * events takes about a third of the time to produce them. Events are written directly to that thread's memory. Frames
 * are checked in order; a later `submit` or `finish` reports the first mismatch. All methods are synchronous.
 */
export class DigestChecker<T> {
  private readonly ring: DigestRing;
  private readonly control: Int32Array;
  private readonly worker: Worker;
  private readonly rooms: readonly Float64Array[];
  private produced = 0;
  /** Subject of each slot's content. */
  private readonly subjects: (T | undefined)[] = Array.from({ length: SLOTS }, () => undefined);

  constructor() {
    this.ring = {
      control: new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT * CONTROL.words),
      slots: new SharedArrayBuffer(SLOTS * SLOT_BYTES),
      digests: new SharedArrayBuffer(SLOTS * DIGEST_BYTES),
    };
    this.control = new Int32Array(this.ring.control);
    this.rooms = Array.from(
      { length: SLOTS },
      (_, slot) => new Float64Array(this.ring.slots, slot * SLOT_BYTES, SLOT_BYTES / 8),
    );
    this.worker = new Worker(new URL("./digest-worker.ts", import.meta.url), { workerData: this.ring });
    this.worker.unref();
  }

  /**
   * Waits for memory for the next frame's events, SLOT_BYTES long. Returns undefined until the thread runs; the caller
   * checks earlier frames.
   */
  room(): Float64Array | undefined {
    if (Atomics.load(this.control, CONTROL.ready) === 0) return undefined;
    this.awaitConsumed(this.produced - SLOTS + 1);
    return this.rooms[this.produced % SLOTS];
  }

  /**
   * Submits the first `length` bytes of the memory for checking; it belongs to the thread from then on.
   * @returns the subject of an earlier mismatch
   */
  submit(length: number, digest: Uint8Array, subject: T): T | undefined {
    const different = this.different();
    if (different !== undefined) return different;
    const slot = this.produced % SLOTS;
    new Uint8Array(this.ring.digests, slot * DIGEST_BYTES).set(digest);
    this.control[CONTROL.lengths + slot] = length;
    this.subjects[slot] = subject;
    Atomics.store(this.control, CONTROL.produced, ++this.produced);
    Atomics.notify(this.control, CONTROL.produced);
    return undefined;
  }

  /** Waits for all checks and ends the thread. @returns the subject of a mismatch */
  finish(): T | undefined {
    try {
      this.awaitConsumed(this.produced);
      return this.different();
    } finally {
      this.stop();
    }
  }

  /** Ends the thread and drops pending checks. */
  stop(): void {
    Atomics.store(this.control, CONTROL.stopped, 1);
    Atomics.notify(this.control, CONTROL.produced);
  }

  private different(): T | undefined {
    const position = Atomics.load(this.control, CONTROL.different);
    return position === 0 ? undefined : this.subjects[(position - 1) % SLOTS];
  }

  private awaitConsumed(count: number): void {
    for (;;) {
      const consumed = Atomics.load(this.control, CONTROL.consumed);
      if (consumed >= count) return;
      if (Atomics.wait(this.control, CONTROL.consumed, consumed, SILENCE_MS) === "timed-out")
        throw new Error(`the digest thread has not responded for ${SILENCE_MS} ms`);
    }
  }
}
