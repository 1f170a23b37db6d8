import { LIMITS } from "@candor/domain/limits";
import { contractScale } from "@candor/domain/specs/contract-listing";
import { maintenanceOf } from "@candor/formulas/perpetual/margin";
import { expect, test } from "vitest";
import { DEFAULT_CONTRACTS } from "./default-contracts.ts";
import { DEFAULT_ASSETS, DEFAULT_MARKETS } from "./default-listing.ts";

const assetOf = (symbol: string) => {
  const found = DEFAULT_ASSETS.find((candidate) => candidate.symbol === symbol);
  if (found === undefined) throw new Error(`no asset ${symbol}`);
  return found;
};

test.each(DEFAULT_CONTRACTS)(
  "CONF-04 the $symbol contract: exact values, a listed index, tiers without a jump",
  (each) => {
    expect(DEFAULT_MARKETS.map(({ symbol }) => symbol)).toContain(each.indexSymbol);
    const { brackets, ...scale } = contractScale(each, assetOf(each.base), assetOf(each.quote));
    expect(scale.quoteUnitsPerTickLot).toBeGreaterThanOrEqual(1);
    expect(scale.maxLots).toBeLessThanOrEqual(LIMITS.maxQuantityLots);
    for (const [at, { capUnits }] of brackets.slice(0, -1).entries()) {
      const here = maintenanceOf(brackets, capUnits);
      const beyond = maintenanceOf(brackets, capUnits + 1);
      expect(beyond - here, `tier ${at + 1}`).toBeLessThanOrEqual(1);
    }
  },
);
