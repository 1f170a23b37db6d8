import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GatewayUnderTest } from "../../support/wire/gateway-under-test.ts";
import { encodePayload } from "../../support/wire-client.ts";

/** A short timeout for clients that send requests but do not read. */
const STALLED_MS = 6_000;

let exchange: GatewayUnderTest;
let port = 0;
beforeAll(async () => {
  exchange = await GatewayUnderTest.start({ gateway: { stalledMs: STALLED_MS } });
  // As on a server with sockets: otherwise nothing would be treated as an upgrade.
  exchange.app.server.on("upgrade", (_request, stream) => stream.destroy());
  await exchange.app.listen({ port: 0, host: "127.0.0.1" });
  const address = exchange.app.server.address();
  port = typeof address === "object" && address !== null ? address.port : 0;
});
afterAll(async () => {
  await exchange.close();
});

/** Sends raw bytes; @returns everything received until `until` matched or the connection ended */
function sendRaw(bytes: readonly (string | Buffer)[], until: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    let received = "";
    const finish = () => {
      socket.destroy();
      resolve(received);
    };
    socket.setEncoding("utf8");
    socket.on("data", (text) => {
      received += String(text);
      if (until.test(received)) finish();
    });
    socket.on("close", finish);
    // After rejecting a body, a server may reset the connection while the rest is still being sent.
    socket.on("error", (error) => (received === "" ? reject(error) : finish()));
    for (const part of bytes) socket.write(part);
  });
}

const post = (path: string, body: string, headers = "") =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/x-www-form-urlencoded\r\n${headers}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

test("WIRE-01 a megabyte over a real connection is answered with 413 in the envelope", async () => {
  const head = `POST /api/Entrus/doOrder HTTP/1.1\r\nhost: x\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: 1048581\r\n\r\n`;
  const answer = await sendRaw([head, "data=", Buffer.alloc(1_048_576, "A")], /"code":413/);
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(answer).toMatch(/\{"code":413,"msg":"Too large, at most 64 KiB","time":[0-9]+,"data":"[^"]+"\}/);
});

test("WIRE-01 a body in chunks that grows too large is stopped at the bound", async () => {
  const head =
    "POST /api/Entrus/doOrder HTTP/1.1\r\nhost: x\r\ncontent-type: application/x-www-form-urlencoded\r\ntransfer-encoding: chunked\r\n\r\n";
  const chunk = `8000\r\n${"A".repeat(32_768)}\r\n`;
  expect(await sendRaw([head, chunk, chunk, chunk, chunk], /"code":413/)).toContain('"code":413');
});

test("WIRE-01 requests that follow each other on one connection are answered in their order", async () => {
  const body = encodePayload({ symbol: "ETHUSDT" });
  const both = post("/api/market/depth", body) + post("/API/MARKET/MERGED/", body);
  const answer = await sendRaw([both], /\{"code":1[\s\S]*\{"code":1[\s\S]*"\}$/);
  const parts = [...answer.matchAll(/"data":"([^"]+)"/g)].map(
    ([, data]) => JSON.parse(Buffer.from(data ?? "", "base64").toString("utf8")) as Record<string, unknown>,
  );
  expect(parts.map((part) => Object.keys(part)[0])).toEqual(["symbol", "ticker"]);
});

/** Requests more than the buffers in between hold. */
const MUCH = "GET /openapi.json HTTP/1.1\r\nhost: x\r\n\r\n".repeat(400);
test("WIRE-18 a client that requests without reading is disconnected; a slow reader is not", async () => {
  const cutOff: (number | undefined)[] = [];
  exchange.app.server.on("connection", (socket) => {
    const { remotePort } = socket;
    socket.once("close", () => cutOff.push(remotePort));
  });
  const deaf = connect(port, "127.0.0.1");
  const slow = connect(port, "127.0.0.1");
  for (const socket of [deaf, slow])
    socket
      .on("error", () => undefined)
      .pause()
      .write(MUCH);
  const closed = once(slow, "close");
  // The system's buffers hold some megabytes: the client must read that much before the server notices.
  while (cutOff.length === 0) {
    for (let bytes = 0; bytes < 1_000_000 && !slow.destroyed; ) {
      const part: unknown = slow.read();
      if (Buffer.isBuffer(part)) bytes += part.length;
      else await Promise.race([new Promise((more) => slow.once("readable", more)), closed]);
    }
    await sleep(STALLED_MS / 20);
  }
  expect(cutOff).toEqual([deaf.localPort]);
  for (const socket of [deaf, slow]) socket.destroy();
});

test("WIRE-18 an offer of another protocol is passed over, and the call answered", async () => {
  const offer = "connection: Upgrade, HTTP2-Settings\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABkAAQAAAAA\r\n";
  const answer = await sendRaw([post("/api/Home/article", "", offer)], /"code":1/);
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
});

test("WIRE-03 a header of another language's letters does no harm", async () => {
  const answer = await sendRaw([post("/api/Home/article", "", "lang: gr\u00fcn\r\n")], /"code":1/);
  expect(answer).toContain("content-language: en");
});
