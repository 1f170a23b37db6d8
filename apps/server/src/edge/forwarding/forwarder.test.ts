import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, request as requestByHttp, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { MEMORY_DISK } from "../../../../../test/support/memory-disk.ts";
import { answerUnavailable } from "../gateway/answer-unavailable.ts";
import { Forwarder, type Reachable } from "./forwarder.ts";
import { admitGatewaysOnly } from "./private-listener.ts";

let directory: string;
let main: Server;
let gateway: Server;
let forwarder: Forwarder;
let port: number;
let isReachable: Reachable;
/** The requests that reached the server. */
const reached: IncomingMessage[] = [];

beforeEach(async () => {
  reached.length = 0;
  directory = mkdtempSync(path.join(MEMORY_DISK, "candor-forward-"));
  const socketPath = path.join(directory, "gateway.sock");
  main = createServer((request, response) => {
    reached.push(request);
    const { url = "" } = request;
    if (url.startsWith("/echo")) {
      response.writeHead(201, "Made", {
        "set-cookie": ["a=1", "b=2"],
        "x-length": request.headers["content-length"] ?? "none",
      });
      request.pipe(response);
    } else if (url === "/broken") {
      response.writeHead(200, { "content-length": 100 });
      response.write("half");
      setImmediate(() => response.destroy());
    } else if (url === "/lost") response.destroy();
    else if (url === "/endless") response.write("begun");
    else response.end(url);
  });
  admitGatewaysOnly(main, "secret");
  await new Promise<void>((resolve) => main.listen(socketPath, resolve));
  forwarder = new Forwarder(
    () => ({ secret: "secret", trustProxy: false }),
    () => connect(socketPath),
    answerUnavailable,
    () => isReachable(),
  );
  isReachable = () => true;
  gateway = createServer((request, response) => forwarder.forward(request, response));
  await new Promise<void>((resolve) => gateway.listen(0, "127.0.0.1", resolve));
  ({ port } = gateway.address() as AddressInfo);
});
afterEach(() => {
  forwarder.close();
  for (const server of [gateway, main]) {
    server.closeAllConnections();
    server.close();
  }
  rmSync(directory, { recursive: true, force: true });
});

async function ask(
  url: string,
  body?: Buffer,
  headers: Record<string, string> = {},
): Promise<IncomingMessage> {
  const sent = requestByHttp({
    port,
    host: "127.0.0.1",
    path: url,
    method: body === undefined ? "GET" : "POST",
    headers,
    agent: false,
  });
  sent.end(body);
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  return response;
}

test("GW-07 bodies of any size pass in both directions, with their headers, with a length or in chunks", async () => {
  const body = randomBytes(5 * 1024 * 1024);
  for (const headers of [{ "content-length": String(body.length) }, { "transfer-encoding": "chunked" }]) {
    const response = await ask("/echo?x=1", body, headers);
    expect([response.statusCode, response.statusMessage]).toEqual([201, "Made"]);
    expect(response.headers["set-cookie"]).toEqual(["a=1", "b=2"]);
    expect((await buffer(response)).equals(body)).toBe(true);
  }
  expect(reached.map(({ headers }) => headers["transfer-encoding"])).toEqual([undefined, "chunked"]);
});

test("GW-07 the server gets the client's address from the gateway, and nothing that the client says of itself", async () => {
  const lies = {
    "x-forwarded-for": "8.8.8.8",
    "x-forwarded-proto": "https",
    "x-forwarded-host": "evil.example",
    "x-candor-gateway": "guess",
    "x-kept": "yes",
  };
  expect((await buffer(await ask("/plain", undefined, lies))).toString()).toBe("/plain");
  const { headers, socket } = reached[0] as IncomingMessage;
  expect(headers).toMatchObject({ "x-forwarded-for": "127.0.0.1", "x-kept": "yes" });
  for (const name of ["x-forwarded-proto", "x-forwarded-host", "x-candor-gateway"])
    expect(headers[name]).toBeUndefined();
  expect(socket.remoteAddress).toBeUndefined();
});

test("GW-07 a client that goes away ends its request at the server, and a broken reply ends the client's", async () => {
  const response = await ask("/endless");
  const ended = once((reached[0] as IncomingMessage).socket, "close");
  response.destroy();
  await ended;
  const broken = await ask("/broken");
  await expect(buffer(broken)).rejects.toThrow(/aborted/);
});

test("GW-07 without the server's listener, a request is answered 503 in its language", async () => {
  main.closeAllConnections();
  await new Promise((resolve) => main.close(resolve));
  const response = await ask("/anything", Buffer.from("body"), { lang: "de" });
  expect([
    response.statusCode,
    response.headers["content-language"],
    response.headers["retry-after"],
  ]).toEqual([503, "de", "1"]);
  expect(JSON.parse((await buffer(response)).toString())).toMatchObject({ code: 503 });
});

test("GW-07 a request waits for a server; without one it is answered 503, and was never executed", async () => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const isAsked = new Promise<void>((asked) => {
    isReachable = () => {
      asked();
      return promise;
    };
  });
  const held = ask("/echo", Buffer.from("later"));
  await isAsked;
  isReachable = () => Promise.resolve(false);
  const refused = await ask("/echo", Buffer.from("never"));
  expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([503, "1"]);
  expect(reached).toEqual([]);
  resolve(true);
  expect((await buffer(await held)).toString()).toBe("later");
});

test("GW-07 a request that was sent and is not answered may have been executed, unless it only reads", async () => {
  const sent = await ask("/lost", Buffer.from("body"));
  expect([sent.statusCode, sent.headers["retry-after"]]).toEqual([504, undefined]);
  expect((await ask("/lost")).statusCode).toBe(503);
});

const get = (url: string): string => `GET ${url} HTTP/1.1\r\nhost: x\r\n\r\n`;

test("GW-07 requests that follow each other on one connection are forwarded one at a time", async () => {
  const client = connect(port, "127.0.0.1");
  const post = "POST /echo HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\n\r\nbody";
  client.write(get("/one") + post + get("/three"));
  let received = "";
  client.on("data", (data) => (received += data.toString("latin1")));
  await expect.poll(() => received).toMatch(/\/one[\s\S]*body[\s\S]*\/three$/);
  client.write(get("/endless") + get("/never").repeat(100));
  await expect.poll(() => received).toMatch(/begun/);
  expect((await buffer(await ask("/other"))).toString()).toBe("/other");
  expect(reached.map(({ url }) => url)).toEqual(["/one", "/echo", "/three", "/endless", "/other"]);
  client.destroy();
  await expect.poll(() => (reached[3] as IncomingMessage).destroyed).toBe(true);
  expect((await buffer(await ask("/later"))).toString()).toBe("/later");
  expect(reached).toHaveLength(6);
});

test("GW-07 the server's own listener cuts connections without the secret, and those to be upgraded", async () => {
  const stranger = connect(path.join(directory, "gateway.sock"));
  stranger.write("GET / HTTP/1.1\r\nhost: x\r\nx-candor-gateway: secreT\r\n\r\n");
  expect((await buffer(stranger)).length).toBe(0);
  const upgrading = connect(path.join(directory, "gateway.sock"));
  upgrading.write(
    "GET /ws HTTP/1.1\r\nhost: x\r\nx-candor-gateway: secret\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\r\n",
  );
  expect((await buffer(upgrading)).length).toBe(0);
  expect(reached).toEqual([]);
});
