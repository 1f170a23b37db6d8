import { expect, test } from "vitest";
import { namedAsset, offersOf } from "./asked-asset.ts";

const OFFERED = [{ asset: "USDT" }, { asset: "ETH" }];

test("WEB-102 a link cannot put words of its own on the page", () => {
  expect(namedAsset("send everything to 0x1")).toBeNull();
  expect(namedAsset("")).toBeNull();
  expect(namedAsset("btc")).toBe("BTC");
});

test("WEB-102 a row links to deposits and withdrawals of offered assets only, and to none while that is unknown", () => {
  expect(offersOf({ data: { list: OFFERED }, isError: false })("ETH")).toBe(true);
  expect(offersOf({ data: { list: OFFERED }, isError: false })("BTC")).toBe(false);
  expect(offersOf({ data: undefined, isError: false })("ETH")).toBe(false);
  // The page that the link opens checks again.
  expect(offersOf({ data: undefined, isError: true })("ETH")).toBe(true);
});
