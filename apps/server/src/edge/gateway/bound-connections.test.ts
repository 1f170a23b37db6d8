import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { connectionsWithin, limitConnections } from "./bound-connections.ts";

const MINUTE_MS = 60_000;

let server: Server;
const sockets: Socket[] = [];
beforeEach(async () => {
  server = createServer((socket) => socket.write("in"));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.close();
});

/** Opens a connection and returns whether it was accepted. */
async function comes(): Promise<{ readonly socket: Socket; readonly isIn: boolean }> {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  sockets.push(socket);
  socket.on("error", () => undefined); // A reset counts as a rejection.
  const isIn = await Promise.race([
    once(socket, "data").then(() => true),
    once(socket, "close").then(() => false),
  ]);
  return { socket, isIn };
}

test("SRV-06 connections beyond the limit are rejected, logged once a minute, and accepted again when others close", async () => {
  const logged: string[] = [];
  let nowMs = 0;
  limitConnections(
    server,
    2,
    (message) => logged.push(message),
    () => nowMs,
  );
  const first = await comes();
  expect([first.isIn, (await comes()).isIn, (await comes()).isIn, (await comes()).isIn]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(logged).toEqual([
    "connections: 2 are open, the maximum within the system's limit of open files: rejecting new ones",
  ]);
  nowMs = MINUTE_MS;
  expect((await comes()).isIn).toBe(false);
  expect(logged).toHaveLength(2);
  const gone = new Promise<void>((resolve) => {
    const check = () =>
      server.getConnections((_error, count) => (count < 2 ? resolve() : setImmediate(check)));
    check();
  });
  first.socket.destroy();
  await gone;
  expect((await comes()).isIn).toBe(true);
});

test("SRV-06 the connection limit reserves file descriptors for the exchange, however few there are", () => {
  expect(connectionsWithin(1_048_576)).toBe(1_048_064);
  expect(connectionsWithin(1_024)).toBe(512);
  expect(connectionsWithin(600)).toBe(150);
  expect(connectionsWithin(256)).toBe(64);
});
