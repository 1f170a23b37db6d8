import { Worker } from "node:worker_threads";
import { HasherBusyError } from "./hasher-busy-error.ts";
import { IDENTITY_LIMITS } from "./identity-limits.ts";
import type { HashAnswer, HashTask } from "./password-hash-messages.ts";

interface Waiting {
  readonly task: HashTask;
  readonly resolve: (answer: HashAnswer) => void;
  readonly reject: (error: Error) => void;
}

/**
 * One thread of the least priority that hashes, one password at a time, so that orders keep their processor whatever
 * is asked of it. It is made at the first password and holds nothing up at the end of the process.
 */
export class HashingThread {
  private static instance: HashingThread | undefined;
  private worker: Worker | undefined;
  private running: Waiting | undefined;
  private readonly waiting: Waiting[] = [];

  /** The process's one. */
  static shared(): HashingThread {
    HashingThread.instance ??= new HashingThread();
    return HashingThread.instance;
  }

  /** Rejects with HasherBusyError when too many wait, and with what went wrong in the thread. */
  run(task: HashTask): Promise<HashAnswer> {
    if (this.waiting.length >= IDENTITY_LIMITS.maxWaitingHashes) return Promise.reject(new HasherBusyError());
    return new Promise((resolve, reject) => {
      this.waiting.push({ task, resolve, reject });
      this.next();
    });
  }

  private next(): void {
    if (this.running !== undefined) return;
    this.running = this.waiting.shift();
    if (this.running === undefined) {
      this.worker?.unref();
      return;
    }
    this.worker ??= this.start();
    this.worker.ref();
    this.worker.postMessage(this.running.task);
  }

  private start(): Worker {
    const worker = new Worker(new URL("./password-hash-worker.ts", import.meta.url), { name: "passwords" });
    worker.on("message", (answer: HashAnswer) => {
      const done = this.running;
      this.running = undefined;
      if (answer.kind === "failed") done?.reject(new Error(`argon2id failed: ${answer.message}`));
      else done?.resolve(answer);
      this.next();
    });
    const lost = (error: Error): void => {
      if (this.worker !== worker) return;
      this.worker = undefined;
      const failed = this.running;
      this.running = undefined;
      failed?.reject(error);
      this.next();
    };
    worker.on("error", lost);
    worker.on("exit", (code) => lost(new Error(`the hashing thread has ended with code ${code}`)));
    return worker;
  }
}
