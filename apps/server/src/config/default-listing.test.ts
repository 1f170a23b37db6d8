import { LIMITS } from "@candor/domain/limits";
import { ListingError, marketScale } from "@candor/domain/specs/listing";
import { expect, test } from "vitest";
import { DEFAULT_ASSETS, DEFAULT_MARKETS } from "./default-listing.ts";

const assetOf = (symbol: string) => {
  const found = DEFAULT_ASSETS.find((candidate) => candidate.symbol === symbol);
  if (found === undefined) throw new Error(`no asset ${symbol}`);
  return found;
};

test.each(DEFAULT_MARKETS)(
  "CONF-04 $symbol: notionals are exact and its largest order stays in the safe integers",
  (each) => {
    const scale = marketScale(each, assetOf(each.base), assetOf(each.quote));
    expect(scale.quoteUnitsPerTickLot).toBeGreaterThanOrEqual(1);
    expect(scale.maxLots).toBeLessThanOrEqual(LIMITS.maxQuantityLots);
    expect(scale.minLots).toBeGreaterThanOrEqual(1);
  },
);

test("CONF-04 a market whose tick times lot is not a whole quote unit is rejected", () => {
  const btc = DEFAULT_MARKETS[0];
  if (btc === undefined) throw new Error("no market");
  expect(() => marketScale({ ...btc, tick: "0.01" }, assetOf("BTC"), assetOf("USDT"))).toThrow(ListingError);
  expect(() => marketScale({ ...btc, minQuantity: "0.000001" }, assetOf("BTC"), assetOf("USDT"))).toThrow(
    ListingError,
  );
});
