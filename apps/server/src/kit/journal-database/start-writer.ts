import { MessageChannel, Worker } from "node:worker_threads";
import { DatabaseUnusableError } from "./database-errors.ts";
import type { WriterSettings } from "./database-writer.ts";
import {
  END,
  ENDED,
  LOOKED_AT,
  monotonicMs,
  REPLIES,
  SIGNAL_BYTES,
  stateOfWriters,
  type WriterPort,
  type WriterState,
} from "./writer-messages.ts";

const WRITER_THREAD = new URL("./writer-thread.ts", import.meta.url);

/** A writer's thread. */
export interface StartedWriter {
  /** For a WriterCaller in this thread or, transferred with its port, in another. */
  readonly link: WriterPort;
  /** Rejects when the thread ends before `close`. */
  readonly lost: Promise<never>;
  /** What it does. Waiting for a standby is no failure: it goes on when one is back. */
  readonly state: WriterState;
  /**
   * Milliseconds since this term was surely the newest, by the clock or by monotonic time, whichever says more: one may
   * stand still while the machine or the process is stopped.
   */
  readonly leadingAgeMs: number;
  /** Ends the thread. Its caller must have received its last reply. */
  close(): Promise<void>;
}

/**
 * Starts a thread that writes to the database for one caller.
 * @param warn called with what keeps the database from writing, several times a second
 */
export function startWriter(settings: WriterSettings, warn?: (message: string) => void): StartedWriter {
  const { port1, port2 } = new MessageChannel();
  const signal = new SharedArrayBuffer(SIGNAL_BYTES);
  const times = new BigInt64Array(signal);
  // The term was begun just now.
  times[LOOKED_AT] = BigInt(Date.now());
  times[LOOKED_AT + 1] = monotonicMs();
  const worker = new Worker(WRITER_THREAD, {
    name: "journal-writer",
    workerData: { settings, link: { port: port2, signal } satisfies WriterPort },
    transferList: [port2],
  });
  if (warn !== undefined) worker.on("message", warn);
  // Only the thread's end must keep the process, not an idle port.
  port1.unref();
  let isClosing = false;
  let hasEnded = false;
  const lost = new Promise<never>((_resolve, reject) => {
    const end = (error: Error): void => {
      // Wakes a caller, which finds no reply.
      const counters = new Int32Array(signal);
      Atomics.compareExchange(counters, END, 0, ENDED);
      Atomics.add(counters, REPLIES, 1);
      Atomics.notify(counters, REPLIES);
      if (!isClosing) reject(error);
    };
    worker.once("error", end);
    worker.once("exit", (code) => {
      hasEnded = true;
      end(new DatabaseUnusableError(`its writer ended with code ${code}`));
    });
  });
  // Callers that do not wait for it learn about the end from their next call.
  lost.catch(() => undefined);
  return {
    link: { port: port1, signal },
    lost,
    get state() {
      return stateOfWriters([signal]);
    },
    get leadingAgeMs() {
      const byClock = Date.now() - Number(Atomics.load(times, LOOKED_AT));
      return Math.max(byClock, Number(monotonicMs() - Atomics.load(times, LOOKED_AT + 1)));
    },
    async close() {
      isClosing = true;
      if (hasEnded) return;
      const ended = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
      worker.postMessage("close");
      await ended;
    },
  };
}
