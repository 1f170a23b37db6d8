import { once } from "node:events";

import { type AddressInfo, connect } from "node:net";
import { GatewayMetrics } from "@candor/server/edge/gateway/metrics";
import { serveMetrics } from "@candor/server/edge/gateway/metrics-server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GatewayUnderTest } from "../../support/wire/gateway-under-test.ts";
import { encodePayload } from "../../support/wire-client.ts";

const OFFER = "connection: Upgrade, HTTP2-Settings\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABkAAQAAAAA\r\n";

const get = (path: string, headers = ""): string => `GET ${path} HTTP/1.1\r\nhost: x\r\n${headers}\r\n`;
const post = (path: string, headers = ""): string => {
  const body = encodePayload({ symbol: "BTCUSDT" });
  const form = `content-type: application/x-www-form-urlencoded\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`;
  return `POST ${path} HTTP/1.1\r\nhost: x\r\n${form}${headers}\r\n${body}`;
};

/** Sends all requests in one packet. Returns the heads of the replies once the server has ended the connection. */
async function repliesUntilEnd(port: number, requests: readonly string[]): Promise<readonly string[]> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  let received = "";
  socket.setEncoding("utf8").on("data", (text) => {
    received += String(text);
  });
  socket.write(requests.join(""));
  await once(socket, "end");
  socket.destroy();
  return [...received.matchAll(/HTTP\/1\.1 \d{3} [\s\S]*?\r\n\r\n/g)].map(([head]) => head);
}

const statusOf = (head: string | undefined): string | undefined => head?.split(" ")[1];

function expectClosed(heads: readonly string[], statuses: readonly string[]): void {
  expect(heads.map(statusOf)).toEqual(statuses);
  expect(heads.map((head) => /^connection: close\r$/im.test(head))).toEqual(
    statuses.map((_, at) => at === statuses.length - 1),
  );
}

describe.each([0, 2])("with %i gateways", (gateways) => {
  let exchange: GatewayUnderTest;
  let port = 0;
  beforeAll(async () => {
    exchange = await GatewayUnderTest.start({}, gateways);
    // As on a server with sockets: otherwise nothing would be treated as an upgrade.
    exchange.app.server.on("upgrade", (_request, stream) => stream.destroy());
    await exchange.app.listen({ port: 0, host: "127.0.0.1" });
    ({ port } = exchange.app.server.address() as AddressInfo);
  });
  afterAll(async () => {
    await exchange.close();
  });

  // A gateway thread answers market calls itself and forwards all others.
  const REQUESTS: readonly (readonly [string, (headers: string) => string, string])[] = [
    ["a market call", (headers) => post("/api/market/depth", headers), "200"],
    ["health", (headers) => get("/healthz", headers), "200"],
    ["a call of Binance programs", (headers) => get("/api/v3/ping", headers), "200"],
    ["an unknown path", (headers) => get("/api/nowhere", headers), "404"],
    ["a path that cannot be decoded", (headers) => get("/%ff", headers), "404"],
  ];

  test.each(REQUESTS)(
    "WIRE-18 the connection ends after %s that offers another protocol, because what is behind it is lost",
    async (_name, request, status) => {
      const plain = request("");
      expectClosed(await repliesUntilEnd(port, [request(OFFER), plain]), [status]);
      expectClosed(await repliesUntilEnd(port, [plain, request(OFFER), plain]), [status, status]);
      expectClosed(await repliesUntilEnd(port, [plain, request("connection: close\r\n")]), [status, status]);
    },
  );
});

test("WIRE-18 the metrics' own server ends the connection too", async () => {
  const server = await serveMetrics(new GatewayMetrics(false), { raised: () => [] }, "127.0.0.1", 0);
  const { port } = server.address() as AddressInfo;
  try {
    for (const path of ["/metrics", "/alarms", "/"]) {
      const status = path === "/" ? "404" : "200";
      expectClosed(await repliesUntilEnd(port, [get(path, OFFER), get(path)]), [status]);
    }
  } finally {
    server.close();
  }
});
