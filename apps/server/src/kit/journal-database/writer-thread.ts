import { parentPort, workerData } from "node:worker_threads";
import { DatabaseWriter } from "./database-writer.ts";
import { lockedBy } from "./locking-sessions.ts";
import { ReadyConnection } from "./ready-connection.ts";
import { CANDIDATE_NAME } from "./schema.ts";
import { watchTerm } from "./term-watch.ts";
import {
  BEATS,
  END,
  ENDED_FENCED,
  LOOKED_AT,
  REPLIES,
  STATE,
  type ToWriter,
  WRITER_STATES,
  type WriterReply,
  type WriterRequest,
  type WriterThreadData,
} from "./writer-messages.ts";

/** Must be well below WRITER_SILENCE_MS of the caller. */
const BEAT_EVERY_MS = 250;

/** A thread that writes to the database for one caller, which waits for each reply. It begins once it knows its term. */
const { settings, link } = workerData as WriterThreadData;
const warn = (message: string): void => parentPort?.postMessage(message);
const signal = new Int32Array(link.signal);
const times = new BigInt64Array(link.signal);
const closing = new AbortController();
/** When the present request arrived; undefined for none. */
let busySince: number | undefined;

async function execute(writer: DatabaseWriter, request: WriterRequest): Promise<WriterReply> {
  switch (request.kind) {
    case "append":
      await writer.append(request.frame);
      return { kind: "done" };
    case "open":
      return { kind: "done", end: await writer.open(request.journal) };
    case "activate":
      await writer.activate(request.path, request.origin);
      return { kind: "done" };
    case "discard":
      await writer.discard(request.path);
      return { kind: "done" };
    case "put-file":
      await writer.putFile(request.path, request.content, request.sha256);
      return { kind: "done" };
    case "drop-file":
      await writer.dropFile(request.path);
      return { kind: "done" };
  }
}

function reply(message: WriterReply): void {
  busySince = undefined;
  link.port.postMessage(message);
  Atomics.add(signal, REPLIES, 1);
  Atomics.notify(signal, REPLIES);
}

function fail(error: unknown): void {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  reply({ kind: "failed", error: { name, message } });
}

function begin(term: number): DatabaseWriter {
  const writer = new DatabaseWriter(
    { ...settings, term, ready },
    { onRefused: (why) => warn(`it refuses to write: ${why}`) },
  );
  link.port.on("message", (request: WriterRequest) => {
    busySince = performance.now();
    execute(writer, request).then(reply, fail);
  });
  void watchTerm(
    {
      ...settings,
      term,
      busyMs: () => (busySince === undefined ? 0 : performance.now() - busySince),
      onLed: (clockMs, ms) => {
        Atomics.store(times, LOOKED_AT, BigInt(clockMs));
        Atomics.store(times, LOOKED_AT + 1, ms);
      },
      onState: (state) => Atomics.store(signal, STATE, WRITER_STATES.indexOf(state)),
      onLocked: (holders) => warn(lockedBy(holders)),
      onFenced: (error) => {
        // The caller may be waiting, or call later. The process learns about it from the end of this thread.
        Atomics.store(signal, END, ENDED_FENCED);
        if (busySince !== undefined) fail(error);
        process.nextTick(() => {
          throw error;
        });
      },
    },
    closing.signal,
  );
  return writer;
}

let writing: DatabaseWriter | undefined;
let ready: ReadyConnection | undefined;
setInterval(() => Atomics.add(signal, BEATS, 1), BEAT_EVERY_MS);
parentPort?.on("message", (message: ToWriter) => {
  if (message.kind === "connect") {
    ready = new ReadyConnection(settings.database, `${CANDIDATE_NAME} ${settings.name}`);
    return;
  }
  if (message.kind === "begin") {
    writing = begin(message.term);
    return;
  }
  closing.abort();
  void Promise.resolve(writing?.close()).finally(() => process.exit(0));
});
