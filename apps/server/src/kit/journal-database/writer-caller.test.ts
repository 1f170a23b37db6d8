import { MessageChannel, Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { WriterCaller } from "./writer-caller.ts";
import { REPLIES, SIGNAL_BYTES } from "./writer-messages.ts";

/** A writer that wakes its caller again for the reply before, as happens when its thread is stopped in between. */
const LATE_WRITER = `
  const { workerData: { port, signal, replies } } = require("node:worker_threads");
  const counters = new Int32Array(signal);
  port.on("message", () => {
    while (Atomics.notify(counters, replies) === 0);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
    port.postMessage({ kind: "done", end: undefined });
    Atomics.add(counters, replies, 1);
    Atomics.notify(counters, replies);
  });
`;

test("CLUS-13 a caller that is woken without a reply waits for the reply", async () => {
  const { port1, port2 } = new MessageChannel();
  const signal = new SharedArrayBuffer(SIGNAL_BYTES);
  const writer = new Worker(LATE_WRITER, {
    eval: true,
    workerData: { port: port2, signal, replies: REPLIES },
    transferList: [port2],
  });
  const caller = new WriterCaller({ port: port1, signal });
  for (let call = 0; call < 3; call++)
    expect(caller.call({ kind: "discard", path: "exchange/journal" })).toBeUndefined();
  caller.close();
  await writer.terminate();
});
