import { Worker } from "node:worker_threads";
import type { EventBatch } from "@candor/domain/engine-port";
import type { ExchangeHome } from "./exchange-home.ts";
import { FOLLOWING_ENDS, type FollowSettings, type FromFollower } from "./follow-messages.ts";
import { loaderOf } from "./load-thread.ts";
import { ENGINE_LIMITS } from "./thread-limits.ts";

export interface JournalEventsOptions
  extends Pick<FollowSettings, "eventsAfterSeq" | "snapshotInterval" | "syncs"> {
  readonly home: ExchangeHome;
  /** `exchangeThread`. */
  readonly thread: URL | Promise<URL>;
  /** Receives every batch after `eventsAfterSeq`, in order; the next ones wait until it resolves. */
  readonly onBatch: (batch: EventBatch) => Promise<void>;
  readonly warn: (message: string) => void;
}

/** A thread that executes the exchange's frames. */
export interface JournalEvents {
  /** Resolves with the journal's last command when all of it was posted. Rejects like `lost`. */
  readonly caughtUp: Promise<{ readonly seq: number; readonly snapshotSeq: number }>;
  /** Rejects when the thread fails, or `onBatch` does: a damaged journal, a divergence. */
  readonly lost: Promise<never>;
  close(): Promise<void>;
}

/** Executes the frames of a journal that another process writes, in a thread of its own. */
export async function startJournalEvents(options: JournalEventsOptions): Promise<JournalEvents> {
  const { home, eventsAfterSeq, snapshotInterval, syncs } = options;
  const batchesRead = new SharedArrayBuffer(4);
  const read = new Int32Array(batchesRead);
  const settings: FollowSettings = {
    task: "follow",
    home,
    eventsAfterSeq,
    snapshotInterval,
    syncs,
    batchesRead,
  };
  const worker = new Worker(loaderOf((await options.thread).href), {
    name: "follower",
    workerData: settings,
    resourceLimits: ENGINE_LIMITS,
    eval: true,
  });
  const lost = Promise.withResolvers<never>();
  const caughtUp = Promise.withResolvers<{ seq: number; snapshotSeq: number }>();
  lost.promise.catch((error: unknown) => caughtUp.reject(error));
  caughtUp.promise.catch(() => undefined);
  const exited = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
  worker.once("error", lost.reject);
  worker.once("exit", (code) => lost.reject(new Error(`the follower's thread exited with code ${code}`)));
  let reading: Promise<void> = Promise.resolve();
  const take = async (before: Promise<void>, batch: EventBatch): Promise<void> => {
    await before;
    await options.onBatch(batch);
    // Not after `close`, whose number must remain.
    const seen = Atomics.load(read, 0);
    if (seen !== FOLLOWING_ENDS) Atomics.compareExchange(read, 0, seen, seen + 1);
    Atomics.notify(read, 0);
  };
  worker.on("message", (message: FromFollower) => {
    switch (message.kind) {
      case "batch":
        reading = take(reading, message.batch);
        reading.catch(lost.reject);
        return;
      case "caught-up":
        reading.then(() => caughtUp.resolve(message)).catch(() => undefined);
        return;
      case "warning":
        options.warn(message.message);
    }
  });
  return {
    caughtUp: caughtUp.promise,
    lost: lost.promise,
    async close() {
      Atomics.store(read, 0, FOLLOWING_ENDS);
      Atomics.notify(read, 0);
      await exited;
    },
  };
}
