import { expect, test } from "vitest";
import { isInvalidSymbol, readFrame, readKlines, readQuotes } from "./binance-messages.ts";
import { FeedFormatError } from "./decimal-e8.ts";
import { NO_OWN_TRADES } from "./kline-bar.ts";

test("FEED-16 a bookTicker frame yields the middle of bid and ask, half a step truncated; other streams yield nothing", () => {
  const frame = (data: object, stream = "btcusdt@bookTicker") => JSON.stringify({ stream, data });
  expect(readFrame(frame({ s: "BTCUSDT", b: "61837.63000000", a: "61837.64000000" }))).toEqual({
    symbol: "BTCUSDT",
    priceE8: 6_183_763_500_000,
  });
  expect(readFrame(frame({ s: "X", b: "0.00000001", a: "0.00000002" }))).toEqual({ symbol: "X", priceE8: 1 });
  expect(readFrame(frame({ e: "trade", p: "1.0" }, "btcusdt@trade"))).toBeUndefined();
});

test("FEED-16 a text that is not a frame of a combined stream is rejected", () => {
  expect(() => readFrame("nonsense")).toThrow(SyntaxError);
  expect(() => readFrame("[]")).toThrow();
  expect(() => readFrame('{"stream":"x@bookTicker","data":{"s":"X","b":"1","a":1}}')).toThrow(
    FeedFormatError,
  );
  expect(() => readFrame('{"stream":"x@bookTicker","data":{"b":"1","a":"1"}}')).toThrow(SyntaxError);
});

test("FEED-16 REST replies are read exactly and checked", () => {
  expect(
    readQuotes([
      { symbol: "LTCUSDT", bidPrice: "4.00000000", bidQty: "1", askPrice: "4.00000002", askQty: "9" },
    ]),
  ).toEqual([{ symbol: "LTCUSDT", priceE8: 400_000_001 }]);
  const row = [
    1499040000000,
    "0.01634790",
    "0.80000000",
    "0.01575800",
    "0.01577100",
    "148976.11427815",
    1499644799999,
    "2434.19055334",
    308,
    "1",
    "2",
    "0",
  ];
  expect(readKlines([row])).toEqual([
    {
      openTimeMs: 1_499_040_000_000,
      openE8: 1_634_790,
      highE8: 80_000_000,
      lowE8: 1_575_800,
      closeE8: 1_577_100,
      volumeE8: 14_897_611_427_815n,
      quoteVolumeE8: 243_419_055_334n,
      ...NO_OWN_TRADES,
    },
  ]);
  expect(() => readKlines([["x"]])).toThrow();
  expect(isInvalidSymbol({ code: -1121, msg: "Invalid symbol." })).toBe(true);
  expect(isInvalidSymbol({ code: -1003 })).toBe(false);
});
