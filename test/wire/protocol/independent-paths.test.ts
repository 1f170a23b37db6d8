import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GatewayUnderTest } from "../../support/wire/gateway-under-test.ts";

let exchange: GatewayUnderTest;
let web = "";
beforeAll(async () => {
  web = mkdtempSync(path.join(tmpdir(), "candor-web-"));
  writeFileSync(path.join(web, "index.html"), "<!doctype html><title>Candor</title>");
  exchange = await GatewayUnderTest.start({ gateway: { webDirectory: web } });
});
afterAll(async () => {
  await exchange.close();
  rmSync(web, { recursive: true, force: true });
});

test.each([
  "/%E0%A4",
  "/api/%E0%A4",
  "/api/market/%ff",
  "/%00",
  "//etc/passwd",
  "/..%2f..%2fetc/passwd",
  "/%2e%2e/%2e%2e/package.json",
  "/assets/%2e%2e/%2e%2e/x",
])("WIRE-22 %s is an unknown call, in the envelope and in the caller's language", async (url) => {
  const answer = await exchange
    .client()
    .send("coinList", { method: "GET", url, headers: { lang: "de", "x-request-id": "mine-1" } });
  expect([answer.status, answer.code, answer.data.error]).toEqual([404, 404, "request.notFound"]);
  expect(answer.headers["content-language"]).toBe("de");
  expect(answer.headers["x-request-id"]).toBe("mine-1");
});

test("WIRE-22 the page itself is still served", async () => {
  const page = await exchange.app.inject({ method: "GET", url: "/" });
  expect([page.statusCode, page.body]).toEqual([200, "<!doctype html><title>Candor</title>"]);
});
