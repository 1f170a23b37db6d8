import { createHmac, X509Certificate } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { request } from "node:https";
import type { LookupFunction } from "node:net";
import path from "node:path";
import { readEnvironment } from "@candor/server/config/environment";
import { FundedAccounts } from "@candor/server/edge/sandbox-door/funded-accounts";
import { openLocalCertificate } from "@candor/server/edge/tls-names/local-certificate";
import { openTlsNames, type TlsNames } from "@candor/server/edge/tls-names/open-tls-names";
import { Refusal } from "@candor/server/operators/protocol/operator-messages";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { askSigned, listenFor } from "../support/wire/binance-bot.ts";
import { ContractWorld } from "../support/wire/contract-world.ts";
import type { GatewayUnderTest } from "../support/wire/gateway-under-test.ts";
import { type ServedStreams, streamsOf } from "../support/wire/streams.ts";

let exchange: GatewayUnderTest;
let streams: ServedStreams;
let names: TlsNames;
let ca: string;
let accounts: FundedAccounts;
const sockets: WebSocket[] = [];
beforeAll(async () => {
  const world = await ContractWorld.start({ nowMs: Date.now });
  ({ exchange } = world);
  const url = await listenFor(exchange);
  const { engine, listings, identity, calls, home, app } = exchange;
  streams = await streamsOf(exchange, calls.binancePorts.listenKeys);
  accounts = new FundedAccounts({ engine, listings, identity, url });
  await world.observe(60_000);
  names = await openTlsNames({ home, port: 0, server: app.server, nowMs: Date.now() });
  ca = readFileSync(names.certificateFile, "utf8");
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate();
});
afterAll(async () => {
  await names.close();
  await streams.close();
  await exchange.close();
});

/** Every name is this machine, whether or not its resolver supports names below `localhost`. */
const lookup: LookupFunction = (_name, options, callback) => {
  if (options.all === true) callback(null, [{ address: "127.0.0.1", family: 4 }]);
  else callback(null, "127.0.0.1", 4);
};
const at = (label: string, url: string): string => `https://${label}.candor.localhost:${names.port}${url}`;

interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers: IncomingHttpHeaders;
}

function ask(url: string, options: object = {}): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { ca, lookup, agent: false, ...options }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      response.once("end", () => {
        const { statusCode = 0, headers } = response;
        resolve({ status: statusCode, body: JSON.parse(text) as unknown, headers });
      });
    });
    sent.once("error", reject);
    sent.end();
  });
}

/** Connects and sends one message. @returns the first answer */
function firstAnswer(url: string, message: object): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url.replace("https", "wss"), { ca, lookup });
    sockets.push(socket);
    socket.once("open", () => socket.send(JSON.stringify(message)));
    socket.once("message", (data: Buffer) => resolve(JSON.parse(data.toString("utf8"))));
    socket.once("error", reject);
  });
}

test("SBOX-35 each host has Binance's paths, and no others", async () => {
  expect((await ask(at("api", "/api/v3/ping"))).status).toBe(200);
  expect((await ask(at("fapi", "/fapi/v1/ping"))).status).toBe(200);
  const missing = await ask(at("api", "/fapi/v1/ping"));
  expect(missing).toMatchObject({ status: 404, body: { code: expect.any(Number), msg: expect.any(String) } });
  const whole = `https://localhost:${names.port}/healthz`;
  expect(await ask(whole)).toMatchObject({ status: 200, body: { mode: "sandbox" } });
});

test("SBOX-35 a signed order by the api host is on the book of the plain port", async () => {
  const account = await accounts.open({});
  if (account instanceof Refusal) throw new Error(account.problem);
  const order = "symbol=BTCUSDT&side=BUY&type=LIMIT&timeInForce=GTC&price=57000&quantity=0.01";
  const query = `${order}&timestamp=${Date.now()}`;
  const signature = createHmac("sha256", account.secret).update(query).digest("hex");
  const headers = { "x-mbx-apikey": account.apiKey };
  const url = at("api", `/api/v3/order?${query}&signature=${signature}`);
  expect(await ask(url, { method: "POST", headers })).toMatchObject({
    status: 200,
    body: { status: "NEW" },
  });
  expect((await askSigned(account, "GET", `${account.url}/api/v3/openOrders`)).body).toHaveLength(1);
});

test("SBOX-35 streams and WebSocket APIs have their hosts; spot and futures share their paths", async () => {
  const subscribe = { method: "SUBSCRIBE", params: ["btcusdt@markPrice@1s"], id: 1 };
  // Only the streams of contracts have marks.
  const spot = await firstAnswer(at("stream", "/ws"), subscribe);
  expect(spot).toMatchObject({ id: 1, error: { code: 2 } });
  expect(await firstAnswer(at("fstream", "/ws"), subscribe)).toEqual({ result: null, id: 1 });
  const list = { method: "LIST_SUBSCRIPTIONS", id: 2 };
  expect(await firstAnswer(at("stream", "/stream?streams=btcusdt@trade"), list)).toEqual({
    result: ["btcusdt@trade"],
    id: 2,
  });
  for (const [label, url] of [
    ["ws-api", "/ws-api/v3"],
    ["ws-fapi", "/ws-fapi/v1"],
  ] as const) {
    const params = { symbol: "BTCUSDT" };
    const answer = await firstAnswer(at(label, url), { id: "a", method: "depth", params });
    expect(answer, label).toMatchObject({ id: "a", status: 200 });
  }
  await expect(firstAnswer(at("api", "/ws-api/v3"), {})).rejects.toThrow("404");
});

test("SBOX-34 only clients that trust the home's certificate connect, and it is made once", async () => {
  const url = at("api", "/api/v3/ping");
  await expect(ask(url, { ca: undefined })).rejects.toThrow("self-signed certificate");
  await expect(ask(`https://other.candor.localhost:${names.port}/api/v3/ping`)).rejects.toThrow("altname");
  const { home } = exchange;
  for (const name of ["certificate.pem", "key.pem"])
    expect(statSync(path.join(home, "tls", name)).mode & 0o777).toBe(0o600);
  expect(openLocalCertificate(home, Date.now()).certificate).toBe(ca);
  const eleventhYear = Date.now() + 10 * 365 * 86_400_000 + 1;
  const next = new X509Certificate(openLocalCertificate(home, eleventhYear).certificate);
  expect(next.validToDate.getTime()).toBeGreaterThan(eleventhYear);
});

test("SBOX-34 browsers do not learn that the plain ports of these names need TLS", async () => {
  const { headers } = await ask(at("api", "/api/v3/ping"));
  expect(headers["x-content-type-options"]).toBe("nosniff");
  expect(headers["strict-transport-security"]).toBeUndefined();
});

test("SBOX-36 live mode and gateways have no TLS names", () => {
  const live = { CANDOR_MODE: "live", CANDOR_PRICES: "public", CANDOR_TLS_PORT: "8443" };
  expect(() => readEnvironment(live)).toThrow("CANDOR_TLS_PORT must not be set in live mode");
  const gateways = { CANDOR_GATEWAYS: "2", CANDOR_TLS_PORT: "8443" };
  expect(() => readEnvironment(gateways)).toThrow("CANDOR_TLS_PORT needs CANDOR_GATEWAYS=0");
});

test("SBOX-36 a port in use is named by its variable", async () => {
  const { home, app } = exchange;
  const again = openTlsNames({ home, port: names.port, server: app.server, nowMs: Date.now() });
  await expect(again).rejects.toThrow(`CANDOR_TLS_PORT ${names.port} is used by another program`);
});
