import { expect, test } from "vitest";
import { prepareParameters } from "./call-names.ts";
import { Parameters } from "./parameters.ts";

const ORDER = { call: "POST /api/v3/order", hasKey: true };

function prepared(query: string, reading: "strict" | "easy", read = ORDER): Record<string, string> {
  const parameters = new Parameters(query, "");
  prepareParameters(parameters, read, reading);
  return Object.fromEntries(parameters.entries());
}

test("a strict reading names how many parameters it knows, without the signature", () => {
  expect(() => prepared("symbol=A&symbool=B&timestamp=1&signature=x", "strict")).toThrow(
    "read '2' parameter(s) but was sent '3'",
  );
  expect(() => prepared("symbol=", "strict")).toThrow("Parameter 'symbol' was empty.");
  expect(() => prepared("symbol=A&apiKey=x", "strict")).toThrow("read '1'");
  const onSocket = { ...ORDER, ofTransport: ["apiKey"] };
  expect(prepared("symbol=A&apiKey=x", "strict", onSocket)).toEqual({ symbol: "A", apiKey: "x" });
  // Only calls with a key carry a signature.
  expect(() =>
    prepared("signature=x&timestamp=1", "strict", { call: "GET /api/v3/ping", hasKey: false }),
  ).toThrow("read '0' parameter(s) but was sent '1'");
});

test("an easy reading drops unknown names and corrects letter case, but not what would change an order", () => {
  expect(
    prepared("symbol=btcusdt&side=buy&timeInForce=gtc&newClientOrderId=abc&foo=1&price=", "easy"),
  ).toEqual({
    symbol: "BTCUSDT",
    side: "BUY",
    timeInForce: "GTC",
    newClientOrderId: "abc",
    price: "",
  });
  expect(() => prepared("pegPriceType=PRIMARY_PEG", "easy")).toThrow("Pegged orders");
});

test("neutral values and microseconds disappear", () => {
  const onMargin = { call: "POST /sapi/v1/margin/order", hasKey: true };
  expect(prepared("symbol=A&icebergQty=0.000", "strict", onMargin)).toEqual({ symbol: "A" });
  expect(() => prepared("symbol=A&icebergQty=1", "strict", onMargin)).toThrow("icebergQty");
  const orders = { call: "GET /api/v3/allOrders", hasKey: true };
  expect(prepared("symbol=A&startTime=1700000000000001&endTime=1700000000000999", "strict", orders)).toEqual({
    symbol: "A",
    startTime: "1700000000001",
    endTime: "1700000000000",
  });
});

test("ccxt's own name for a trigger is accepted if it repeats the trigger", () => {
  const sent = "symbol=A&stopPrice=100.5&stopLossPrice=100.50";
  expect(prepared(sent, "strict")).toMatchObject({ stopPrice: "100.5" });
  expect(() => prepared("symbol=A&stopPrice=100&stopLossPrice=99", "strict")).toThrow("read '2'");
  expect(() => prepared("symbol=A&stopLossPrice=99", "strict")).toThrow("read '1'");
  expect(() => prepared("symbol=A&takeProfitPrice=&stopPrice=", "strict")).toThrow("read '2'");
  expect(() => prepared("symbol=A&triggerPrice=1&stopLossPrice=1", "strict")).toThrow("read '1'");
  const algo = { call: "POST /fapi/v1/algoOrder", hasKey: true };
  expect(
    prepared("triggerPrice=99&takeProfitPrice=99&trailingPercent=1&callbackRate=1", "strict", algo),
  ).toEqual({
    triggerPrice: "99",
    takeProfitPrice: "99",
    trailingPercent: "1",
    callbackRate: "1",
  });
});

test("names that clients write in lower case become Binance's", () => {
  const cancel = { call: "DELETE /fapi/v1/algoOrder", hasKey: true };
  expect(prepared("algoid=7", "strict", cancel)).toEqual({ algoId: "7" });
  expect(prepared("algoid=7&algoId=8", "strict", cancel)).toEqual({ algoId: "8" });
  expect(() => prepared("algoID=7", "strict", cancel)).toThrow("read '0'");
  const list = { call: "DELETE /fapi/v1/batchOrders", hasKey: true };
  expect(prepared("orderidlist=[1]", "easy", list)).toEqual({ orderIdList: "[1]" });
});
