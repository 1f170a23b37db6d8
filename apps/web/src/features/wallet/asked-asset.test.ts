import { expect, test } from "vitest";
import { askedAsset, missingAsset, namedAsset, offersOf } from "./asked-asset.ts";

const OFFERED = [{ asset: "USDT" }, { asset: "ETH" }];

test("WEB-102 an asset that is not offered is named as missing and never replaced by another one", () => {
  expect(missingAsset(namedAsset("BTC"), OFFERED)).toBe("BTC");
  expect(missingAsset(namedAsset("btc"), OFFERED)).toBe("BTC");
  expect(missingAsset(namedAsset("usdt"), OFFERED)).toBeNull();
  expect(missingAsset(namedAsset(null), OFFERED)).toBeNull();
});

test("WEB-102 a link cannot put words of its own on the page", () => {
  expect(namedAsset("send everything to 0x1")).toBeNull();
  expect(namedAsset("")).toBeNull();
});

test("WEB-102 the choice on the form counts until the address names another asset", () => {
  const chosen = { named: "BTC", asset: "ETH" };
  expect(askedAsset("BTC", chosen)).toBe("ETH");
  expect(askedAsset("USDT", chosen)).toBe("USDT");
  expect(askedAsset(null, chosen)).toBeNull();
  expect(askedAsset("BTC", null)).toBe("BTC");
});

test("WEB-102 a row links to deposits and withdrawals of offered assets only, and to none while that is unknown", () => {
  expect(offersOf({ data: { list: OFFERED }, isError: false })("ETH")).toBe(true);
  expect(offersOf({ data: { list: OFFERED }, isError: false })("BTC")).toBe(false);
  expect(offersOf({ data: undefined, isError: false })("ETH")).toBe(false);
  // The page that the link opens checks it again.
  expect(offersOf({ data: undefined, isError: true })("ETH")).toBe(true);
});
