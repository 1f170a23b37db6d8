import { LANGUAGE_TAGS, LANGUAGES } from "@candor/domain/enumerations";
import { CATALOGUES } from "@candor/wire/translations/messages";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accepted, GatewayUnderTest } from "../../support/wire/gateway-under-test.ts";
import { type TestOptions } from "../../support/wire/opened-exchange.ts";

const EMAIL = "ada@example.org";
const TOKEN = "kPq0s5nQ1f3vJr8b2YxWm6Lc9ZtHd4Ge7uAoIiNyRwE";
/** Cookie of a browser that has opened the printed link. */
const COOKIE = `candor-outbox=${TOKEN}`;

let exchange: GatewayUnderTest;
beforeAll(async () => {
  exchange = await GatewayUnderTest.start({ gateway: { outboxToken: TOKEN } });
});
afterAll(() => exchange.close());

interface Visit {
  readonly url?: string;
  readonly address?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const visit = ({ url = "/outbox", address = "127.0.0.1", headers = {} }: Visit = {}, of = exchange) =>
  of.app.inject({ method: "GET", url, remoteAddress: address, headers: { cookie: COOKIE, ...headers } });

async function withExchange(options: TestOptions, check: (other: GatewayUnderTest) => Promise<void>) {
  const other = await GatewayUnderTest.start(options);
  try {
    await check(other);
  } finally {
    await other.close();
  }
}

test("AUTH-17 the outbox page shows each message with its code, the newest first, and text is only text", async () => {
  const empty = await visit();
  expect(empty.body).toContain(CATALOGUES.en.outboxPage.empty);
  const client = await exchange.registered(EMAIL);
  accepted(await client.call("profile", { antiPhishingCode: "<i>heron</i>" }));
  const phone = "+4915112345678";
  accepted(await client.call("sendPhoneCode", { phone, event: "bind" }));
  const page = await visit();
  expect([page.statusCode, page.headers["content-type"], page.headers["cache-control"]]).toEqual([
    200,
    "text/html; charset=utf-8",
    "no-store",
  ]);
  expect(page.body).toContain(`>${exchange.codeOf(phone)}</output>`);
  expect(page.body.indexOf(phone)).toBeLessThan(page.body.indexOf(EMAIL));
  expect(page.body).toContain("&lt;i&gt;heron&lt;/i&gt;");
  const german = await visit({ headers: { "accept-language": "de" } });
  expect(german.body).toMatch(
    /<time datetime="[^"]+Z">[0-9]{1,2}\. [^\s<]+, [0-9]{2}:[0-9]{2}:[0-9]{2} UTC<\/time>/,
  );
  expect(page.body).not.toContain("<i>");
});

test("AUTH-17 it runs no script and loads nothing from elsewhere; its style is the app's own", async () => {
  const page = await visit();
  expect(page.body).not.toMatch(/<script|<style|style=|onclick|https?:/);
  const policy = String(page.headers["content-security-policy"]);
  expect(policy).toContain("default-src 'self'");
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  const style = await visit({ url: "/outbox/outbox.css" });
  expect([style.statusCode, style.headers["content-type"]]).toEqual([200, "text/css; charset=utf-8"]);
  for (const part of ["--c-primary", "prefers-color-scheme: dark", ".code output"])
    expect(style.body).toContain(part);
});

test.each(LANGUAGES)("AUTH-17 the outbox page speaks %s", async (language) => {
  const tag = LANGUAGE_TAGS[language];
  const page = await visit({ headers: { "accept-language": tag } });
  expect(page.headers["content-language"]).toBe(tag);
  expect(page.body).toContain(`<html lang="${tag}">`);
  expect(page.body).toContain(`<h1>${CATALOGUES[language].outboxPage.title}</h1>`);
});

