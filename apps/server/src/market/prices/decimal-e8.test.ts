import { expect, test } from "vitest";
import { FeedFormatError, parsePriceE8, parseVolumeE8, quoteVolumeAt } from "./decimal-e8.ts";

test("FEED-16 a feed's prices and volumes are read exactly, beyond 2^53 where they are volumes", () => {
  expect(parsePriceE8("61837.63000000", "price")).toBe(6_183_763_000_000);
  expect(parsePriceE8("0.00000001", "price")).toBe(1);
  expect(parseVolumeE8("9999999999.12345678", "volume")).toBe(999_999_999_912_345_678n);
  expect(parseVolumeE8("0", "volume")).toBe(0n);
  expect(parseVolumeE8("1.123456789", "volume")).toBe(112_345_678n);
  expect(quoteVolumeAt(150_000_000n, 6_700_000_000_000)).toBe(10_050_000_000_000n);
});

test.each(["", "-1", "1e5", "0x10", "NaN", " 1", "1.", ".5", "1,5", undefined, 5, null, "0.000000001"])(
  "FEED-16 a feed's price %j is rejected",
  (text) => {
    expect(() => parsePriceE8(text, "price")).toThrow(FeedFormatError);
  },
);

test("FEED-16 a price of zero and one beyond the safe integers are rejected", () => {
  expect(() => parsePriceE8("0", "price")).toThrow(FeedFormatError);
  expect(() => parsePriceE8("99999999999", "price")).toThrow(FeedFormatError);
  expect(() => parseVolumeE8("1e3", "volume")).toThrow(FeedFormatError);
});
