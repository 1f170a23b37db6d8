import { LIMITS } from "@candor/domain/limits";
import { RULES } from "@candor/domain/rules";
import type { PriceE8 } from "@candor/money/brand";
import { expect, test } from "vitest";
import { CONTRACT, PerpetualWorld } from "../../support/scenario/perpetual-world.ts";
import { MARKET, SpotWorld } from "../../support/scenario/spot-world.ts";

const OLDER = RULES.boundedNumbers - 1;

function spot(rules: number): SpotWorld {
  const s = new SpotWorld();
  s.adoptRules(rules);
  return s;
}

test("FUZZ-02 fees are a tenth at most, listed or set; under older rules anything below the whole", () => {
  const tooMuch = LIMITS.maxFeePpm + 1;
  const listed = (rules: number, takerFeePpm: number) =>
    spot(rules).execute({
      kind: "list-market",
      market: { ...MARKET, symbol: "BTCUSD2", takerFeePpm },
      minSources: 1,
    }).error;
  const set = (rules: number, takerFeePpm: number) =>
    spot(rules).execute({ kind: "set-market-fees", marketId: 0, makerFeePpm: 0, takerFeePpm }).error;
  for (const refused of [listed, set]) {
    expect(refused(RULES.boundedNumbers, LIMITS.maxFeePpm)).toBeUndefined();
    expect(refused(RULES.boundedNumbers, tooMuch)).toBe("request.parameterError");
    expect(refused(OLDER, 999_999)).toBeUndefined();
  }
});

test("FUZZ-02 a price without ticks in its market is rejected; older rules accepted it", () => {
  const observed = (rules: number, ticks: number) => {
    const s = new SpotWorld({ tick: "0.0001" });
    s.adoptRules(rules);
    const priceE8 = (ticks * 10_000) as PriceE8;
    const { timeMs: observedAtMs } = s;
    return s.execute({ kind: "observe-price", marketId: 0, sourceId: 0, priceE8, observedAtMs }).error;
  };
  expect(observed(RULES.boundedNumbers, LIMITS.maxPriceTicks)).toBeUndefined();
  expect(observed(RULES.boundedNumbers, LIMITS.maxPriceTicks + 1)).toBe("request.parameterError");
  expect(observed(OLDER, LIMITS.maxPriceTicks + 1)).toBeUndefined();
});

test("FUZZ-02 a contract whose largest position could grow beyond the exact integers is not listed", () => {
  const listed = (notionalCap: string, rules: number) => {
    const world = new PerpetualWorld({}, rules);
    const [first] = CONTRACT.brackets;
    if (first === undefined) throw new Error("no tier");
    const contract = { ...CONTRACT, symbol: "BTCUSD2", brackets: [{ ...first, notionalCap }] };
    return world.execute({ kind: "list-contract", contract, minSources: 1 }).error;
  };
  expect(listed("140737488", RULES.boundedNumbers)).toBeUndefined();
  expect(listed("140737489", RULES.boundedNumbers)).toBe("request.parameterError");
  expect(listed("140737489", OLDER)).toBeUndefined();
});
