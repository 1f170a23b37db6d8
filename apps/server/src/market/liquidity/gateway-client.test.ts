import Fastify from "fastify";
import { expect, test } from "vitest";
import { GatewayClient } from "./gateway-client.ts";

test("LIQ-04 an unanswered call is abandoned, and the next one is sent", async () => {
  const app = Fastify();
  app.get("/api/silent", () => new Promise(() => {}));
  const data = Buffer.from(JSON.stringify({ heard: true })).toString("base64");
  app.get("/api/answered", () => ({ code: 1, msg: "", data }));
  const client = new GatewayClient(app, 50);
  await expect(client.get("/silent")).rejects.toThrow();
  expect(await client.get("/answered")).toEqual({ code: 1, data: { heard: true } });
  await app.close();
});
