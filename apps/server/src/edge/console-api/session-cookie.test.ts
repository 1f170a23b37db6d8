import Fastify from "fastify";
import { expect, test } from "vitest";
import { sessionTokenOf, setSessionCookie } from "./session-cookie.ts";

const TOKEN = "kPq0s5nQ1f3vJr8b2YxWm6Lc9ZtHd4Ge7uAoIiNyRwE";

const app = Fastify({ trustProxy: "loopback" });
app.get("/in", (request, reply) => {
  setSessionCookie(request, reply, TOKEN);
  return reply.send("");
});
app.get("/who", (request) => sessionTokenOf(request));
const get = (url: string, isTls: boolean, cookie = "") =>
  app.inject({ method: "GET", url, headers: { cookie, ...(isTls && { "x-forwarded-proto": "https" }) } });

test("SEC-34 behind TLS the console's cookie is bound to its host, and one that another host could have set does not count", async () => {
  const set = String((await get("/in", true)).headers["set-cookie"]);
  expect(set).toBe(
    `__Host-candor-console=${TOKEN}; Path=/; Secure; Max-Age=43200; HttpOnly; SameSite=Strict`,
  );
  expect((await get("/who", true, `__Host-candor-console=${TOKEN}`)).body).toBe(TOKEN);
  expect((await get("/who", true, `candor-console=${TOKEN}`)).body).toBe("");
});

test("SEC-34 on a machine of one's own, without TLS, it has a name that browsers take there", async () => {
  const set = String((await get("/in", false)).headers["set-cookie"]);
  expect(set).toBe(`candor-console=${TOKEN}; Path=/console; Max-Age=43200; HttpOnly; SameSite=Strict`);
  expect((await get("/who", false, `a=b; candor-console=${TOKEN}`)).body).toBe(TOKEN);
  expect((await get("/who", false, `__Host-candor-console=${TOKEN}`)).body).toBe("");
});
