import { MessageChannel, type MessagePort, Worker } from "node:worker_threads";
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
  type ToWriter,
  type WriterPort,
  type WriterState,
  type WriterThreadData,
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

/** A writer's thread that waits for its term. */
export interface PreparedWriter {
  /** Connects to the database before the term is known. Call at most once, before `begin`. */
  connect(): void;
  /**
   * Begins to write in a term. Call once.
   * @param warn called with what keeps the database from writing, several times a second
   */
  begin(term: number, warn?: (message: string) => void): StartedWriter;
  /** Ends the thread if it has not begun. */
  drop(): Promise<void>;
}

/**
 * Starts a thread that writes to the database for one caller.
 * @param warn called with what keeps the database from writing, several times a second
 * @internal
 */
export function startWriter(
  { term, ...settings }: WriterSettings,
  warn?: (message: string) => void,
): StartedWriter {
  return prepareWriter(settings).begin(term, warn);
}

/** Starts a writer's thread before its term is known: a thread needs more time to start than to write. */
export function prepareWriter(settings: Omit<WriterSettings, "term">): PreparedWriter {
  const { port1, port2 } = new MessageChannel();
  const signal = new SharedArrayBuffer(SIGNAL_BYTES);
  const worker = new Worker(WRITER_THREAD, {
    name: "journal-writer",
    workerData: { settings, link: { port: port2, signal } satisfies WriterPort } satisfies WriterThreadData,
    transferList: [port2],
  });
  let started: StartedWriter | undefined;
  const prepared = startedWriter(worker, port1, signal);
  return {
    connect: () => worker.postMessage({ kind: "connect" } satisfies ToWriter),
    begin: (term, warn) => {
      if (warn !== undefined) worker.on("message", warn);
      const times = new BigInt64Array(signal);
      // The term was begun just now.
      times[LOOKED_AT] = BigInt(Date.now());
      times[LOOKED_AT + 1] = monotonicMs();
      worker.postMessage({ kind: "begin", term } satisfies ToWriter);
      started = prepared;
      return prepared;
    },
    drop: async () => {
      if (started === undefined) await prepared.close();
    },
  };
}

/** Watches the thread from its start: what fails before the term begins is reported to its caller then. */
function startedWriter(worker: Worker, port1: MessagePort, signal: SharedArrayBuffer): StartedWriter {
  const times = new BigInt64Array(signal);
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
      worker.postMessage({ kind: "close" } satisfies ToWriter);
      await ended;
    },
  };
}
