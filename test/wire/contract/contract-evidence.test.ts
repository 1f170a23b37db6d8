import { fundingAmountOf, fundingRatePpm, meanPremiumPpm } from "@candor/formulas/perpetual/funding";
import { bankruptcyTicksOf } from "@candor/formulas/perpetual/liquidation";
import { maintenanceOf, tierOf, valueOf } from "@candor/formulas/perpetual/margin";
import { markTicksOf } from "@candor/formulas/perpetual/mark-price";
import { unrealizedOf } from "@candor/formulas/perpetual/profit";
import { parseDecimal } from "@candor/money/decimal";
import type { CallReply } from "@candor/wire/calls";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ContractWorld } from "../../support/wire/contract-world.ts";
import { accepted } from "../../support/wire/gateway-under-test.ts";
import type { WireClient } from "../../support/wire-client.ts";

const BTC = { symbol: "BTCUSDT" } as const;
const HOUR_MS = 3_600_000;
const USDT_DECIMALS = 6;
const E8 = 8;

let world: ContractWorld;
let long: WireClient;
let short: WireClient;
let bystander: WireClient;
beforeAll(async () => {
  world = await ContractWorld.start();
  long = await world.trader("long@example.org", "3000");
  short = await world.trader("short@example.org", "9000");
  bystander = await world.trader("bystander@example.org", "9000");
  await world.observe(60_000);
});
afterAll(async () => {
  await world.exchange.close();
});

type Inputs<Kind extends string> = Extract<CallReply<"evidence">["inputs"], { readonly kind: Kind }>;
type Result<Kind extends string> = Extract<CallReply<"evidence">["result"], { readonly kind: Kind }>;

const integer = (text: string, scale: number): number => {
  const value = parseDecimal(text.replace("-", ""), scale);
  if (typeof value === "string") throw new Error(`"${text}" is no decimal: ${value}`);
  return text.startsWith("-") ? -value : value;
};
const units = (text: string): number => integer(text, USDT_DECIMALS);
const ppm = (text: string): number => integer(text, 6);

/** Derives ticks and lots from the evidence's own terms, as a browser does. */
function scaleOf({ tick, lot, quoteDecimals, baseDecimals }: Inputs<"funding">["terms"]) {
  const tickE8 = integer(tick, E8);
  const lotUnits = integer(lot, baseDecimals);
  return {
    tickE8,
    ticks: (price: string): number => integer(price, E8) / tickE8,
    lots: (quantity: string): number => integer(quantity, baseDecimals) / lotUnits,
    factor: (tickE8 * lotUnits * 10 ** quoteDecimals) / (1e8 * 10 ** baseDecimals),
  };
}

async function trade(quantity: string, price: string, leverage: number): Promise<number> {
  accepted(
    await short.call("contractOrder", { ...BTC, side: "sell", type: "limit", price, quantity, leverage: 10 }),
  );
  const bought = await long.call("contractOrder", {
    ...BTC,
    side: "buy",
    type: "limit",
    price,
    quantity,
    leverage,
  });
  return accepted(bought).asOfSeq;
}

test("PERP-23 the evidence of a funding payment has all that decided it: the result is computed again from it", async () => {
  await trade("0.5", "60000", 20);
  for (let minute = 0; minute < 5; minute++) await world.observe(60_000, 60_000);
  const { next } = accepted(await long.call("fundingRate", BTC));
  await world.observe(60_000, next.atMs - world.exchange.time.ms);
  await world.observe(60_000);
  const { list, asOfSeq } = accepted(
    await long.call("contractFunding", { minSeq: world.exchange.engine.durableSeq }),
  );
  expect(list).toHaveLength(1);
  const [paid] = list;
  if (paid === undefined) throw new Error("nothing was paid");
  expect(paid).toMatchObject({ symbol: "BTCUSDT", positionSide: "long", quantity: "0.500" });
  const evidence = accepted(await long.call("evidence", { kind: "funding", id: paid.fundingId }));
  expect(evidence.asOfSeq).toBeGreaterThanOrEqual(asOfSeq);
  expect(evidence.seq).toBe(paid.seq);
  expect(evidence.frame.seq).toBeLessThanOrEqual(evidence.seq);
  expect(evidence.frame.hash).toMatch(/^[0-9a-f]{64}$/);
  const inputs = evidence.inputs as Inputs<"funding">;
  const result = evidence.result as Result<"funding">;
  const { factor, lots, ticks } = scaleOf(inputs.terms);
  const mean = meanPremiumPpm(inputs.premiums.map(ppm));
  const rate = fundingRatePpm(mean, ppm(inputs.interestRate), ppm(inputs.capRate));
  const signed = lots(inputs.quantity) * (inputs.positionSide === "long" ? 1 : -1);
  const value = valueOf(signed, ticks(inputs.markPrice), factor);
  expect(ppm(result.meanPremium)).toBe(mean);
  expect(ppm(result.fundingRate)).toBe(rate);
  expect(units(result.amount)).toBe(fundingAmountOf(signed, value, rate));
  expect(result.payment).toEqual(paid);
  const rates = accepted(await long.call("fundingRate", BTC));
  expect(rates.list[0]).toMatchObject({ fundingRate: result.fundingRate, timeMs: inputs.dueAtMs });
  expect(inputs.dueAtMs % (8 * HOUR_MS)).toBe(0);
  // The receiver's payment has its own evidence, hidden from others.
  expect((await short.call("evidence", { kind: "funding", id: paid.fundingId })).data.error).toBe(
    "request.unknownId",
  );
});

