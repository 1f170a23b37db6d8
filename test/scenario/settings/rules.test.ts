import { NEWEST_RULES } from "@candor/domain/rules";
import { expect, test } from "vitest";
import { LeverageWorld } from "../../support/scenario/leverage-world.ts";

/** Mel owes 8,501.7 USDT and bids 9,500 for 9.5 BTC, then the index falls to 800; initially under older rules. */
function createWorld(rules: number): { readonly s: LeverageWorld; readonly orderId: number } {
  const s = new LeverageWorld({}, { USDT: "1000000", BTC: "1000" }, { priceBandPpm: 200_000 }, rules);
  s.user("mel", { USDT: "1000" }).user("tom", { BTC: "10" });
  s.move("mel", "in", "USDT", "1000");
  const { orderId } = s.lever("mel", "buy", "9.5", "1000");
  s.observe("800");
  return { s, orderId };
}

test("CORE-11 a journal of older rules is executed by these rules until newer ones are adopted", () => {
  const older = createWorld(0);
  expect(older.s.order(older.orderId)).toBe("open 0 of 9.5");
  older.s.restart();
  expect(older.s.limit("tom", "sell", "0.5", "900").order).toBe("filled 0.5");
  // Adopting the newer rules checks what the older ones did not.
  expect(older.s.adoptRules(NEWEST_RULES).error).toBeUndefined();
  expect(older.s.order(older.orderId)).toBe("canceled trigger-unfunded 0.5 of 9.5");
  const newer = createWorld(NEWEST_RULES);
  expect(newer.s.order(newer.orderId)).toBe("canceled trigger-unfunded 0 of 9.5");
});

test("CORE-12 rules are emitted as a setting, never decrease, and unknown ones are rejected", () => {
  const s = new LeverageWorld({}, undefined, {}, 0);
  expect(s.adoptRules(NEWEST_RULES).events).toMatchObject([
    { kind: "executed" },
    { kind: "setting-changed", setting: "rules", version: 1, value: { version: NEWEST_RULES } },
  ]);
  expect(s.adoptRules(NEWEST_RULES).events).toHaveLength(1);
  for (const version of [NEWEST_RULES - 1, NEWEST_RULES + 1, 0.5, Number.NaN])
    expect(s.adoptRules(version).error).toBe("request.parameterError");
  s.restart();
  expect(s.adoptRules(0).error).toBe("request.parameterError");
});
