import { CALL_NAMES, CALLS } from "@candor/wire/calls";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accepted, GatewayUnderTest } from "../../support/wire/gateway-under-test.ts";
import { START_MS } from "../../support/wire/opened-exchange.ts";
import { encodePayload, type WireClient } from "../../support/wire-client.ts";

let exchange: GatewayUnderTest;
let trader: WireClient;
beforeAll(async () => {
  exchange = await GatewayUnderTest.start({ gateway: { rateLimitFactor: 1_000 } });
  trader = await exchange.trader("trader@example.org", { USDT: "1000" });
});
afterAll(async () => {
  await exchange.close();
});

const base64 = (text: string) => Buffer.from(text).toString("base64");

describe("the envelope", () => {
  test("WIRE-01 a reply is the documented bytes: code, msg, time in seconds, data in base64", async () => {
    const answer = await exchange.client().call("article", { q: "nothing has these words" });
    const data = base64('{"list":[],"nextCursor":null}');
    const seconds = Math.floor(exchange.time.ms / 1_000);
    expect(answer.text).toBe(`{"code":1,"msg":"","time":${seconds},"data":"${data}"}`);
    expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
  });

  test("WIRE-01 a rejection is the documented bytes: number, localised text, error with params", async () => {
    const client = await exchange.registered("poor@example.org");
    client.headers = { lang: "de" };
    const order = { symbol: "BTCUSDT", side: "buy", type: "limit", price: "60000.0", quantity: "0.00100" };
    const answer = await client.call("doOrder", order);
    const data = base64(
      '{"error":"trade.insufficientBalance","params":{"available":"0.000000","asset":"USDT"}}',
    );
    const seconds = Math.floor(exchange.time.ms / 1_000);
    expect(answer.text).toBe(`{"code":103,"msg":"Guthaben reicht nicht","time":${seconds},"data":"${data}"}`);
    expect(answer.status).toBe(200);
  });

  test("WIRE-01 the published example of a request decodes", async () => {
    const body =
      "data=JTdCJTIyc3ltYm9sJTIyJTNBJTIyQlRDVVNEVCUyMiUyQyUyMm1hcmtldCUyMiUzQSUyMnNwb3QlMjIlN0Q%3D";
    const answer = await exchange.client().postRaw("depth", body);
    expect(accepted(answer).symbol).toBe("BTCUSDT");
  });

  test("WIRE-01 announcements are a public list, empty before the first one", async () => {
    const reply = accepted(await exchange.client().call("message"));
    expect(reply).toEqual({ list: [], unread: 0, nextCursor: null });
  });

  test.each(CALL_NAMES)("WIRE-01 %s answers in any letter case and with a trailing slash", async (name) => {
    const { method, path } = CALLS[name];
    const paths = [`/api${path}`.toLowerCase(), `/api${path}`.toUpperCase(), `/aPi${path}/`];
    if (path.startsWith("/ebapi/")) paths.push(path, path.toUpperCase(), `${path}/`);
    for (const url of paths) {
      const answer = await exchange.client().send(name, { method, url });
      expect([404, 405], url).not.toContain(answer.code);
    }
  });

  test("WIRE-01 URL-safe base64, no padding, blanks for plus signs and other form fields are all right", async () => {
    const json = '{"symbol":"ethusdt","q":"ÿÿÿ>>>???"}';
    const plain = base64(json);
    const variants = [
      plain,
      plain.replaceAll("+", "-").replaceAll("/", "_"),
      plain.replaceAll("=", ""),
      plain.replaceAll("+", " "),
      encodeURIComponent(plain),
      base64(encodeURIComponent(json)),
    ];
    for (const variant of variants) {
      expect(accepted(await exchange.client().postRaw("depth", `data=${variant}`)).symbol).toBe("ETHUSDT");
      const between = `lang=en&data=${variant}&time=1`;
      expect(accepted(await exchange.client().postRaw("depth", between)).symbol).toBe("ETHUSDT");
    }
  });

  test.each(["", "lang=en", "data=", "x=data", "datum=1"])(
    "WIRE-01 a form without data (%j) is an empty payload",
    async (body) => {
      expect(accepted(await exchange.client().postRaw("depth", body)).symbol).toBe("BTCUSDT");
    },
  );

  test.each([
    ["accents", "Élodie Ångström"],
    ["Chinese", "交易所測試"],
    ["Greek and Arabic", "Ευχαριστώ شكرا"],
    ["emoji beyond the first plane", "🚀🦊👩‍👩‍👧"],
    ["quotes and backslashes", 'a "b" \\ c'],
  ])("WIRE-01 Unicode text round-trips unchanged: %s", async (_what, nickname) => {
    const profile = accepted(await trader.call("profile", { nickname }));
    expect(profile.nickname).toBe(nickname.normalize("NFC"));
  });

  test("WIRE-01 text is counted in code points after normalisation", async () => {
    const decomposed = "e\u0301".repeat(20);
    expect(accepted(await trader.call("profile", { nickname: decomposed })).nickname).toBe("é".repeat(20));
    expect(accepted(await trader.call("profile", { nickname: "🦊".repeat(20) })).nickname).toBe(
      "🦊".repeat(20),
    );
    const answer = await trader.call("profile", { nickname: "🦊".repeat(21) });
    expect(answer.data.fields).toEqual([{ path: "nickname", reason: "range" }]);
  });
});

