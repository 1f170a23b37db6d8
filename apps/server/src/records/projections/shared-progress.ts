import type { ProjectorPort } from "./projector-port.ts";

/** Bytes: a flag, and then the sequence number where 64 bits are aligned. */
const BYTES = 16;
const SEQ_OFFSET = 8;

/** How far the read models are, in memory that all threads can read. */
export class SharedProgress {
  readonly memory: SharedArrayBuffer;
  private readonly overloaded: Int32Array;
  private readonly reached: BigInt64Array;
  /** Called after each publication in this thread. */
  onPublished: (() => void) | undefined;

  constructor(memory: SharedArrayBuffer = new SharedArrayBuffer(BYTES)) {
    this.memory = memory;
    this.overloaded = new Int32Array(memory, 0, 1);
    this.reached = new BigInt64Array(memory, SEQ_OFFSET, 1);
  }

  /** Publishes a projector's progress from now on. */
  follow(projector: ProjectorPort): void {
    const publish = (): void => {
      Atomics.store(this.reached, 0, BigInt(projector.reachedSeq));
      Atomics.store(this.overloaded, 0, projector.overloaded ? 1 : 0);
      this.onPublished?.();
    };
    projector.onProgress = publish;
    publish();
  }

  /** Publishes the progress that another process has told. */
  publish(reachedSeq: number, isOverloaded: boolean): void {
    Atomics.store(this.reached, 0, BigInt(reachedSeq));
    Atomics.store(this.overloaded, 0, isOverloaded ? 1 : 0);
  }

  get reachedSeq(): number {
    return Number(Atomics.load(this.reached, 0));
  }

  get isOverloaded(): boolean {
    return Atomics.load(this.overloaded, 0) === 1;
  }
}
