import { Worker } from "node:worker_threads";
import { CONTROL, DIGEST_BYTES, type DigestRing, SLOT_BYTES, SLOTS } from "./digest-ring.ts";

/** A ring that nobody reads for so long has lost its thread. */
const SILENCE_MS = 30_000;

/**
 * Compares the digests of replayed frames in a thread of its own, while the next ones are executed: hashing a frame's
 * events takes about a third as long as making them. They are written where that thread reads them. Frames are checked in
 * order; the first that differs is reported by a later `submit` or by `finish`, whichever comes first. All methods are
 * synchronous.
 */
export class DigestChecker<T> {
  private readonly ring: DigestRing;
  private readonly control: Int32Array;
  private readonly worker: Worker;
  private readonly rooms: readonly Float64Array[];
  private produced = 0;
  /** What each slot's content belongs to. */
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
   * Memory for the next frame's events, SLOT_BYTES long, once there is some. Undefined until the thread is at work: what
   * comes until then is the caller's to check.
   */
  room(): Float64Array | undefined {
    if (Atomics.load(this.control, CONTROL.ready) === 0) return undefined;
    this.awaitConsumed(this.produced - SLOTS + 1);
    return this.rooms[this.produced % SLOTS];
  }

  /**
   * Has what lies in the first `length` bytes of the room checked against its digest; the room is the thread's from here on.
   * @returns the subject of an earlier frame that was found to differ
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

  /** Waits for all checks and ends the thread. @returns the subject of a frame that was found to differ */
  finish(): T | undefined {
    try {
      this.awaitConsumed(this.produced);
      return this.different();
    } finally {
      this.stop();
    }
  }

  /** Ends the thread, whatever is still unchecked. */
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
        throw new Error(`the thread that checks digests has been silent for ${SILENCE_MS} ms`);
    }
  }
}
