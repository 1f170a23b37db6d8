import { LANGUAGE_TAGS, LANGUAGES } from "@candor/protocol/enumerations";
import { CATALOGUES } from "@candor/protocol/messages/messages";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accepted, GatewayUnderTest } from "./support/gateway-under-test.ts";
import { type TestOptions } from "./support/opened-exchange.ts";

const EMAIL = "ada@example.org";

let exchange: GatewayUnderTest;
beforeAll(async () => {
  exchange = await GatewayUnderTest.start();
});
afterAll(() => exchange.close());

interface Visit {
  readonly url?: string;
  readonly address?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const visit = ({ url = "/outbox", address = "127.0.0.1", headers = {} }: Visit = {}, of = exchange) =>
  of.app.inject({ method: "GET", url, remoteAddress: address, headers });

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

const far: readonly (readonly [string, Visit])[] = [
  ["another machine", { address: "203.0.113.9" }],
  ["a proxy's client", { headers: { "x-forwarded-for": "203.0.113.9" } }],
  ["a proxy that says so otherwise", { headers: { forwarded: "for=203.0.113.9" } }],
  ["a foreign name that was made to point here", { headers: { host: "evil.example" } }],
];

test.each(far)("AUTH-17 for %s there is neither page nor list", async (_who, visitor) => {
  for (const url of ["/outbox", "/outbox/outbox.css"])
    expect((await visit({ ...visitor, url })).statusCode).toBe(404);
  const list = await visit({ ...visitor, url: "/api/Sandbox/outbox" });
  expect((JSON.parse(list.body) as { code: number }).code).toBe(302);
});

test.each(["127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1"])(
  "AUTH-17 this machine is near as %s",
  async (address) => {
    for (const host of ["localhost:8080", "127.0.0.1:8080", "[::1]:8080"])
      expect((await visit({ address, headers: { host } })).statusCode, host).toBe(200);
  },
);

test("AUTH-17 the operator may open it; live mode has none", async () => {
  await withExchange({ gateway: { outboxOpen: true } }, async (open) => {
    expect((await visit({ address: "203.0.113.9" }, open)).statusCode).toBe(200);
  });
  await withExchange({ gateway: { mode: "live", outboxOpen: true } }, async (live) => {
    expect((await visit({}, live)).statusCode).toBe(404);
  });
});

test("AUTH-17 behind a trusted proxy its client's address counts", async () => {
  await withExchange({ gateway: { trustProxy: true } }, async (proxied) => {
    const through = (client: string) => ({ headers: { "x-forwarded-for": client, host: "candor.example" } });
    expect((await visit(through("203.0.113.9"), proxied)).statusCode).toBe(404);
    expect((await visit(through("127.0.0.1"), proxied)).statusCode).toBe(200);
  });
});
