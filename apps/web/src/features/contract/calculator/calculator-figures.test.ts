import { fundingAmountOf } from "@candor/formulas/perpetual/funding";
import { liquidationTicksOf } from "@candor/formulas/perpetual/liquidation";
import { initialMarginOf, maintenanceOf, valueOf } from "@candor/formulas/perpetual/margin";
import { unrealizedOf } from "@candor/formulas/perpetual/profit";
import { feeInVenueFavour } from "@candor/money/rounding";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { accountFigures, type HeldPosition, positionFigures } from "../held-position.ts";
import { largestLots, NOTHING_RESTS, type OrderContext, planOrder } from "../order-plan.ts";
import { BTC_CONTRACT } from "../testing/bitcoin-contract.ts";
import {
  closesHeld,
  crossLiquidation,
  crossLiquidationIn,
  entryMargin,
  entryValue,
  fundingOver,
  isolatedLiquidation,
  largestSize,
  openingCost,
  profitAt,
  targetTicks,
} from "./calculator-figures.ts";
import { type CalculatorFields, readCalculator } from "./calculator-input.ts";

const terms = BTC_CONTRACT;
/** 0.5 BTC at 60,000 with 20 times: a lot at a tick is 0.0001 USDT. */
const long = { terms, lots: 500, entryTicks: 600_000, leverage: 20 };
const short = { ...long, lots: -500 };
const usdt = (amount: number): number => Math.round(amount * 1_000_000);

describe("TICK-40 calculators of contracts, by hand", () => {
  test("TICK-40 0.5 BTC from 60,000 to 61,000 wins 500, a third of 1,500 margin; both fees are 30.25", () => {
    expect([entryValue(long), entryMargin(long)]).toEqual([usdt(30_000), usdt(1_500)]);
    // 500 ÷ 1,500; fees of 0.05% of 30,000 and of 30,500.
    expect(profitAt(long, 610_000)).toEqual({
      profitUnits: usdt(500),
      returnPpm: 333_333,
      feeUnits: usdt(30.25),
      netUnits: usdt(469.75),
    });
    expect(profitAt(short, 610_000)).toEqual({
      profitUnits: usdt(-500),
      returnPpm: -333_334,
      feeUnits: usdt(30.25),
      netUnits: usdt(-530.25),
    });
  });

  test("TICK-40 10% of 1,500 is 150: 300 above the entry of half a bitcoin", () => {
    expect(targetTicks(long, "takeProfit", "return", "10")).toBe(603_000);
    expect(targetTicks(long, "stopLoss", "return", "10")).toBe(597_000);
    expect(targetTicks(short, "takeProfit", "profit", "150")).toBe(597_000);
    expect(targetTicks(short, "takeProfit", "profit", "30000")).toBeUndefined();
  });

  test("TICK-40 liquidation at (30,000 − 1,500) ÷ 0.996 ÷ 0.5 = 57,228.9; added margin moves it away", () => {
    expect(isolatedLiquidation(long, 0)).toBe(572_289);
    // (30,000 − 2,000) ÷ 0.996 ÷ 0.5 = 56,224.89…
    expect(isolatedLiquidation(long, usdt(500))).toBe(562_248);
    // (30,000 + 1,500) ÷ 1.004 ÷ 0.5 = 62,749.003…
    expect(isolatedLiquidation(short, 0)).toBe(627_491);
    expect(isolatedLiquidation(long, usdt(28_500))).toBe(0);
  });

  test("TICK-40 cross: all of the wallet's 5,015 backs it, less the fee of 15: (30,000 − 5,000) ÷ 0.498", () => {
    expect(openingCost(long)).toBe(usdt(1_515));
    expect(crossLiquidation(long, usdt(5_015))).toBe(502_008);
    expect(crossLiquidation(short, Number.MAX_SAFE_INTEGER)).toBe(0);
  });

  test("TICK-40 1,000 open 0.330 BTC at 60,000: 990 of margin and 9.9 of fee; 0.331 would cost 1,002.93", () => {
    expect(largestSize(terms, 600_000, 20, usdt(1_000))).toEqual({ lots: 330, limit: "balance" });
    // Tiers: 50,000 at 100 times, so 0.833 BTC.
    expect(largestSize(terms, 600_000, 100, usdt(10_000))).toEqual({ lots: 833, limit: "leverage" });
    expect(largestSize(terms, 1, 20, usdt(1_000))).toEqual({ lots: 500_000, limit: "order" });
    expect(largestSize(terms, 600_000, 20, 0)).toEqual({ lots: 0, limit: "balance" });
  });

  test("TICK-40 at 0.01% a long of 30,000 pays 3 each time, a short receives it; below zero the reverse", () => {
    expect(fundingOver(long, 100, 3)).toEqual({
      valueUnits: usdt(30_000),
      eachUnits: usdt(-3),
      totalUnits: usdt(-9),
    });
    expect(fundingOver(short, 100, 3)?.totalUnits).toBe(usdt(9));
    expect(fundingOver(long, -100, 2)?.totalUnits).toBe(usdt(6));
    expect(fundingOver({ ...long, lots: 500_000, entryTicks: 2_000_000_000 }, 7_500, 10_000)).toBeUndefined();
  });
});

