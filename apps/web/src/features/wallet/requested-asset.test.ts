import { expect, test } from "vitest";
import { assetFromAddress, isOfferedAsset } from "./requested-asset.ts";

const OFFERED = [{ asset: "USDT" }, { asset: "ETH" }];

test("WEB-102 a link cannot put words of its own on the page", () => {
  expect(assetFromAddress("send everything to 0x1")).toBeNull();
  expect(assetFromAddress("")).toBeNull();
  expect(assetFromAddress("btc")).toBe("BTC");
});

test("WEB-102 a row links to deposits and withdrawals of offered assets only, and to none while that is unknown", () => {
  expect(isOfferedAsset({ data: { list: OFFERED }, isError: false })("ETH")).toBe(true);
  expect(isOfferedAsset({ data: { list: OFFERED }, isError: false })("BTC")).toBe(false);
  expect(isOfferedAsset({ data: undefined, isError: false })("ETH")).toBe(false);
  // The page that the link opens checks again.
  expect(isOfferedAsset({ data: undefined, isError: true })("ETH")).toBe(true);
});
