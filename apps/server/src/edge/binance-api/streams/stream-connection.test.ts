import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { afterEach, expect, test } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { SOCKET_LIMITS } from "../../socket/socket-limits.ts";
import { StreamConnection } from "./stream-connection.ts";
import { StreamMessage } from "./stream-message.ts";

const MEGABYTE = 1_048_576;
/** Exceeds the kernel's socket buffers, which hold a few megabytes. */
const MAX_MESSAGES = 1_000;
const server = new WebSocketServer({ port: 0, host: "127.0.0.1", perMessageDeflate: false });
const clients: WebSocket[] = [];

afterEach(() => {
  for (const client of clients) client.terminate();
  server.close();
});

/** Connects a stream client and returns both ends. */
async function connect(): Promise<{ connection: StreamConnection; stream: Duplex; client: WebSocket }> {
  const accepted = new Promise<{ socket: WebSocket; stream: Duplex }>((resolve) =>
    server.once("connection", (socket, { socket: stream }) => resolve({ socket, stream })),
  );
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  clients.push(client);
  const { socket, stream } = await accepted;
  const limits = { ...SOCKET_LIMITS, closeTimeoutMs: 100 };
  return {
    connection: new StreamConnection({ socket, stream, isCombined: false }, limits, Date.now()),
    stream,
    client,
  };
}

test("BIN-15 a listener with a megabyte of pending output is disconnected, and the others still receive events", async () => {
  const slow = await connect();
  const quick = await connect();
  let received = 0;
  quick.client.on("message", () => {
    received += 1;
  });
  const isCut = new Promise((resolve) => slow.stream.once("close", resolve));
  slow.client.pause();
  const { socket } = slow.connection;
  let sent = 0;
  let most = 0;
  for (; socket.readyState === WebSocket.OPEN && sent < MAX_MESSAGES; sent++) {
    most = Math.max(most, slow.stream.writableLength);
    const message = new StreamMessage("btcusdt@depth", { e: "depthUpdate", text: "x".repeat(50_000) });
    slow.connection.send(message);
    quick.connection.send(message);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(sent).toBeLessThan(MAX_MESSAGES);
  expect(most).toBeLessThanOrEqual(MEGABYTE);
  expect(slow.stream.writableLength).toBeGreaterThan(MEGABYTE);
  await isCut;
  await expect.poll(() => received).toBe(sent);
});
