import { parentPort, workerData } from "node:worker_threads";
import { DatabaseWriter, type WriterSettings } from "./database-writer.ts";
import { BEATS, REPLIES, type WriterPort, type WriterReply, type WriterRequest } from "./writer-messages.ts";

/** Must be well below WRITER_SILENCE_MS of the caller. */
const BEAT_EVERY_MS = 1_000;

/** A thread that writes to the database for one caller, which waits for each reply. */
const { settings, link } = workerData as { readonly settings: WriterSettings; readonly link: WriterPort };
const writer = new DatabaseWriter(settings);
const signal = new Int32Array(link.signal);

async function execute(request: WriterRequest): Promise<WriterReply> {
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
  link.port.postMessage(message);
  Atomics.add(signal, REPLIES, 1);
  Atomics.notify(signal, REPLIES);
}

link.port.on("message", (request: WriterRequest) => {
  execute(request).then(reply, (error: unknown) => {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    reply({ kind: "failed", error: { name, message } });
  });
});
setInterval(() => Atomics.add(signal, BEATS, 1), BEAT_EVERY_MS);
parentPort?.once("message", () => {
  void writer.close().finally(() => process.exit(0));
});
