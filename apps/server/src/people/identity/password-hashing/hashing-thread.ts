import { Worker } from "node:worker_threads";
import type { HashAnswer, HashTask, HashThreadSettings } from "./password-hash-messages.ts";

/** A task and its callbacks. */
export interface HashJob {
  readonly task: HashTask;
  readonly resolve: (answer: HashAnswer) => void;
  readonly reject: (error: Error) => void;
}

/** One thread that hashes one password at a time. It starts with the first job and does not keep the process alive. */
export class HashingThread {
  private readonly settings: HashThreadSettings;
  /** Returns the next job, or `undefined` if the queue is empty. */
  private readonly nextJob: () => HashJob | undefined;
  private worker: Worker | undefined;
  private running: HashJob | undefined;

  constructor(settings: HashThreadSettings, nextJob: () => HashJob | undefined) {
    this.settings = settings;
    this.nextJob = nextJob;
  }

  /** Takes the next job unless one is running. */
  next(): void {
    if (this.running !== undefined) return;
    this.running = this.nextJob();
    if (this.running === undefined) {
      this.worker?.unref();
      return;
    }
    this.worker ??= this.start();
    this.worker.ref();
    this.worker.postMessage(this.running.task);
  }

  private start(): Worker {
    const worker = new Worker(new URL("./password-hash-worker.ts", import.meta.url), {
      name: "passwords",
      workerData: this.settings,
    });
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
    worker.on("exit", (code) => lost(new Error(`hashing thread exited with code ${code}`)));
    return worker;
  }
}
