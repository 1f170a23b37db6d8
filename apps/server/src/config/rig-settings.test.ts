import { expect, test } from "vitest";
import { readEnvironment } from "./environment.ts";

const LIVE = { CANDOR_MODE: "live", CANDOR_PRICES: "public" };

test("RIG-01 seed and clock are read, and prices do not depend on other exchanges then", () => {
  expect(readEnvironment({}).rig).toEqual({ seed: undefined, clock: "system", isScenario: false });
  expect(readEnvironment({}).prices.kind).toBe("auto");
  const seeded = readEnvironment({ CANDOR_SEED: "0" });
  expect(seeded.rig).toEqual({ seed: 0, clock: "system", isScenario: false });
  expect(seeded.prices.kind).toBe("simulated");
  const manual = readEnvironment({ CANDOR_CLOCK: "manual", CANDOR_PRICES: "recorded:/data" });
  expect(manual.rig.clock).toBe("manual");
  expect(manual.prices.kind).toBe("recorded");
});

test("RIG-04 a test rig is a sandbox without market makers, unless they are wanted", () => {
  const rig = readEnvironment({ CANDOR_MODE: "scenario" });
  expect(rig).toMatchObject({ mode: "sandbox", liquidity: false, prices: { kind: "simulated" } });
  expect(rig.rig.isScenario).toBe(true);
  expect(readEnvironment({ CANDOR_MODE: "scenario", CANDOR_LIQUIDITY: "on" }).liquidity).toBe(true);
});

test.each([
  [{ CANDOR_SEED: "4294967296" }, "CANDOR_SEED must be a whole number"],
  [{ CANDOR_SEED: "-1" }, "CANDOR_SEED must be a whole number"],
  [{ CANDOR_SEED: "seven" }, "CANDOR_SEED must be a whole number"],
  [{ CANDOR_CLOCK: "slow" }, "CANDOR_CLOCK must be `system` or `manual`"],
  [{ CANDOR_SEED: "7", CANDOR_PRICES: "public" }, "CANDOR_PRICES must not be `public`"],
  [{ CANDOR_CLOCK: "manual", CANDOR_PRICES: "public" }, "CANDOR_PRICES must not be `public`"],
  [{ CANDOR_CLOCK: "manual", CANDOR_GATEWAYS: "2" }, "CANDOR_CLOCK can be `manual` only"],
  [{ CANDOR_MODE: "scenario", CANDOR_GATEWAYS: "2" }, "CANDOR_MODE can be `scenario` only"],
  [{ CANDOR_MODE: "scenario", CANDOR_PRICES: "public" }, "CANDOR_PRICES must not be `public`"],
  [{ ...LIVE, CANDOR_SEED: "7" }, "CANDOR_SEED must not be set in live mode"],
  [{ ...LIVE, CANDOR_CLOCK: "manual" }, "CANDOR_CLOCK must be `system` in live mode"],
])("RIG-01 %j is refused by its variable's name", (variables, problem) => {
  expect(() => readEnvironment(variables)).toThrow(problem);
});