const EMPTY: OrderContext = {
  terms,
  leverage: 20,
  isCross: true,
  held: undefined,
  resting: NOTHING_RESTS,
  account: accountFigures([], { availableUnits: 0, frozenUnits: 0 }),
  markTicks: 600_000,
};
type HeldDraw = Pick<HeldPosition, "lots" | "markTicks" | "isCross"> & { readonly entryTicks: number };

const positions = fc.record({
  lots: fc.integer({ min: 1, max: 800 }),
  side: fc.constantFrom(1, -1),
  entryTicks: fc.integer({ min: 300_000, max: 624_000 }),
  leverage: fc.integer({ min: 1, max: 100 }),
});
const sketch = ({
  lots,
  side,
  ...rest
}: {
  lots: number;
  side: number;
  entryTicks: number;
  leverage: number;
}) => ({
  terms,
  lots: lots * side,
  ...rest,
});

describe("TICK-41 the calculators agree with the core's formulas", () => {
  test("TICK-41 profit, return, fees and funding", () => {
    fc.assert(
      fc.property(
        positions,
        fc.integer({ min: 1, max: 2_000_000 }),
        fc.integer({ min: -7_500, max: 7_500 }),
        (drawn, exitTicks, ratePpm) => {
          const position = sketch(drawn);
          const [cost, proceeds] = [position.entryTicks, exitTicks].map((ticks) =>
            valueOf(position.lots, ticks, terms.scale.quoteUnitsPerTickLot),
          ) as [number, number];
          const profit = unrealizedOf(position.lots, cost, proceeds);
          const fees = feeInVenueFavour(cost, 500) + feeInVenueFavour(proceeds, 500);
          const margin = BigInt(initialMarginOf(cost, position.leverage));
          const scaled = BigInt(profit) * 1_000_000n;
          // Rounded down, also below zero.
          const rate = scaled / margin - (scaled < 0n && scaled % margin !== 0n ? 1n : 0n);
          expect(profitAt(position, exitTicks)).toEqual({
            profitUnits: profit,
            returnPpm: Number(rate),
            feeUnits: fees,
            netUnits: profit - fees,
          });
          expect(fundingOver(position, ratePpm, 7)?.totalUnits).toBe(
            7 * fundingAmountOf(position.lots, cost, ratePpm),
          );
        },
      ),
    );
  });

  test("TICK-41 at a target price the profit is reached, one tick before it is not", () => {
    fc.assert(
      fc.property(positions, fc.integer({ min: 1, max: 30_000 }), (drawn, percent) => {
        const position = sketch(drawn);
        const ticks = targetTicks(position, "takeProfit", "return", String(percent));
        if (ticks === undefined) return;
        const wanted = percent * 10_000;
        expect(profitAt(position, ticks)?.returnPpm).toBeGreaterThanOrEqual(wanted);
        const before = profitAt(position, ticks - drawn.side);
        expect(before?.profitUnits).toBeLessThan(profitAt(position, ticks)?.profitUnits ?? 0);
        expect(before?.returnPpm).toBeLessThanOrEqual(wanted);
      }),
    );
  });

  test("TICK-41 at the liquidation price maintenance is not above equity, beyond it it is", () => {
    fc.assert(
      fc.property(positions, fc.integer({ min: 0, max: usdt(20_000) }), (drawn, addedUnits) => {
        const position = sketch({ ...drawn, leverage: Math.min(50, drawn.leverage) });
        const ticks = isolatedLiquidation(position, addedUnits);
        if (ticks === 0) return;
        const surplusAt = (price: number): number => {
          const value = valueOf(position.lots, price, terms.scale.quoteUnitsPerTickLot);
          const profit = unrealizedOf(position.lots, entryValue(position), value);
          return entryMargin(position) + addedUnits + profit - maintenanceOf(terms.brackets, value);
        };
        expect(surplusAt(ticks - drawn.side)).toBeLessThanOrEqual(0);
        expect(surplusAt(ticks + drawn.side)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test("TICK-41 sizes and liquidation prices are those of the ticket with an empty account", () => {
    fc.assert(
      fc.property(
        positions,
        fc.integer({ min: 0, max: usdt(30_000) }),
        fc.boolean(),
        (drawn, units, isCross) => {
          const account = accountFigures([], { availableUnits: units, frozenUnits: 0 });
          const { entryTicks, leverage } = drawn;
          const context = {
            terms,
            leverage,
            isCross,
            account,
            held: undefined,
            resting: NOTHING_RESTS,
            markTicks: entryTicks,
          };
          const side = drawn.side > 0 ? "buy" : "sell";
          const { lots } = largestSize(terms, entryTicks, leverage, units);
          expect(lots).toBe(largestLots({ side, ticks: entryTicks, reduceOnly: false }, context));
          if (lots === 0) return;
          const position = { terms, lots: lots * drawn.side, entryTicks, leverage };
          expect(openingCost(position)).toBeLessThanOrEqual(units);
          const plan = planOrder({ side, lots, ticks: entryTicks, reduceOnly: false }, context);
          const own = isCross ? crossLiquidation(position, units) : isolatedLiquidation(position, 0);
          expect(own).toBe(plan.liquidationTicks > 2_000_000_000 ? 0 : plan.liquidationTicks);
        },
      ),
    );
  });
});

describe("TICK-47 the cross liquidation price in an account", () => {
  const held = fc.record({
    lots: fc.integer({ min: -400, max: 400 }).filter((lots) => lots !== 0),
    entryTicks: fc.integer({ min: 500_000, max: 700_000 }),
    markTicks: fc.integer({ min: 500_000, max: 700_000 }),
    isCross: fc.boolean(),
  });
  const heldAs = ({ lots, entryTicks, markTicks, isCross }: HeldDraw): HeldPosition => ({
    terms,
    lots,
    costUnits: valueOf(lots, entryTicks, terms.scale.quoteUnitsPerTickLot),
    marginUnits: usdt(2_000),
    isCross,
    leverage: 20,
    markTicks,
  });

  test("TICK-47 it is the one that the position shows once it is open, whatever else the account holds", () => {
    fc.assert(
      fc.property(
        positions,
        fc.array(held, { maxLength: 4 }),
        fc.integer({ min: 0, max: usdt(40_000) }),
        fc.integer({ min: 0, max: usdt(500) }),
        (drawn, draws, availableUnits, orderUnits) => {
          const position = sketch(drawn);
          const others = draws.map(heldAs);
          const frozenUnits = orderUnits + usdt(2_000) * others.length;
          const account = accountFigures(others, { availableUnits, frozenUnits });
          const value = entryValue(position);
          const [marginUnits, fee] = [entryMargin(position), feeInVenueFavour(value, 500)];
          const opened: HeldPosition = {
            ...heldAs({ ...position, markTicks: position.entryTicks, isCross: true }),
            leverage: position.leverage,
            marginUnits,
          };
          const after = accountFigures([...others, opened], {
            availableUnits: availableUnits - marginUnits - fee,
            frozenUnits: frozenUnits + marginUnits,
          });
          const context = { ...EMPTY, account, markTicks: position.entryTicks };
          const shown = positionFigures(opened, after).liquidationTicks;
          expect(crossLiquidationIn(context, position, account.usableUnits)).toBe(
            shown > 2_000_000_000 ? 0 : shown,
          );
        },
      ),
    );
  });

  test("TICK-47 a cross position of the contract becomes one with it, an isolated one stays apart", () => {
    const own = heldAs({ lots: 500, entryTicks: 600_000, markTicks: 600_000, isCross: true });
    const account = accountFigures([own], { availableUnits: usdt(8_015), frozenUnits: own.marginUnits });
    const context = { ...EMPTY, account, held: own };
    // 10,015 of cash less the fee of 15 backs 1 BTC at 60,000.
    expect(crossLiquidationIn(context, long, account.usableUnits)).toBe(
      liquidationTicksOf(1_000, usdt(60_000), usdt(10_000), terms.brackets, terms.scale.quoteUnitsPerTickLot),
    );
    expect(closesHeld(context, short)).toBe(true);
    expect(crossLiquidationIn(context, short, account.usableUnits)).toBe(0);
    const apart = { ...own, isCross: false };
    const alone = accountFigures([apart], { availableUnits: usdt(5_015), frozenUnits: own.marginUnits });
    expect(crossLiquidationIn({ ...EMPTY, account: alone, held: apart }, long, usdt(5_015))).toBe(502_008);
    expect(closesHeld({ ...EMPTY, account: alone, held: apart }, short)).toBe(false);
    expect(crossLiquidationIn(context, long, Number.MAX_SAFE_INTEGER)).toBe(0);
  });
});

const FIELDS: CalculatorFields = {
  side: "sell",
  entry: "60000",
  exit: "",
  quantity: "0.5",
  leverage: "20",
  targetKind: "takeProfit",
  targetUnit: "return",
  target: "",
  mode: "isolated",
  added: "",
  balance: "",
  payer: "short",
  rate: "0.01",
  intervals: "3",
};
const read = (changes: Partial<CalculatorFields>) => readCalculator({ ...FIELDS, ...changes }, terms, 7_500);

describe("TICK-42 what is typed into the calculators", () => {
  test("TICK-42 texts become the core's integers", () => {
    expect(read({})).toMatchObject({ position: short, ratePpm: -100, intervals: 3, addedUnits: 0 });
    expect(read({ exit: "61000.1", balance: "12.5" })).toMatchObject({
      exitTicks: 610_001,
      balanceUnits: usdt(12.5),
    });
  });

  test.each([
    { entry: "60000.05" },
    { entry: "0" },
    { quantity: "0.0005" },
    { quantity: "500.001" },
    { leverage: "101" },
    { leverage: "0" },
    { leverage: "" },
  ])("TICK-42 %o is no position", (changes) => {
    expect(read(changes)).toMatchObject({ position: undefined, exceededUnits: undefined });
  });

  test("TICK-42 a position above the leverage's largest value says that value", () => {
    expect(read({ leverage: "100", quantity: "0.9" })).toMatchObject({
      position: undefined,
      exceededUnits: usdt(50_000),
    });
    // Beyond the safe integers too.
    expect(read({ entry: "90000000", quantity: "500" }).exceededUnits).toBe(usdt(250_000));
  });

  test("TICK-42 rates above the cap, and no or too many intervals, are no funding", () => {
    expect(read({ rate: "0.75" }).ratePpm).toBe(-7_500);
    expect(read({ rate: "0.7501" }).ratePpm).toBeUndefined();
    expect(read({ rate: "0.00001" }).ratePpm).toBeUndefined();
    expect(["0", "10001", "1.5"].map((intervals) => read({ intervals }).intervals)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
