import { afterAll, beforeAll, expect, test } from "vitest";
import { type ApiKey, askSigned, listenFor, makeApiKey } from "../../support/wire/binance-bot.ts";
import { GatewayUnderTest } from "../../support/wire/gateway-under-test.ts";

/** Paths of Binance's that have no markets or no calls here. */
let exchange: GatewayUnderTest;
let url: string;
let key: ApiKey;

beforeAll(async () => {
  exchange = await GatewayUnderTest.start({ gateway: { nowMs: Date.now } });
  url = await listenFor(exchange);
  key = await makeApiKey(await exchange.trader("ana@example.org"));
});
afterAll(async () => {
  expect(exchange.errors).toEqual([]);
  await exchange.close();
});

async function ask(path: string, init: RequestInit = {}) {
  const response = await fetch(`${url}${path}`, init);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

test("BIN-31 coin-margined futures and options answer with nothing, so that clients can start", async () => {
  for (const [path, field] of [
    ["/dapi/v1/exchangeInfo", "symbols"],
    ["/eapi/v1/exchangeInfo", "optionSymbols"],
  ] as const) {
    const { status, body } = await ask(path);
    expect([status, body[field], body.timezone], path).toEqual([200, [], "UTC"]);
    expect(body.rateLimits, path).not.toEqual([]);
  }
  for (const path of ["/dapi/v1/ticker/24hr", "/dapi/v1/premiumIndex", "/eapi/v1/mark"])
    expect(await ask(path)).toEqual({ status: 200, body: [] });
  expect(await ask("/dapi/v1/premiumIndex?symbol=BTCUSD_PERP")).toEqual({
    status: 400,
    body: { code: -1121, msg: "Invalid symbol." },
  });
  for (const path of ["/dapi/v1/balance", "/dapi/v1/positionRisk", "/dapi/v2/leverageBracket"])
    expect(await askSigned(key, "GET", `${url}${path}`)).toEqual({ status: 200, body: [] });
  expect(await askSigned(key, "GET", `${url}/dapi/v1/account`)).toMatchObject({ body: { positions: [] } });
  expect((await ask("/dapi/v1/balance")).status).toBe(401);
});

test("BIN-31 every unknown path of Binance's is refused in Binance's form", async () => {
  const unknown = ["/api/v1/ping", "/api/v3/nothing", "/fapi/v9/x", "/sapi/v1/x", "/futures/data/x"];
  for (const path of [...unknown, "/dapi/v1/order", "/dapi", "/eapi/v1/%zz", "/FAPI/v1/Nothing"])
    for (const method of ["GET", "POST", "DELETE"]) {
      const { status, body } = await ask(path, { method });
      expect([status, Object.keys(body)], `${method} ${path}`).toEqual([404, ["code", "msg"]]);
      expect(body.code).toBe(-1020);
    }
  expect(await ask("/papi/v1/balance")).toMatchObject({ status: 401, body: { code: -2015 } });
  // The wire's own paths keep their envelope.
  expect(Object.keys((await ask("/api/nothing")).body)).toContain("data");
});

test("BIN-31 a client that reads only SBE gets an error", async () => {
  const accepting = (accept: string, schema?: string) =>
    ask("/api/v3/ping", { headers: { accept, ...(schema === undefined ? {} : { "x-mbx-sbe": schema }) } });
  const disabled = { status: 406, body: { code: -1155, msg: "SBE is not enabled." } };
  expect(await accepting("application/sbe", "3:5")).toEqual(disabled);
  expect(await accepting("application/sbe")).toEqual(disabled);
  expect(await accepting("application/sbe", "three")).toMatchObject({ status: 400, body: { code: -1152 } });
  expect(await accepting("application/sbe, application/json", "3:5")).toEqual({ status: 200, body: {} });
});
