import { expect, test } from "vitest";
import { lotsProblem, ticksProblem } from "./form-problem.ts";
import { BTC_TERMS as terms } from "./testing/bitcoin-market.ts";

test("TICK-03 an amount that cannot be read is zero, more than can be counted, or off the lot", () => {
  expect(lotsProblem("0", terms)).toEqual({ reason: "minimum", bound: "0.00001", coin: "BTC" });
  expect(lotsProblem("0.000", terms).reason).toBe("minimum");
  expect(lotsProblem("999999999999", terms)).toEqual({ reason: "maximum", bound: "100", coin: "BTC" });
  expect(lotsProblem("0.000001", terms)).toEqual({ reason: "lot", bound: "0.00001", coin: "BTC" });
  expect(lotsProblem("0.0000000001", terms).reason).toBe("lot");
  const bounds = { leastLots: 300, mostLots: 20_000_000 };
  expect(lotsProblem("0", terms, bounds).bound).toBe("0.003");
  expect(lotsProblem("999999999999", terms, bounds).bound).toBe("200");
});

test("TICK-03 a price that cannot be read is zero, more than can be counted, or off the tick", () => {
  expect(ticksProblem("0", terms)).toEqual({ reason: "minimum", bound: "0.1", coin: "USDT" });
  expect(ticksProblem("999999999999", terms)).toMatchObject({ reason: "maximum", coin: "USDT" });
  expect(ticksProblem("60000.05", terms)).toEqual({ reason: "tick", bound: "0.1", coin: "USDT" });
});