describe("headers and statuses", () => {
  test("WIRE-03 the reply's language is the lang header, else the profile's, else Accept-Language, else English", async () => {
    const visitor = exchange.client();
    const languageOf = async (client: WireClient, headers: Record<string, string>) => {
      client.headers = headers;
      return (await client.call("article")).headers["content-language"];
    };
    expect(await languageOf(visitor, {})).toBe("en");
    expect(await languageOf(visitor, { "accept-language": "pt-PT;q=0.4, pl;q=0.9, xx" })).toBe("pl");
    expect(await languageOf(visitor, { "accept-language": "br" })).toBe("en");
    expect(await languageOf(visitor, { "accept-language": "pt-BR" })).toBe("pt-BR");
    expect(await languageOf(visitor, { lang: "zh", "accept-language": "de" })).toBe("zh-Hant");
    expect(await languageOf(visitor, { lang: "klingon", "accept-language": "de" })).toBe("de");
    accepted(await trader.call("profile", { lang: "esp" }));
    expect(await languageOf(trader, { "accept-language": "de" })).toBe("es");
    expect(await languageOf(trader, { lang: "el", "accept-language": "de" })).toBe("el");
    trader.headers = {};
    accepted(await trader.call("profile", { lang: "en" }));
  });

  test("WIRE-03 a request id of the right form is echoed, any other is replaced", async () => {
    const client = exchange.client();
    client.headers = { "x-request-id": "web-1.A_b" };
    expect((await client.call("article")).headers["x-request-id"]).toBe("web-1.A_b");
    client.headers = { "x-request-id": "no blanks allowed" };
    const made = String((await client.call("article")).headers["x-request-id"]);
    expect(made).toMatch(/^[A-Za-z0-9._-]{1,64}$/);
    expect(String((await client.call("article")).headers["x-request-id"])).not.toBe(made);
  });

  test("WIRE-03 public GETs may be cached for a second, everything else not at all", async () => {
    expect((await exchange.client().call("siteStatus")).headers["cache-control"]).toBe("max-age=1");
    expect((await exchange.client().call("home")).headers["cache-control"]).toBe("no-store");
    expect((await exchange.client().call("depth")).headers["cache-control"]).toBe("no-store");
    expect((await trader.call("walletIndex")).headers["cache-control"]).toBe("no-store");
  });

  test("WIRE-03 unknown paths, wrong methods and sizes have their HTTP status and stay in the envelope", async () => {
    const client = exchange.client();
    const unknown = await client.send("article", { method: "POST", url: "/api/Nothing/here", payload: "" });
    expect([unknown.status, unknown.code, unknown.data.error]).toEqual([404, 404, "request.notFound"]);
    const wrong = await client.send("article", { method: "GET", url: "/api/Home/article" });
    expect([wrong.status, wrong.code]).toEqual([405, 405]);
    expect(wrong.headers.allow).toBe("POST, OPTIONS");
    const options = await client.send("article", { method: "OPTIONS", url: "/api/home/article" });
    expect([options.status, options.headers.allow]).toEqual([204, "POST, OPTIONS"]);
    const head = await client.send("siteStatus", { method: "HEAD", url: "/api/Site/status" });
    expect([head.status, head.text]).toEqual([200, ""]);
    const long = await client.send("coinList", {
      method: "GET",
      url: `/api/market/coinList?q=${"x".repeat(4_100)}`,
    });
    expect([long.status, long.code]).toEqual([413, 413]);
  });

  test("WIRE-03 other sites' scripts have no access", async () => {
    const client = exchange.client();
    client.headers = { origin: "https://elsewhere.example" };
    const { headers } = await client.call("article");
    expect(headers["access-control-allow-origin"]).toBeUndefined();
  });

  test("WIRE-03 time is in seconds and is the server's", async () => {
    expect((await exchange.client().call("article")).time).toBeGreaterThanOrEqual(START_MS / 1_000);
  });
});

