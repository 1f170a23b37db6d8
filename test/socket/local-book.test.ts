import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";
import { LocalBook } from "../support/socket/local-book.ts";

const CHANNEL = "depth.spot.BTCUSDT.diff";
const WAIT = { interval: 20 } as const;

/** A server that sends what the test says, and records what the example sends. */
let server: WebSocketServer;
let example: LocalBook;
let socket: WebSocket;
let received: string[];

beforeEach(async () => {
  received = [];
  server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  await once(server, "listening");
  server.on("connection", (connection) => {
    socket = connection;
    connection.on("message", (data: Buffer) => {
      const { type } = JSON.parse(data.toString("utf8")) as { readonly type: string };
      if (type !== "ping") received.push(type);
    });
    send("bind", { clientId: "c1", serverTimeMs: 1, pingMs: 10_000, reconnectMs: 50 });
  });
  const { port } = server.address() as AddressInfo;
  example = new LocalBook(`ws://127.0.0.1:${port}/ws`, "spot", "BTCUSDT");
  await heard("bind", "subscribe");
});
afterEach(async () => {
  example.stop();
  for (const client of server.clients) client.terminate();
  await new Promise((resolve) => {
    server.close(resolve);
  });
});

function send(type: string, data: object): void {
  socket.send(JSON.stringify({ type, data }));
}

type Level = readonly [price: string, quantity: string];

function depth(
  sequence: number,
  prevSequence: number | null,
  bids: readonly Level[],
  asks: readonly Level[],
) {
  const kind = prevSequence === null ? "snapshot" : "diff";
  send("depth", { channel: CHANNEL, kind, bids, asks, sequence, prevSequence });
}

async function heard(...types: readonly string[]): Promise<void> {
  await vi.waitFor(() => expect(received).toEqual(types), WAIT);
  received = [];
}

test("SOCK-33 the example applies diffs to the snapshot, and drops those that the snapshot contains", async () => {
  depth(9, 8, [["99.0", "1"]], []);
  depth(
    10,
    null,
    [
      ["10.0", "1"],
      ["9.0", "1"],
    ],
    [["11.0", "1"]],
  );
  await example.prints("10.0", "11.0");
  depth(10, 9, [["10.5", "1"]], []);
  depth(12, 8, [["10.0", "0.000"]], [["100.0", "2"]]);
  await example.prints("9.0", "11.0");
  depth(15, 12, [["9.5", "1"]], [["11.0", "0.000"]]);
  await example.prints("9.5", "100.0");
  expect(example.printed).toHaveLength(3);
});

test("SOCK-33 after a gap or a crossed book the example asks for a snapshot and shows nothing until it has it", async () => {
  depth(10, null, [["10.0", "1"]], [["11.0", "1"]]);
  await example.prints("10.0", "11.0");
  depth(13, 12, [["10.1", "1"]], []);
  await heard("resync");
  depth(14, 13, [["10.2", "1"]], []);
  depth(15, null, [["10.3", "1"]], [["11.0", "1"]]);
  await example.prints("10.3", "11.0");
  depth(16, 15, [["11.5", "1"]], []);
  await heard("resync");
  send("error", { error: "request.tooFast", msg: "", type: "resync" });
  await heard("resync");
  depth(17, null, [["10.4", "1"]], [["11.0", "1"]]);
  await example.prints("10.4", "11.0");
  expect(example.printed).toHaveLength(3);
});

test("SOCK-33 after a lost connection the example connects, subscribes and starts from a new snapshot", async () => {
  depth(10, null, [["10.0", "1"]], [["11.0", "1"]]);
  await example.prints("10.0", "11.0");
  socket.close(1001);
  await heard("bind", "subscribe");
  depth(21, 20, [["10.5", "1"]], []);
  depth(21, null, [["10.6", "1"]], [["11.0", "1"]]);
  await example.prints("10.6", "11.0");
  expect(example.printed).toHaveLength(2);
});
