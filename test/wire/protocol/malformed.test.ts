import { errorNumber } from "@candor/domain/errors/errors";
import { parameterError, type WireCall } from "@candor/wire/call";
import { CALL_NAMES, CALLS, type CallName } from "@candor/wire/calls";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { GatewayUnderTest } from "../../support/wire/gateway-under-test.ts";
import { encodePayload, type WireAnswer, type WireClient } from "../../support/wire-client.ts";

let exchange: GatewayUnderTest;
let trader: WireClient;
let before: unknown;

beforeAll(async () => {
  exchange = await GatewayUnderTest.start({ gateway: { outboxOpen: true, rateLimitFactor: 100_000 } });
  trader = await exchange.trader("trader@example.org", { USDT: "1000", BTC: "0.01" });
  const order = { symbol: "BTCUSDT", side: "buy", type: "limit", price: "55000", quantity: "0.001" };
  await trader.call("doOrder", { ...order, clientOrderId: "resting" });
});
afterAll(async () => {
  await exchange.close();
});
/** Nothing has changed: no command reached the exchange. */
beforeEach(async () => {
  before = await exchange.engine.stateHash();
});
afterEach(async () => {
  expect(await exchange.engine.stateHash()).toEqual(before);
  expect(exchange.errors).toEqual([]);
});

const base64 = (text: string | Uint8Array) => Buffer.from(text).toString("base64");
const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) });

/** Bodies that do not contain a valid object. */
const BROKEN_BODIES: readonly (readonly [string, string])[] = [
  ["characters that are not base64", "data=!!!!"],
  ["a base64 text of impossible length", "data=QUJDR"],
  ["padding in the middle", "data=QQ==QQ=="],
  ["broken percent signs around the base64", "data=%E0%A4"],
  ["broken percent signs inside", `data=${base64("%E0%A4%A")}`],
  ["bytes that are not UTF-8", `data=${base64(new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]))}`],
  ["no JSON", `data=${base64("symbol=BTCUSDT")}`],
  ["JSON that is cut off", `data=${base64('{"symbol":"BTCUSDT"')}`],
  ["a JSON array", `data=${base64("[1,2,3]")}`],
  ["a JSON null", `data=${base64("null")}`],
  ["a JSON string", `data=${base64('"BTCUSDT"')}`],
  ["a JSON number beyond all numbers", `data=${base64("1e309")}`],
  ["nine levels of JSON", encodePayload(nested(9))],
  ["a string of 4,097 characters", encodePayload({ symbol: "x".repeat(4_097) })],
  ["an array of 201", encodePayload({ symbol: Array.from({ length: 201 }, () => 1) })],
];

function expectParameterError(call: WireCall, answer: WireAnswer): void {
  const error = parameterError(call.family);
  expect(answer.data.error, JSON.stringify(answer.data)).toBe(error);
  expect([answer.status, answer.code]).toEqual([200, errorNumber(error)]);
}

const POSTS = CALL_NAMES.filter((name) => CALLS[name].method === "POST");
const GETS = CALL_NAMES.filter((name) => CALLS[name].method === "GET");

describe.each(POSTS)("%s", (name) => {
  test.each(BROKEN_BODIES)("WIRE-01 a body with %s is a parameter error", async (_what, body) => {
    expectParameterError(CALLS[name], await trader.postRaw(name, body));
  });

  test("WIRE-01 a body of another kind is a parameter error", async () => {
    expectParameterError(CALLS[name], await trader.postRaw(name, '{"symbol":"BTCUSDT"}', "application/json"));
    expectParameterError(CALLS[name], await trader.postRaw(name, "symbol", "text/plain"));
    if (name === "upload") return; // the only call that accepts such a form
    const form = '--b\r\nContent-Disposition: form-data; name="data"\r\n\r\ne30=\r\n--b--\r\n';
    expectParameterError(CALLS[name], await trader.postRaw(name, form, "multipart/form-data; boundary=b"));
  });

  test("WIRE-01 a body of one megabyte is too large", async () => {
    const answer = await trader.postRaw(name, `data=${"A".repeat(1_048_576)}`);
    expect([answer.status, answer.code, answer.data.error]).toEqual([413, 413, "request.tooLarge"]);
  });

  test("WIRE-01 a value of another type in any field is a parameter error", async () => {
    for (const field of fieldsOf(name)) {
      for (const value of [{ a: 1 }, [[1]], true, 1.5, -1, "1e309 €", "\u0000"]) {
        // valid, but would end this test's session
        if ((name === "logout" || name === "freeze") && value === true) continue;
        const answer = await trader.postRaw(name, encodePayload({ [field]: value }));
        // Some of these values are valid for some fields; the call then has another error, but never places an order.
        expect(answer.status, `${field} ${JSON.stringify(value)}`).toBe(200);
        if (typeof value === "object") expect(answer.code).not.toBe(1);
      }
      const huge = await trader.postRaw(name, `data=${base64(`{"${field}":1e309}`)}`);
      expect(huge.status).toBe(200);
    }
  });
});

