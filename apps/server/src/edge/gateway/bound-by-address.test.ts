import { once } from "node:events";
import { createServer, request, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { connectionsOfAddress, limitConnectionsByAddress } from "./bound-by-address.ts";

let server: Server;
let from = "";
const warn = vi.fn();
const sockets: Socket[] = [];
beforeEach(async () => {
  server = createServer((_request, response) => response.end("in"));
  warn.mockClear();
  limitConnectionsByAddress(server, 2, warn, () => from);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.closeAllConnections();
  server.close();
});

const port = () => (server.address() as AddressInfo).port;

/** Opens an idle connection from the given address. */
async function holds(address: string): Promise<Socket> {
  from = address;
  const entered = once(server, "connection");
  const socket = connect(port(), "127.0.0.1");
  sockets.push(socket);
  await entered;
  return socket;
}

/** Sends one request on a new connection from the given address and returns the response. */
async function asks(address: string): Promise<{ readonly status: number; readonly retryAfter?: string }> {
  from = address;
  const sent = request({ port: port(), agent: false, method: "POST" });
  sent.end("x".repeat(100_000));
  const [response] = (await once(sent, "response")) as [
    { statusCode: number; headers: Record<string, string>; resume(): void },
  ];
  response.resume();
  const retryAfter = response.headers["retry-after"];
  return { status: response.statusCode, ...(retryAfter === undefined ? {} : { retryAfter }) };
}

test("SRV-07 an address has a limited number of connections and gets an error beyond it; other addresses and this machine connect", async () => {
  const first = await holds("203.0.113.9");
  await holds("203.0.113.9");
  expect(await asks("203.0.113.9")).toEqual({ status: 429, retryAfter: "10" });
  expect(await asks("203.0.113.10")).toEqual({ status: 200 });
  for (let at = 0; at < 4; at++) await holds("::ffff:127.0.0.1");
  expect(await asks("127.0.0.1")).toEqual({ status: 200 });
  expect(await asks("203.0.113.9")).toEqual({ status: 429, retryAfter: "10" });
  expect(warn.mock.calls).toEqual([[expect.stringContaining("one address has 2 open")]]);
  const left = new Promise<void>((resolve) => first.once("close", () => resolve()));
  first.destroy();
  await left;
  await expect.poll(() => asks("203.0.113.9")).toEqual({ status: 200 });
});

test("SRV-07 an IPv6 network counts as one address, and a rejected client does not hold its connection", async () => {
  await holds("2001:db8:1:2::1");
  await holds("2001:db8:1:2:ffff::9");
  const third = await holds("2001:db8:1:2::3");
  third.resume();
  await once(third, "close");
  expect(await asks("2001:db8:1:3::1")).toEqual({ status: 200 });
});

test("SRV-07 the bound is a quarter of few and 600 of many", () => {
  expect([512, 1_048_064].map(connectionsOfAddress)).toEqual([128, 600]);
});
