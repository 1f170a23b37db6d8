import { connect } from "node:net";
import { afterEach, expect, test } from "vitest";
import { GatewayUnderTest } from "../../support/wire/gateway-under-test.ts";
import { encodePayload } from "../../support/wire-client.ts";

const FOLLOWERS = [0, 2];
const FORM = "application/x-www-form-urlencoded";
const UPLOAD = "multipart/form-data; boundary=b";
const MIB = 1024 * 1024;
const LIMIT = { symbol: "BTCUSDT", side: "buy", type: "limit", price: "59000", quantity: "0.01" };

let exchange: GatewayUnderTest;
afterEach(() => exchange.close());

async function start(followers: number): Promise<number> {
  exchange = await GatewayUnderTest.start({}, followers);
  await exchange.app.listen({ port: 0, host: "127.0.0.1" });
  const address = exchange.app.server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** Sends requests and returns everything received until the server has ended the connection. */
function speak(port: number, parts: readonly (string | Buffer)[], isHalfClosed = false): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    let received = "";
    socket.setEncoding("utf8");
    socket.on("data", (text) => {
      received += String(text);
    });
    socket.once("end", () => {
      socket.destroy();
      resolve(received);
    });
    // After its reply the server does not wait for the rest of a body.
    socket.once("error", (error) => (received === "" ? reject(error) : resolve(received)));
    for (const part of parts) socket.write(part);
    if (isHalfClosed) socket.end();
  });
}

const head = (path: string, type: string, headers: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\n${headers}\r\n`;

test.each(FOLLOWERS)("GW-07 with %i followers, HTTP/1.0 without a host is answered", async (followers) => {
  const port = await start(followers);
  expect(await speak(port, ["GET /healthz HTTP/1.0\r\n\r\n"])).toMatch(/^HTTP\/1\.1 200 /);
  expect(await speak(port, ["HEAD /healthz HTTP/1.0\r\n\r\n"])).toMatch(/^HTTP\/1\.1 200 /);
});

test.each(FOLLOWERS)(
  "GW-07 with %i followers, a client that has ended its side of the connection gets its reply",
  async (followers) => {
    const port = await start(followers);
    const ana = await exchange.trader("ana@example.org", { USDT: "5000" });
    const body = encodePayload(LIMIT);
    const headers = `token: ${ana.token}\r\nContent-Length: ${body.length}\r\n`;
    // One call that a follower answers, and two that it forwards.
    expect(await speak(port, [head("/api/Entrus/doOrder", FORM, headers), body], true)).toContain(
      '"code":1,',
    );
    expect(await speak(port, [head("/api/User/profile", FORM, headers), body], true)).toContain('"code":');
    expect(await speak(port, ["GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"], true)).toMatch(/^HTTP\/1\.1 200 /);
  },
);

const CHUNK = Buffer.alloc(65_536, "A");
const chunked = (bytes: number): Buffer[] =>
  Array.from({ length: bytes / CHUNK.length }, () => [
    Buffer.from("10000\r\n"),
    CHUNK,
    Buffer.from("\r\n"),
  ]).flat();

test.each([
  ["/api/user/login", FORM, 3 * MIB],
  ["/api/Entrus/doOrder", FORM, 3 * MIB],
  ["/api/nothing", "application/json", 3 * MIB],
  ["/api/user/login", UPLOAD, 12 * MIB],
  ["/api/Entrus/doOrder", UPLOAD, 12 * MIB],
])(
  "GW-07 %s, %s: a body of %i bytes is too large, and the reply ends the connection",
  async (path, type, bytes) => {
    const port = await start(2);
    const long = Array.from({ length: bytes / CHUNK.length }, () => CHUNK);
    for (const parts of [
      [head(path, type, `Content-Length: ${bytes}\r\n`), ...long],
      [head(path, type, "Transfer-Encoding: chunked\r\n"), ...chunked(bytes)],
    ]) {
      const answer = await speak(port, parts);
      expect(answer).toMatch(/^HTTP\/1\.1 413 /);
      expect(answer).toMatch(/\r\nconnection: close\r\n/i);
      expect(answer).toContain('"code":413');
    }
  },
);

test.each(FOLLOWERS)(
  "WIRE-01 with %i followers, an upload of one byte too many gets 413",
  async (followers) => {
    const port = await start(followers);
    const long = Buffer.alloc(8 * MIB + 1, "A");
    const answer = await speak(port, [
      head("/api/user/login", UPLOAD, `Content-Length: ${long.length}\r\n`),
      long,
    ]);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  },
);

test("WIRE-01 a client that leaves in the middle of its body is no failure of the server", async () => {
  const port = await start(0);
  const answered = new Promise((resolve) =>
    exchange.app.server.once("request", (_request, response) => response.once("close", resolve)),
  );
  const socket = connect(port, "127.0.0.1");
  socket.write(head("/api/user/login", UPLOAD, "Content-Length: 60000\r\n") + "x".repeat(20_000));
  exchange.app.server.once("request", () => socket.destroy());
  await answered;
  await speak(port, ["GET /healthz HTTP/1.0\r\n\r\n"]);
  expect(exchange.errors).toEqual([]);
});
