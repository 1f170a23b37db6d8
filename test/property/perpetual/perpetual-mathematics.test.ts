import {
  bankruptcyTicksOf,
  liquidationTicksOf,
  liquidationTriggerOf,
  liquidationValueOf,
} from "@candor/formulas/perpetual/liquidation";
import {
  initialMarginOf,
  maintenanceOf,
  tierOf,
  valueCapOf,
  valueOf,
} from "@candor/formulas/perpetual/margin";
import {
  averageTicksOf,
  closedCostOf,
  realizedOf,
  riskRatePpm,
  unrealizedOf,
} from "@candor/formulas/perpetual/profit";
import { mulberry32 } from "@candor/simulator/order-flow-random";
import {
  add,
  ceilToUnits,
  compare,
  decimal,
  describe,
  type Fraction,
  floorToUnits,
  fraction,
  isAbove,
  isBelow,
  magnitude,
  multiply,
  negate,
  ONE,
  subtract,
} from "@candor/simulator/perpetual-oracle/fraction";
import * as truth from "@candor/simulator/perpetual-oracle/margin-truth";
import {
  applyFill,
  cashFlowOf,
  type FillTruth,
  FLAT,
  mirrorFill,
  openPositionOf,
} from "@candor/simulator/perpetual-oracle/position-truth";
import { expect, test } from "vitest";
import {
  type Case,
  positionOf,
  priceOf,
  quantityOf,
  randomCase,
  randomGrid,
  UNITS_PER_USDT,
  usdt,
} from "./perpetual-cases.ts";

