import { expect, test } from "vitest";
import { FeedFormatError } from "./decimal-e8.ts";
import { isQuote, MAX_SPREAD_PPM, quoteOf } from "./quote.ts";

const WITHDRAWN = { withdrawn: "BTCUSDT" };

test("INDEX-05 bid and ask more than two percent apart are not a price, and the previous price is withdrawn", () => {
  expect(MAX_SPREAD_PPM).toBe(20_000);
  expect(quoteOf("BTCUSDT", "100", "102")).toEqual({ symbol: "BTCUSDT", priceE8: 10_100_000_000 });
  expect(quoteOf("BTCUSDT", "100", "102.00000001")).toEqual(WITHDRAWN);
  // The order book that moved nothing and was accepted as a price.
  expect(quoteOf("BTCUSDT", "3", "119997")).toEqual(WITHDRAWN);
});

test("INDEX-05 an empty side or a crossed book is no price", () => {
  for (const [bid, ask] of [
    ["", "100"],
    ["100", ""],
    ["0", "100"],
    ["0.00000000", "100"],
    ["101", "100"],
  ])
    expect(quoteOf("BTCUSDT", bid, ask), `${bid} ${ask}`).toEqual(WITHDRAWN);
  expect(isQuote(quoteOf("BTCUSDT", "", ""))).toBe(false);
});

test("INDEX-05 bid and ask one step apart are always a price, and a value that is not a number is rejected", () => {
  expect(quoteOf("X", "0.00000001", "0.00000002")).toEqual({ symbol: "X", priceE8: 1 });
  expect(() => quoteOf("X", "1", 1)).toThrow(FeedFormatError);
  expect(() => quoteOf("X", undefined, "1")).toThrow(FeedFormatError);
  expect(() => quoteOf("X", "-1", "1")).toThrow(FeedFormatError);
});