const strangers: readonly (readonly [string, Visit])[] = [
  ["this machine, as behind a proxy that says nothing of itself", { headers: { host: "127.0.0.1:8080" } }],
  ["this machine by its name", { headers: { host: "localhost:8080" } }],
  ["another machine", { address: "203.0.113.9" }],
  ["a proxy's client", { headers: { "x-forwarded-for": "203.0.113.9" } }],
  ["a client that calls itself this machine", { headers: { "x-forwarded-for": "127.0.0.1" } }],
  ["a foreign name that was made to point here", { headers: { host: "evil.example" } }],
  ["a cookie with another token", { headers: { cookie: `candor-outbox=${"A".repeat(TOKEN.length)}` } }],
  ["a cookie that is cut", { headers: { cookie: COOKIE.slice(0, -1) } }],
];

test.each([undefined, true] as const)(
  "SEC-18 AUTH-17 without the printed link nobody reads the outbox, from any address (trusted proxy: %s)",
  async (trustProxy) => {
    const gateway = { outboxToken: TOKEN, ...(trustProxy && { trustProxy }) };
    await withExchange({ gateway }, async (other) => {
      await other.registered(EMAIL);
      for (const [who, visitor] of strangers) {
        const stranger = { ...visitor, headers: { cookie: "", ...visitor.headers } };
        const shown = await visit(stranger, other);
        expect(shown.statusCode, who).toBe(403);
        expect(shown.body, who).not.toContain(EMAIL);
        expect(shown.body, who).toContain("Open the link printed in its terminal");
        const list = await visit({ ...stranger, url: "/api/Sandbox/outbox" }, other);
        expect((JSON.parse(list.body) as { code: number }).code, who).toBe(302);
      }
    });
  },
);

test("SEC-18 AUTH-17 the printed link lets its browser in by a cookie that no script reads, and leaves the address bar", async () => {
  const stranger = { headers: { cookie: "" } };
  const wrong = await visit({ ...stranger, url: `/outbox?token=${"A".repeat(TOKEN.length)}` });
  expect([wrong.statusCode, wrong.headers["set-cookie"]]).toEqual([403, undefined]);
  const entered = await visit({ ...stranger, url: `/outbox?token=${TOKEN}` });
  expect([entered.statusCode, entered.headers.location]).toEqual([303, "/outbox"]);
  const cookie = String(entered.headers["set-cookie"]);
  expect(cookie).toBe(`${COOKIE}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Strict`);
  const read = await visit({ headers: { cookie: `other=1; ${cookie.split(";")[0]}` } });
  expect(read.statusCode).toBe(200);
  const list = await visit({ url: "/api/Sandbox/outbox" });
  expect((JSON.parse(list.body) as { code: number }).code).toBe(1);
});

test("SEC-18 a gateway created without a token shows the outbox to nobody", async () => {
  await withExchange({}, async (other) => {
    for (const cookie of ["candor-outbox=", "candor-outbox=undefined", COOKIE])
      expect((await visit({ headers: { cookie } }, other)).statusCode, cookie).toBe(403);
  });
});

test("AUTH-17 the operator may open it to everybody; live mode has none", async () => {
  await withExchange({ gateway: { outboxOpen: true } }, async (open) => {
    expect((await visit({ address: "203.0.113.9", headers: { cookie: "" } }, open)).statusCode).toBe(200);
  });
  await withExchange({ gateway: { mode: "live", outboxOpen: true, outboxToken: TOKEN } }, async (live) => {
    for (const url of ["/outbox", `/outbox?token=${TOKEN}`, "/outbox/outbox.css"])
      expect((await visit({ url }, live)).statusCode).toBe(404);
    const list = await visit({ url: "/api/Sandbox/outbox" }, live);
    expect((JSON.parse(list.body) as { code: number }).code).toBe(302);
  });
});

test("SEC-18 a token of non-ASCII letters is rejected like any other, at any length", async () => {
  const shown = "\u00e9".repeat(TOKEN.length);
  const entered = await visit({ url: `/outbox?token=${encodeURIComponent(shown)}`, headers: { cookie: "" } });
  expect(entered.statusCode).toBe(403);
  expect((await visit({ headers: { cookie: `candor-outbox=${shown}` } })).statusCode).toBe(403);
});