/** `PERPETUAL_SEED=123 npx vitest run test/property/perpetual/perpetual-mathematics.test.ts` repeats a run. */
const seed = Number(process.env["PERPETUAL_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const CASES = 1_500;

console.info(`perpetual mathematics: PERPETUAL_SEED=${seed}`);

/** Runs `check` on many random positions; a failure names the case. */
function forCases(check: (drawn: Case, n: number) => void): void {
  const random = mulberry32(seed);
  for (let n = 0; n < CASES; n++) {
    const drawn = randomCase(random);
    try {
      check(drawn, n);
    } catch (error) {
      const { lots, entryCostUnits, marginUnits, ticks, brackets, grid } = drawn;
      const actual = { lots, entryCostUnits, marginUnits, ticks, brackets, factor: grid.factor };
      throw new Error(`PERPETUAL_SEED=${seed}, case ${n}: ${JSON.stringify(actual)}`, { cause: error });
    }
  }
}

const maintenanceUnits = (tiers: readonly truth.TierTruth[], notional: Fraction): bigint =>
  ceilToUnits(truth.maintenanceOf(tiers, notional), UNITS_PER_USDT);

const ONE_UNIT = fraction(1n, UNITS_PER_USDT);
const tier = (cap: string, rate: string, cumulative: string, maxLeverage: number): truth.TierTruth => ({
  notionalCap: decimal(cap),
  maintenanceRate: decimal(rate),
  cumulative: decimal(cumulative),
  maxLeverage,
});
const BITCOIN: truth.PositionTruth = { side: 1, quantity: ONE, entry: decimal("60000") };

test("PERP-01 the independent mathematics gives the documented examples", () => {
  const first = [tier("1000000", "0.004", "0", 100)];
  const price = truth.liquidationPriceOf(BITCOIN, decimal("2000"), first);
  expect(price && describe(price)).toBe("58232.931726");
  const second = [tier("50000", "0.004", "0", 100), tier("250000", "0.005", "50", 50)];
  expect(truth.continuousCumulatives(second).map(describe)).toEqual(["0.000000", "50.000000"]);
  const tiered = truth.liquidationPriceOf(BITCOIN, decimal("2000"), second);
  expect(tiered && describe(tiered)).toBe("58241.206030");
  expect(describe(truth.bankruptcyPriceOf(BITCOIN, decimal("2000")) as Fraction)).toBe("58000.000000");
});

test("PERP-01 the example of the wire: half a bitcoin, 30 times, its maintenance, profit and margin ratio", () => {
  const position = { ...BITCOIN, quantity: decimal("0.5") };
  const [mark, margin] = [decimal("60150"), decimal("1000")];
  const tiers = [tier("1000000", "0.004", "0", 100)];
  const notional = truth.notionalAt(position, mark);
  expect(describe(notional)).toBe("30075.000000");
  expect(describe(truth.maintenanceOf(tiers, notional))).toBe("120.300000");
  expect(describe(truth.profitAt(position, mark))).toBe("75.000000");
  const equity = add(margin, truth.profitAt(position, mark));
  const risk = truth.riskRateOf(truth.maintenanceOf(tiers, notional), equity) as Fraction;
  expect(ceilToUnits(risk, 1_000_000n)).toBe(111_907n);
  expect(truth.liquidationPriceOf(position, margin, tiers)).toEqual(
    truth.liquidationPriceOf(BITCOIN, decimal("2000"), tiers),
  );
  expect(riskRatePpm(120_300_000, 1_075_000_000)).toBe(111_907);
});

/** Compares the exchange's prices for `collateralUnits` with the exact ones. */
function checkLiquidation(drawn: Case, collateralUnits: number): void {
  const { lots, entryCostUnits, brackets, tiers, grid, position } = drawn;
  const exact = truth.liquidationPriceOf(position, usdt(collateralUnits), tiers);
  const actual = liquidationTicksOf(lots, entryCostUnits, collateralUnits, brackets, grid.factor);
  const equityAt = (units: number): number => collateralUnits + unrealizedOf(lots, entryCostUnits, units);
  if (exact === null) {
    expect(actual).toBe(0);
  } else {
    // By definition, exact equity equals exact maintenance there.
    const equity = add(usdt(collateralUnits), truth.profitAt(position, exact));
    expect(compare(equity, truth.maintenanceOf(tiers, truth.notionalAt(position, exact)))).toBe(0);
    const ticks = lots > 0 ? floorToUnits(exact, grid.ticksPerUsdt) : ceilToUnits(exact, grid.ticksPerUsdt);
    expect(BigInt(actual)).toBe(ticks);
    const value = liquidationValueOf(lots, entryCostUnits, collateralUnits, brackets, lots > 0);
    expect(Math.abs(equityAt(value) - maintenanceOf(brackets, value))).toBeLessThanOrEqual(1);
  }
  // The trigger is the first whole mark price at which maintenance exceeds equity, not one tick earlier.
  const trigger = liquidationTriggerOf(lots, entryCostUnits, collateralUnits, brackets, grid.factor);
  const isDoomed = (ticks: number): boolean => {
    const price = priceOf(ticks, grid);
    const equity = add(usdt(collateralUnits), truth.profitAt(position, price));
    return isBelow(equity, truth.maintenanceOf(tiers, truth.notionalAt(position, price)));
  };
  if (trigger > 0) expect(isDoomed(trigger), `at ${trigger}`).toBe(true);
  // A mark price is at least one tick: a short account with a lower trigger is liquidated at the first one.
  const before = lots > 0 ? trigger + 1 : trigger - 1;
  if (before >= 1) expect(isDoomed(before), "one tick before").toBe(false);
}

test(`PERP-01 at the liquidation price equity equals maintenance, for ${CASES} isolated positions`, () => {
  let [inHigherTiers, withoutPrice] = [0, 0];
  forCases((drawn, n) => {
    // A long position with margin for its whole value is never liquidated.
    const marginUnits = n % 50 === 0 ? Math.abs(drawn.entryCostUnits) : drawn.marginUnits;
    checkLiquidation(drawn, marginUnits);
    const exact = truth.liquidationPriceOf(drawn.position, usdt(marginUnits), drawn.tiers);
    if (exact === null) withoutPrice++;
    else if (truth.tierIndexOf(drawn.tiers, truth.notionalAt(drawn.position, exact)) > 0) inHigherTiers++;
  });
  expect(inHigherTiers).toBeGreaterThan(CASES / 20);
  expect(withoutPrice).toBeGreaterThan(0);
});

test(`PERP-01 at the liquidation price equity equals maintenance, for ${CASES} positions of cross accounts`, () => {
  const random = mulberry32(seed + 1);
  let beneath = 0;
  forCases((drawn) => {
    // The account's other collateral: cash, and the other positions' value less their maintenance.
    let collateral = drawn.marginUnits;
    for (let others = random.below(4); others > 0; others--) {
      const other = randomCase(random);
      const price = priceOf(other.ticks, other.grid);
      const profit = floorToUnits(truth.profitAt(other.position, price), UNITS_PER_USDT);
      const keep = maintenanceUnits(other.tiers, truth.notionalAt(other.position, price));
      const value = valueOf(other.lots, other.ticks, other.grid.factor);
      const actual =
        unrealizedOf(other.lots, other.entryCostUnits, value) - maintenanceOf(other.brackets, value);
      expect(BigInt(actual)).toBe(profit - keep);
      collateral += actual + initialMarginOf(other.entryCostUnits, other.leverage);
    }
    if (collateral < 0) beneath++;
    checkLiquidation(drawn, collateral);
  });
  expect(beneath).toBeGreaterThan(CASES / 50);
});

test("PERP-04 maintenance, tier, initial margin, profit and margin ratio are the exact ones, rounded as documented", () => {
  forCases(({ lots, entryCostUnits, leverage, marginUnits, ticks, brackets, tiers, grid, position }) => {
    const price = priceOf(ticks, grid);
    const notional = truth.notionalAt(position, price);
    const value = valueOf(lots, ticks, grid.factor);
    expect(compare(usdt(value), notional)).toBe(0);
    expect(tierOf(brackets, value)).toBe(truth.tierIndexOf(tiers, notional));
    expect(BigInt(maintenanceOf(brackets, value))).toBe(maintenanceUnits(tiers, notional));
    const initial = ceilToUnits(truth.initialMarginOf(notional, leverage), UNITS_PER_USDT);
    expect(BigInt(initialMarginOf(value, leverage))).toBe(initial);
    const profit = truth.profitAt(position, price);
    expect(compare(usdt(unrealizedOf(lots, entryCostUnits, value)), profit)).toBe(0);
    const equity = marginUnits + unrealizedOf(lots, entryCostUnits, value);
    const keep = maintenanceOf(brackets, value);
    const risk = truth.riskRateOf(usdt(keep), usdt(equity));
    if (risk === null) return;
    expect(BigInt(riskRatePpm(keep, equity))).toBe(ceilToUnits(risk, 1_000_000n));
    expect(riskRatePpm(keep, equity) > 1_000_000, "liquidated above 1").toBe(keep > equity);
  });
});

test("PERP-04 the cumulative amounts make maintenance continuous, and grow it with the position", () => {
  forCases(({ brackets, tiers }) => {
    expect(truth.continuousCumulatives(tiers)).toEqual(tiers.map(({ cumulative }) => cumulative));
    for (const { capUnits } of brackets) {
      const steps = [capUnits - 1, capUnits, capUnits + 1].map((units) => maintenanceOf(brackets, units));
      for (const [n, step] of steps.entries()) {
        const earlier = steps[n - 1] ?? step;
        expect(step - earlier).toBeGreaterThanOrEqual(0);
        expect(step - earlier).toBeLessThanOrEqual(1);
      }
    }
  });
});

test("PERP-04 a leverage allows exactly the values whose tier allows it", () => {
  forCases(({ brackets, tiers, leverage }) => {
    const cap = valueCapOf(brackets, leverage);
    const last = brackets.at(-1);
    for (const units of [1, cap, cap + 1, ...brackets.flatMap(({ capUnits }) => [capUnits, capUnits + 1])]) {
      if (units === 0 || last === undefined || units > last.capUnits) continue;
      const allowed = tiers[truth.tierIndexOf(tiers, usdt(units))]?.maxLeverage ?? 0;
      expect(units <= cap, `${units} units with ${leverage}`).toBe(leverage <= allowed);
    }
  });
});

test("PERP-04 nothing remains at the bankruptcy price, and a buyer of the position there never takes a loss", () => {
  forCases(({ lots, entryCostUnits, marginUnits, grid, position }) => {
    const exact = truth.bankruptcyPriceOf(position, usdt(marginUnits));
    const actual = bankruptcyTicksOf(lots, entryCostUnits, marginUnits, grid.factor);
    if (exact === null) return expect(actual).toBe(0);
    const nothing = add(usdt(marginUnits), truth.profitAt(position, exact));
    expect(nothing.numerator).toBe(0n);
    const ticks = lots > 0 ? ceilToUnits(exact, grid.ticksPerUsdt) : floorToUnits(exact, grid.ticksPerUsdt);
    expect(BigInt(actual)).toBe(ticks);
    const left = add(usdt(marginUnits), truth.profitAt(position, priceOf(actual, grid)));
    return expect(left.numerator >= 0n).toBe(true);
  });
});

test("PERP-04 closing in parts realizes the same as exact accounting, within one unit a step, and all of it at the end", () => {
  const random = mulberry32(seed + 2);
  for (let n = 0; n < CASES; n++) {
    const grid = randomGrid(random);
    let [lots, costUnits, realizedUnits] = [0, 0, 0];
    let [exact, steps] = [FLAT, 0];
    const fills: FillTruth[] = [];
    const fill = (signedLots: number, ticks: number): void => {
      const size = Math.abs(signedLots);
      const drawn: FillTruth = {
        side: signedLots > 0 ? "buy" : "sell",
        quantity: quantityOf(signedLots, grid),
        price: priceOf(ticks, grid),
      };
      fills.push(drawn);
      exact = applyFill(exact, drawn);
      steps++;
      const closed = lots !== 0 && lots > 0 !== signedLots > 0 ? Math.min(size, Math.abs(lots)) : 0;
      if (closed > 0) {
        const cost = closedCostOf(costUnits, lots, closed);
        realizedUnits += realizedOf(lots, cost, valueOf(closed, ticks, grid.factor));
        costUnits -= cost;
      }
      costUnits += valueOf(size - closed, ticks, grid.factor);
      lots += signedLots;
      const off = subtract(usdt(realizedUnits), exact.realizedProfit);
      expect(compare(magnitude(off), multiply(ONE_UNIT, fraction(BigInt(steps)))) <= 0).toBe(true);
      const open = openPositionOf(exact);
      expect(open === null ? 0 : open.side * Number(open.quantity.numerator)).toBe(
        open === null ? lots : Math.sign(lots) * Number(quantityOf(lots, grid).numerator),
      );
      if (open !== null && closed === 0 && fills.length === 1)
        expect(BigInt(averageTicksOf(lots, costUnits, grid.factor))).toBe(BigInt(ticks));
    };
    for (let left = 2 + random.below(12); left > 0; left--)
      fill((1 + random.below(50)) * (random.chance(0.5) ? 1 : -1), 900 + random.below(200));
    if (lots !== 0) fill(-lots, 1_000);
    // With nothing open, profit equals the net cash flow, whatever averages were computed in between.
    expect(costUnits).toBe(0);
    expect(compare(usdt(realizedUnits), cashFlowOf(fills))).toBe(0);
    expect(compare(exact.realizedProfit, cashFlowOf(fills))).toBe(0);
  }
});

test("PERP-06 swapping long and short at the same prices turns every profit round", () => {
  forCases(({ lots, entryCostUnits, ticks, grid, position }) => {
    const value = valueOf(lots, ticks, grid.factor);
    const swapped = positionOf(-lots, entryCostUnits, grid);
    expect(unrealizedOf(-lots, entryCostUnits, value) + unrealizedOf(lots, entryCostUnits, value)).toBe(0);
    const price = priceOf(ticks, grid);
    expect(truth.profitAt(swapped, price)).toEqual(negate(truth.profitAt(position, price)));
    const part = 1 + (ticks % Math.abs(lots));
    expect(closedCostOf(entryCostUnits, -lots, part)).toBe(closedCostOf(entryCostUnits, lots, part));
    expect(averageTicksOf(-lots, entryCostUnits, grid.factor)).toBe(
      averageTicksOf(lots, entryCostUnits, grid.factor),
    );
  });
});

test("PERP-06 in the world with every price reflected and every side swapped each fill realizes the same", () => {
  const random = mulberry32(seed + 3);
  for (let n = 0; n < 500; n++) {
    const sum = fraction(2_000n);
    let [plain, mirrored] = [FLAT, FLAT];
    for (let left = 12; left > 0; left--) {
      const drawn: FillTruth = {
        side: random.chance(0.5) ? "buy" : "sell",
        quantity: fraction(BigInt(1 + random.below(50)), 10n),
        price: fraction(BigInt(9_000 + random.below(2_000)), 10n),
      };
      plain = applyFill(plain, drawn);
      mirrored = applyFill(mirrored, mirrorFill(drawn, sum));
      expect(mirrored.signedQuantity).toEqual(negate(plain.signedQuantity));
      expect(mirrored.realizedProfit).toEqual(plain.realizedProfit);
    }
  }
});

test("PERP-06 bankruptcy prices of mirrored positions are equally far from their entry", () => {
  forCases(({ lots, entryCostUnits, marginUnits, grid, position }) => {
    const swapped = positionOf(-lots, entryCostUnits, grid);
    const here = truth.bankruptcyPriceOf(position, usdt(marginUnits));
    const there = truth.bankruptcyPriceOf(swapped, usdt(marginUnits));
    if (here === null || there === null) return;
    expect(add(here, there)).toEqual(multiply(position.entry, fraction(2n)));
    // Each is rounded toward its entry, so that mirrored ticks are equally far from it.
    const ticks = bankruptcyTicksOf(lots, entryCostUnits, marginUnits, grid.factor);
    const mirroredTicks = bankruptcyTicksOf(-lots, entryCostUnits, marginUnits, grid.factor);
    const doubled = multiply(position.entry, fraction(2n * grid.ticksPerUsdt));
    const gap = magnitude(subtract(fraction(BigInt(ticks + mirroredTicks)), doubled));
    expect(isAbove(gap, ONE)).toBe(false);
  });
});
