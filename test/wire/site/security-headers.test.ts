import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendForm } from "../../support/uploads/multipart.ts";
import { picture } from "../../support/uploads/pictures.ts";
import { accepted, GatewayUnderTest } from "../../support/wire/gateway-under-test.ts";

let exchange: GatewayUnderTest;
let webDirectory = "";
let replies: Awaited<ReturnType<typeof everyKind>>;
beforeAll(async () => {
  webDirectory = mkdtempSync(path.join(tmpdir(), "candor-headers-"));
  mkdirSync(path.join(webDirectory, "assets"));
  const page =
    '<!doctype html><div style="display: grid"></div><script>a()</script><script src="/x.js"></script>';
  writeFileSync(path.join(webDirectory, "index.html"), page);
  writeFileSync(path.join(webDirectory, "assets", "index-DiwrgTda.js"), "export const x = 1;");
  exchange = await GatewayUnderTest.start({
    gateway: { webDirectory, rateLimitFactor: 1_000, trustProxy: true },
  });
  replies = await everyKind();
});
afterAll(async () => {
  await exchange.close();
  rmSync(webDirectory, { recursive: true, force: true });
});

const get = (url: string, headers: Record<string, string> = {}) =>
  exchange.app.inject({ method: "GET", url, headers });

/** Returns a response of every kind that the gateway sends. */
async function everyKind(): Promise<readonly (readonly [string, Awaited<ReturnType<typeof get>>])[]> {
  const client = await exchange.registered("headers@example.org");
  const { fullurl } = accepted(await sendForm(client, {}, [{ bytes: await picture("jpeg") }]));
  const urls = {
    page: "/",
    script: "/assets/index-DiwrgTda.js",
    docs: "/docs",
    outbox: "/outbox",
    "an icon": "/coins/btc.svg",
    openapi: "/openapi.json",
    health: "/healthz",
    "a call": "/api/home/index",
    "a rejected call": "/api/market/kline?symbol=NOPE",
    "an unknown path": "/api/nothing",
    "a path that cannot be decoded": "/%E0%A4%A",
    "a picture": fullurl,
    "a broken link to a picture": fullurl.slice(0, -1),
  };
  return await Promise.all(Object.entries(urls).map(async ([what, url]) => [what, await get(url)] as const));
}

/** Responses of the part that serves pages; it looks for files under every path without another route. */
const PAGES = ["page", "script", "docs", "outbox", "an icon", "openapi", "an unknown path"];

test("SEC-01 every reply prevents foreign frames, type sniffing, referrers, access by other sites and device access", async () => {
  for (const [what, { headers }] of replies) {
    expect(headers, what).toMatchObject({
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
    });
    expect(headers["access-control-allow-origin"], what).toBe(undefined);
    expect(headers["x-powered-by"], what).toBe(undefined);
    expect(String(headers["permissions-policy"]), what).toMatch(/camera=\(self\).*microphone=\(\)/);
    expect(String(headers["content-security-policy"]), what).toContain("frame-ancestors 'none'");
  }
});

test("SEC-01 SEC-34 pages run only their built scripts and connect only to this site; data and pictures run nothing", async () => {
  for (const [what, { headers }] of replies) {
    const policy = String(headers["content-security-policy"]);
    expect(policy, what).not.toMatch(/unsafe-(inline|eval)/);
    if (PAGES.includes(what)) {
      expect(policy, what).toMatch(/default-src 'self'; script-src 'self'/);
      expect(policy, what).toContain("style-src 'self';");
      expect(policy, what).toContain("object-src 'none'; base-uri 'none'");
      expect(policy, what).toContain("connect-src 'self';");
    } else {
      expect(policy, what).toMatch(/^default-src 'none'; .*sandbox$/);
    }
  }
  const policy = String((await get("/")).headers["content-security-policy"]);
  // Hash of `a()`, computed with openssl.
  expect(policy).toContain("script-src 'self' 'sha256-qVpDBgj7bpq5hMAcGp3AOc79J3Y1Z4HvySTwKrWDoy4=';");
  expect(policy).toMatch(/style-src-attr 'unsafe-hashes' 'sha256-[A-Za-z0-9+/]{43}=';/);
});

test("SEC-01 browsers get HSTS behind TLS only, as reported by a trusted proxy", async () => {
  const tls = { "x-forwarded-proto": "https", "x-forwarded-for": "203.0.113.7" };
  for (const url of ["/", "/api/home/index", "/healthz", "/nothing"]) {
    expect((await get(url)).headers["strict-transport-security"], url).toBe(undefined);
    expect((await get(url, tls)).headers["strict-transport-security"], url).toBe("max-age=31536000");
  }
  const alone = await GatewayUnderTest.start();
  try {
    const response = await alone.app.inject({ method: "GET", url: "/api/home/index", headers: tls });
    expect(response.headers["strict-transport-security"]).toBe(undefined);
  } finally {
    await alone.close();
  }
});

test("SEC-01 only a proxy on this machine is believed", async () => {
  const headers = { "x-forwarded-proto": "https" };
  const stranger = { method: "GET", url: "/healthz", headers, remoteAddress: "203.0.113.9" } as const;
  expect((await exchange.app.inject(stranger)).headers["strict-transport-security"]).toBe(undefined);
});
