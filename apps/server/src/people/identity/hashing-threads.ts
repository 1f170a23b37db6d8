import type { HashLane, HashPlace } from "./hash-place.ts";
import { HashQueue } from "./hash-queue.ts";
import { HashingThread, type HashJob } from "./hashing-thread.ts";
import type { HashAnswer, HashTask } from "./password-hash-messages.ts";

/** Linux nice values. Orders come before any password, and known callers before strangers. */
const RESERVED_NICE = 10;
const STRANGERS_NICE = 19;

/** What waits for a hash in a lane, and how many requests it refused since the start. */
export interface LaneView {
  readonly waiting: number;
  readonly refused: number;
}

/**
 * The process's two hashing threads. Strangers have one to themselves and never the other, which operators and known
 * callers use in turn: a flood of strangers' logins fills only the strangers' queue.
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

  /** The process's own. */
  static shared(): HashingThreads {
    HashingThreads.instance ??= new HashingThreads();
    return HashingThreads.instance;
  }

  /** Rejects with HasherBusyError when too many wait, and with what went wrong in the thread. */
  run(task: HashTask, place: HashPlace): Promise<HashAnswer> {
    const queue = this.queues[place.lane];
    return new Promise((resolve, reject) => {
      const startedAt = performance.now();
      const aheadOf = queue.size;
      const done = (answer: HashAnswer): void => {
        // Its own wait is in there too: divided by those it waited for, that is what one takes.
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

  /** Operators and known callers in turn, so that neither can keep the other waiting. */
  private nextReserved(): HashJob | undefined {
    const { operator, known } = this.queues;
    const [first, second] = this.operatorsTurn ? [operator, known] : [known, operator];
    this.operatorsTurn = !this.operatorsTurn;
    return first.take() ?? second.take();
  }
}