test("PERP-23 the evidence of a liquidation has every step: mark, tier, equity, maintenance and bankruptcy price can be recomputed", async () => {
  accepted(
    await bystander.call("contractOrder", {
      ...BTC,
      side: "buy",
      type: "limit",
      price: "57200",
      quantity: "1",
    }),
  );
  const before = accepted(await long.call("contractRecord"));
  expect(before.list).toHaveLength(1);
  for (const price of [59_000, 58_000, 57_300, 57_100, 57_050]) await world.observe(price);
  const { list } = accepted(
    await long.call("contractRecord", { view: "liquidations", minSeq: world.exchange.engine.durableSeq }),
  );
  expect(list.length).toBeGreaterThan(0);
  const row = list[0] as { readonly liquidationId: string };
  const evidence = accepted(await long.call("evidence", { kind: "liquidation", id: row.liquidationId }));
  const inputs = evidence.inputs as Inputs<"liquidation">;
  const result = evidence.result as Result<"liquidation">;
  expect(result.liquidation).toEqual(row);
  expect(inputs.steps[0]?.method).toBe("orders");
  const { factor, lots, tickE8, ticks } = scaleOf(inputs.terms);
  const brackets = inputs.brackets.map((bracket) => ({
    floorUnits: units(bracket.notionalFloor),
    capUnits: units(bracket.notionalCap),
    maxLeverage: bracket.maxLeverage,
    maintenancePpm: ppm(bracket.maintenanceRate),
    cumulativeUnits: units(bracket.cumulative),
  }));
  for (const step of inputs.steps) {
    const mark = ticks(step.mark.markPrice);
    const terms = {
      fundingTermE8: integer(step.mark.fundingTerm, E8),
      basisTermE8: integer(step.mark.basisTerm, E8),
      lastTermE8: integer(step.mark.lastTerm, E8),
    };
    expect(markTicksOf(terms, tickE8)).toBe(mark);
    const signed = lots(step.quantity) * (step.side === "long" ? 1 : -1);
    const value = valueOf(signed, mark, factor);
    expect(tierOf(brackets, value) + 1).toBe(step.tier);
    expect(maintenanceOf(brackets, value)).toBe(units(step.maintenanceMargin));
    const equity = units(step.margin) + unrealizedOf(signed, units(step.entryCost), value);
    expect(equity).toBe(units(step.equity));
    expect(units(step.maintenanceMargin)).toBeGreaterThan(equity);
    if (step.method === "orders") continue;
    const bankrupt = bankruptcyTicksOf(signed, units(step.entryCost), units(step.margin), factor);
    expect(ticks(step.price ?? "0")).toBe(bankrupt);
    const closed = step.fills.reduce((sum, fill) => sum + units(fill.quote), 0);
    expect(closed).toBe(units(step.closedQuote));
  }
  const { list: fills } = accepted(await long.call("contractRecord", { view: "trades" }));
  const forced = inputs.steps.flatMap((step) => step.fills);
  expect(forced.length).toBeGreaterThan(0);
  // The list of fills agrees, with realized profit and fee listed separately.
  for (const { fee, realizedProfit, tradeId } of forced)
    expect(fills).toContainEqual(expect.objectContaining({ tradeId, realizedProfit, fee }));
  expect(forced.reduce((sum, fill) => sum + units(fill.fee), 0)).toBe(units(result.fee));
  // The order on the book has the fees of its fills.
  const { list: orders } = accepted(await long.call("contractRecord", { view: "history" }));
  const byOrder = new Map<string, number>();
  for (const { orderId, fee } of fills as readonly { readonly orderId: string; readonly fee: string }[])
    byOrder.set(orderId, (byOrder.get(orderId) ?? 0) + units(fee));
  for (const { orderId, fee } of orders as readonly { readonly orderId: string; readonly fee: string }[])
    expect(units(fee), orderId).toBe(byOrder.get(orderId) ?? 0);
  const whole = accepted(
    await long.call("evidence", { kind: "liquidation", id: row.liquidationId.split("-")[0] ?? "" }),
  );
  expect(whole.inputs).toEqual(evidence.inputs);
  expect((await short.call("evidence", { kind: "liquidation", id: row.liquidationId })).data.error).toBe(
    "request.unknownId",
  );
  expect((await long.call("evidence", { kind: "mining", id: "1" })).data.error).toBe("request.unknownId");
  // The fund records refer to the evidence.
  const log = accepted(await long.call("moneyLog", { kind: ["liquidation", "funding"] }));
  expect(log.list.map(({ kind }) => kind)).toContain("funding");
  const loss = log.list.find(({ kind }) => kind === "liquidation");
  expect(loss?.refId).toBe(row.liquidationId.split("-")[0]);
  expect(loss?.note).toBe("Liquidation of a position");
});