describe.each(GETS)("%s", (name) => {
  test("WIRE-01 a query with broken percent signs is a parameter error", async () => {
    const url = `/api${CALLS[name].path}?symbol=%E0%A4`;
    expectParameterError(CALLS[name], await trader.send(name, { method: "GET", url }));
  });

  test("WIRE-01 values of another type in any field are a parameter error or ignored", async () => {
    for (const field of fieldsOf(name)) {
      for (const value of ["-1", "1e309", "1.5", "%00", "x".repeat(600)]) {
        const url = `/api${CALLS[name].path}?${field}=${value}`;
        const answer = await trader.send(name, { method: "GET", url });
        expect(answer.status).toBe(200);
        const malformed = CALLS[name].family === "trade" ? 100 : 111;
        expect([1, malformed, 320]).toContain(answer.code);
      }
    }
  });
});

const LIMIT_ORDER = { symbol: "BTCUSDT", side: "buy", type: "limit", price: "55000", quantity: "0.001" };

test.each([
  ["a price as a number", { price: 55_000 }, 100],
  ["a price with an exponent", { price: "5.5e4" }, 100],
  ["a negative price", { price: "-55000" }, 100],
  ["a price of zero", { price: "0" }, 100],
  ["a price off the tick", { price: "55000.05" }, 100],
  ["a price with 19 decimals", { price: "55000.0000000000000000001" }, 100],
  ["a price beyond all ticks", { price: "999999999999" }, 100],
  ["a price with leading zeros", { price: "055000" }, 100],
  ["a price in another script's digits", { price: "٥٥٠٠٠" }, 100],
  ["a price with a blank", { price: " 55000" }, 100],
  ["a quantity as a number", { quantity: 0.001 }, 100],
  ["a negative quantity", { quantity: "-0.001" }, 100],
  ["a quantity with an exponent", { quantity: "1e-3" }, 100],
  ["an unknown symbol", { symbol: "NOPEUSDT" }, 100],
  ["a symbol of another form", { symbol: "BTC/USDT" }, 100],
  ["an unknown side", { side: "long" }, 100],
  ["an unknown type", { type: "iceberg" }, 100],
  ["an unknown product", { product: "future" }, 100],
  ["quantity and quoteQuantity", { quoteQuantity: "100" }, 100],
  ["a stop price with a limit order", { stopPrice: "54000" }, 100],
  ["a trailing rate with a limit order", { trailingRate: "0.01" }, 100],
  ["a key of another form", { clientOrderId: "ümlaut" }, 100],
  ["a key of 37 characters", { clientOrderId: "k".repeat(37) }, 100],
  ["a key that is a number", { clientOrderId: 5 }, 100],
])("WIRE-01 an order with %s is rejected and nothing moves", async (_what, fault, code) => {
  const answer = await trader.call("doOrder", { ...LIMIT_ORDER, ...fault });
  expect([answer.status, answer.code], JSON.stringify(answer.data)).toEqual([200, code]);
});

// Static limits are checked after the key, which only the exchange knows: it journals a rejection that changes nothing
// else.
test.each([
  ["of zero", "0"],
  ["off the lot", "0.000001"],
  ["with too many decimals", "0.001000001"],
  ["beyond all lots", "999999999999999999"],
])(
  "WIRE-01 an order with a quantity %s is rejected by the exchange and nothing moves",
  async (_what, quantity) => {
    const userId = Number((await trader.call("profile")).data["id"]);
    const { asOfSeq, ...account } = await exchange.engine.accountView(userId);
    const answer = await trader.call("doOrder", { ...LIMIT_ORDER, quantity });
    expect([answer.status, answer.code], JSON.stringify(answer.data)).toEqual([200, 102]);
    expect(await exchange.engine.accountView(userId)).toEqual({ ...account, asOfSeq: asOfSeq + 1 });
    before = await exchange.engine.stateHash();
  },
);

test.each([
  ["absent", undefined],
  ["a number", 5],
  ["negative", "-5"],
  ["zero", "0"],
  ["with too many decimals", "5.0000001"],
  ["with an exponent", "1e3"],
  ["beyond all amounts", "999999999999999999"],
  ["text", "five"],
])("WIRE-01 a transfer whose amount is %s is rejected and nothing moves", async (_what, amount) => {
  const answer = await trader.call("transfer", {
    asset: "USDT",
    from: "coin",
    to: "main",
    amount,
    paymentPassword: "246810",
  });
  expect([111, 112]).toContain(answer.code);
});

function fieldsOf(name: CallName): string[] {
  const { request } = CALLS[name];
  const objects = request instanceof z.ZodObject ? [request] : request.options;
  return [...new Set(objects.flatMap((object) => Object.keys(object.shape)))];
}
