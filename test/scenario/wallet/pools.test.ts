import type { EndowableAccount } from "@candor/domain/enumerations";
import { LIMITS } from "@candor/domain/limits";
import type { Units } from "@candor/money/brand";
import { expect, test } from "vitest";
import { SpotWorld } from "../../support/scenario/spot-world.ts";

const endow = (s: SpotWorld, pool: EndowableAccount, totalUnits: number, assetId = 0) =>
  s.execute({ kind: "endow-pool", pool, assetId, totalUnits: totalUnits as Units });

const pools = (s: SpotWorld) => s.exchange.solvencyView().pools;

test("FUND-14 a pool receives play money up to a total, once, and remembers it over restarts", () => {
  const s = new SpotWorld();
  expect(pools(s)).toEqual([]);
  expect(endow(s, "mining-reserve", 500).events.slice(1)).toEqual([
    { kind: "pool-endowed", pool: "mining-reserve", assetId: 0, amountUnits: 500, totalUnits: 500 },
  ]);
  expect(endow(s, "mining-reserve", 500).events).toHaveLength(1);
  expect(endow(s, "mining-reserve", 200).events).toHaveLength(1);
  s.restart();
  expect(endow(s, "mining-reserve", 500).events).toHaveLength(1);
  expect(endow(s, "mining-reserve", 700).events.at(1)).toMatchObject({ amountUnits: 200, totalUnits: 700 });
  endow(s, "lending-pool", 9, 1);
  endow(s, "insurance", 30);
  expect(pools(s)).toEqual([
    { pool: "mining-reserve", assetId: 0, balanceUnits: 700, endowedUnits: 700 },
    { pool: "lending-pool", assetId: 1, balanceUnits: 9, endowedUnits: 9 },
    { pool: "insurance", assetId: 0, balanceUnits: 30, endowedUnits: 30 },
  ]);
  expect(s.exchange.solvencyView().assets[0]).toMatchObject({ treasuryUnits: -730, reservesUnits: 730 });
});

test("FUND-14 an unknown pool or asset, an invalid amount, or one beyond the maximum of sums, endows nothing", () => {
  const s = new SpotWorld();
  expect(endow(s, "fees" as EndowableAccount, 5).error).toBe("request.parameterError");
  expect(endow(s, "option-pool", 5, 7).error).toBe("request.parameterError");
  for (const none of [0, -1, 0.5, LIMITS.maxUnits + 1])
    expect(endow(s, "option-pool", none).error, String(none)).toBe("wallet.amountError");
  s.user("alice", { USDT: "1" });
  expect(endow(s, "option-pool", LIMITS.maxUnits).error).toBe("wallet.amountError");
  expect(pools(s)).toEqual([]);
});