test("PERP-23 the evidence of a cross liquidation has the whole account: its equity and maintenance can be recomputed", async () => {
  const crosser = await world.trader("crosser@example.org", "2000");
  await world.observe(60_000);
  accepted(await crosser.call("contractLeverage", { ...BTC, leverage: 20, marginMode: "cross" }));
  const terms = { ...BTC, price: "60000", quantity: "0.6" } as const;
  accepted(await bystander.call("contractOrder", { ...terms, side: "sell", type: "limit", leverage: 20 }));
  accepted(await crosser.call("contractOrder", { ...terms, side: "buy", type: "limit" }));
  for (const price of [59_000, 58_000, 57_000, 56_800]) await world.observe(price);
  const { list } = accepted(
    await crosser.call("contractRecord", { view: "liquidations", minSeq: world.exchange.engine.durableSeq }),
  );
  const row = list[0] as { readonly liquidationId: string };
  const evidence = accepted(await crosser.call("evidence", { kind: "liquidation", id: row.liquidationId }));
  const inputs = evidence.inputs as Inputs<"liquidation">;
  expect(inputs.marginMode).toBe("cross");
  for (const step of inputs.steps) {
    let equity = units(step.walletBalance);
    let maintenance = 0;
    for (const position of step.positions) {
      const contract = inputs.contracts.find(({ symbol }) => symbol === position.symbol);
      if (contract === undefined) throw new Error(`${position.symbol} has no terms`);
      const { factor, lots, tickE8, ticks } = scaleOf(contract.terms);
      const mark = ticks(position.mark.markPrice);
      const [fundingTermE8, basisTermE8, lastTermE8] = [
        integer(position.mark.fundingTerm, E8),
        integer(position.mark.basisTerm, E8),
        integer(position.mark.lastTerm, E8),
      ];
      expect(markTicksOf({ fundingTermE8, basisTermE8, lastTermE8 }, tickE8)).toBe(mark);
      const signed = lots(position.quantity) * (position.side === "long" ? 1 : -1);
      const value = valueOf(signed, mark, factor);
      const brackets = contract.brackets.map((bracket) => ({
        floorUnits: units(bracket.notionalFloor),
        capUnits: units(bracket.notionalCap),
        maxLeverage: bracket.maxLeverage,
        maintenancePpm: ppm(bracket.maintenanceRate),
        cumulativeUnits: units(bracket.cumulative),
      }));
      equity += unrealizedOf(signed, units(position.entryCost), value);
      maintenance += maintenanceOf(brackets, value);
    }
    expect([equity, maintenance]).toEqual([units(step.equity), units(step.maintenanceMargin)]);
    expect(maintenance).toBeGreaterThan(equity);
    expect(step.positions).toHaveLength(1);
    expect(step.fundHolds.quantity).toBeDefined();
  }
});
