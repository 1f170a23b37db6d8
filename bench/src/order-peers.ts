import { createHmac, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Fastify from "fastify";
import { WebSocketServer } from "ws";
import { PEERS_KEY } from "./bench-traders.ts";
import { listenLocally } from "./listen-locally.ts";
import { SPOT_ORDER_JSON_SCHEMA } from "./spot-order-json-schema.ts";

/** Sends each frame back after parsing it, and each query of a request as JSON. */
export async function startEcho() {
  const http = createServer((request, response) => {
    request.resume();
    const { searchParams } = new URL(request.url ?? "/", "http://bench");
    response
      .setHeader("content-type", "application/json")
      .end(JSON.stringify(Object.fromEntries(searchParams)));
  });
  const server = new WebSocketServer({ server: http, perMessageDeflate: false });
  server.on("connection", (socket) => {
    socket.on("message", (data: Buffer) => {
      const text = data.toString("utf8");
      // Used, so that the compiler cannot leave it out.
      if (JSON.parse(text) === null) socket.close();
      socket.send(text);
    });
  });
  await once(http.listen(0, "127.0.0.1"), "listening");
  const { port } = http.address() as AddressInfo;
  const stop = (): Promise<void> => {
    server.close();
    http.close();
    return Promise.resolve();
  };
  return { port, traders: [], stop };
}

/** Checks the signature of an order and returns a constant. */
export async function startEmptySigned() {
  const app = Fastify();
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    (_request, body, done) => done(null, body),
  );
  app.post("/order", ({ body, headers }, reply) => {
    const [signed = "", signature = ""] = String(body).split("&signature=");
    const right = createHmac("sha256", PEERS_KEY.secret).update(signed).digest();
    const isRight = timingSafeEqual(right, Buffer.from(signature, "hex"));
    if (headers["x-mbx-apikey"] !== PEERS_KEY.apiKey || !isRight)
      return reply.code(400).send({ code: -1022 });
    return { code: 1 };
  });
  return { port: await listenLocally(app), traders: [], stop: () => app.close() };
}

/** Checks the fields of an order and returns a constant. */
export async function startEmpty() {
  const app = Fastify();
  app.post("/order", { schema: { body: SPOT_ORDER_JSON_SCHEMA } }, () => ({ code: 1 }));
  return { port: await listenLocally(app), traders: [], stop: () => app.close() };
}
