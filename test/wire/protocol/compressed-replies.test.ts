import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GatewayUnderTest } from "../../support/wire/gateway-under-test.ts";

let exchange: GatewayUnderTest;
beforeAll(async () => {
  exchange = await GatewayUnderTest.start({ gateway: { rateLimitFactor: 1_000 } });
});
afterAll(() => exchange.close());

const get = (url: string, headers: Record<string, string> = {}) =>
  exchange.app.inject({ method: "GET", url, headers });

test.each(["/api/market/coinList", "/api/v3/exchangeInfo"])(
  "WIRE-26 %s is compressed for clients that accept it, and has a Vary header",
  async (url) => {
    const plain = await get(url);
    const packed = await get(url, { "accept-encoding": "gzip, deflate, br" });
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(packed.headers["content-encoding"]).toBe("gzip");
    expect(packed.headers["content-type"]).toBe(plain.headers["content-type"]);
    for (const { headers } of [plain, packed])
      expect(`${headers["vary"]} ${headers["cache-control"]}`).toMatch(/accept-encoding|no-store/);
    expect(Number(packed.headers["content-length"])).toBe(packed.rawPayload.length);
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
    // Both contain the time of writing.
    const steady = (text: string) => text.replace(/"(time|serverTime)":\d+/, '"$1":0');
    expect(steady(gunzipSync(packed.rawPayload).toString())).toBe(steady(plain.body));
  },
);

test("WIRE-26 private and small replies are not compressed", async () => {
  const { token } = await exchange.registered("packed@example.org");
  const own = await get("/api/wallet/index", { token, "accept-encoding": "gzip" });
  expect(own.rawPayload.length).toBeGreaterThan(1_000);
  expect(own.headers["content-encoding"]).toBeUndefined();
  const small = await get("/api/v3/time", { "accept-encoding": "gzip" });
  expect(small.headers["content-encoding"]).toBeUndefined();
  expect(small.json()).toHaveProperty("serverTime");
});
