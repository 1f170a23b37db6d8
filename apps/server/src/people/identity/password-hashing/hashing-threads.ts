import type { HashLane, HashPlace } from "./hash-place.ts";
import { HashQueue } from "./hash-queue.ts";
import { HashingThread, type HashJob } from "./hashing-thread.ts";
import type { HashAnswer, HashTask } from "./password-hash-messages.ts";

/** Linux nice values. Orders run before any password, and known callers before strangers. */
const RESERVED_NICE = 10;
const STRANGERS_NICE = 19;

/** Hashes waiting in a lane, and requests rejected since the start. */
export interface LaneView {
  readonly waiting: number;
  readonly refused: number;
}

/**
 * The process's two hashing threads. Strangers have one thread and never use the other, which operators and known
 * callers share in turn: a flood of strangers' logins fills only the strangers' queue.
 */
export class HashingThreads {
  private static instance: HashingThreads | undefined;
  private readonly queues: Readonly<Record<HashLane, HashQueue<HashJob>>> = {
    operator: new HashQueue(),
    known: new HashQueue(),
    stranger: new HashQueue(),
  };
  private readonly reserved: HashingThread;
  private readonly strangers: HashingThread;
  private operatorsTurn = true;

  constructor() {
    this.reserved = new HashingThread({ nice: RESERVED_NICE }, () => this.nextReserved());
    this.strangers = new HashingThread({ nice: STRANGERS_NICE }, () => this.queues.stranger.take());
  }

  /** Returns the instance shared by the process. */
  static shared(): HashingThreads {
    HashingThreads.instance ??= new HashingThreads();
    return HashingThreads.instance;
  }

  /** Rejects with HasherBusyError if the queue is full, and with the thread's error if hashing fails. */
  run(task: HashTask, place: HashPlace): Promise<HashAnswer> {
    const queue = this.queues[place.lane];
    return new Promise((resolve, reject) => {
      const startedAt = performance.now();
      const aheadOf = queue.size;
      const done = (answer: HashAnswer): void => {
        // The elapsed time includes the wait; dividing by the queue position gives the time per hash.
        queue.took((performance.now() - startedAt) / (aheadOf + 1));
        resolve(answer);
      };
      queue.add(place, { task, resolve: done, reject });
      (place.lane === "stranger" ? this.strangers : this.reserved).next();
    });
  }

  view(lane: HashLane): LaneView {
    const { size, refusals } = this.queues[lane];
    return { waiting: size, refused: refusals };
  }

  /** Alternates between operators and known callers, so that neither can starve the other. */
  private nextReserved(): HashJob | undefined {
    const { operator, known } = this.queues;
    const [first, second] = this.operatorsTurn ? [operator, known] : [known, operator];
    this.operatorsTurn = !this.operatorsTurn;
    return first.take() ?? second.take();
  }
}