describe("fields", () => {
  const order = { symbol: "BTCUSDT", side: "buy", type: "limit", price: "50000", quantity: "0.001" };

  test("WIRE-04 calls that move money refuse unknown fields, reads ignore them", async () => {
    const refused = await trader.call("doOrder", { ...order, postOnly: true, clientOrderID: "x" });
    expect(refused.code).toBe(100);
    expect(refused.data.fields).toEqual([
      { path: "postOnly", reason: "unknown" },
      { path: "clientOrderID", reason: "unknown" },
    ]);
    accepted(await trader.call("record", { colour: "green" }));
  });

  test("WIRE-04 null and empty strings count as absent", async () => {
    const reply = accepted(
      await trader.call("doOrder", { ...order, stopPrice: null, trailingRate: "", clientOrderId: "" }),
    );
    expect("order" in reply && reply.order.clientOrderId).toBe(null);
    const missing = await trader.call("doOrder", { ...order, side: "" });
    expect(missing.data.fields).toEqual([{ path: "side", reason: "missing" }]);
  });

  test("WIRE-04 null means something in a field that is typed so", async () => {
    accepted(await trader.call("profile", { antiPhishingCode: "blue heron" }));
    expect(accepted(await trader.call("profile", {})).antiPhishingCode).toBe("blue heron");
    expect(accepted(await trader.call("profile", { antiPhishingCode: null })).antiPhishingCode).toBe(null);
  });

  test("WIRE-04 symbols and assets are accepted in any letter case and returned in upper case", async () => {
    expect(accepted(await exchange.client().call("merged", { symbol: "eThUsDt" })).ticker.symbol).toBe(
      "ETHUSDT",
    );
    expect(accepted(await trader.call("marketBalance", { asset: "btc" })).asset).toBe("BTC");
  });

  test("WIRE-04 queries carry whole numbers as digits", async () => {
    const bars = accepted(await exchange.client().call("kline", { period: "1min", size: "5" }));
    expect(bars.period).toBe("1min");
    const wrong = await exchange.client().call("kline", { period: "1min", size: "5.5" });
    expect(wrong.data.fields).toEqual([{ path: "size", reason: "type" }]);
  });

  test("WIRE-04 a key of Object's own does not pass for a field", async () => {
    const body = `data=${base64('{"__proto__":{"symbol":"BTCUSDT"},"constructor":1}')}`;
    const answer = await trader.postRaw("cancelAll", body);
    expect(answer.code).toBe(100);
    expect(Object.hasOwn(Object.prototype, "symbol")).toBe(false);
    expect(encodePayload({})).toMatch(/^data=/);
  });
});
