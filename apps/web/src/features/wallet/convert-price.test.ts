import { expect, test } from "vitest";
import { isUsualDirection, priceOf } from "./convert-price.ts";

const buying = { fromAsset: "USDT", toAsset: "BTC", price: "0.000016632460" };
const selling = { fromAsset: "BTC", toAsset: "USDT", price: "60123.450000000000" };

test("CONV-03 a conversion's price is read as traders read it, and can be turned round", () => {
  expect(isUsualDirection(buying)).toBe(false);
  expect(priceOf(buying, true)).toEqual({ coin: "BTC", price: "60123.40", asset: "USDT" });
  expect(priceOf(buying, false)).toEqual({ coin: "USDT", price: "0.00001663246", asset: "BTC" });
  expect(isUsualDirection(selling)).toBe(true);
  expect(priceOf(selling, false)).toEqual({ coin: "BTC", price: "60123.45", asset: "USDT" });
  expect(isUsualDirection({ fromAsset: "USDT", toAsset: "DOGE", price: "8.2" })).toBe(false);
  expect(isUsualDirection({ fromAsset: "ETH", toAsset: "BTC", price: "0.05" })).toBe(false);
  expect(isUsualDirection({ fromAsset: "BTC", toAsset: "ETH", price: "20" })).toBe(true);
});
