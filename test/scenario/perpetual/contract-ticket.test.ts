import { contractScale } from "@candor/domain/specs/contract-listing";
import { valueCapOf } from "@candor/formulas/perpetual/margin";
import { expect, test } from "vitest";
import type { ContractTerms } from "../../../apps/web/src/features/contract/contract-terms.ts";
import { atMarket } from "../../../apps/web/src/features/contract/execution-prices.ts";
import {
  accountFigures,
  type HeldPosition,
  positionFigures,
} from "../../../apps/web/src/features/contract/held-position.ts";
import { exposureUnits, leverageChange } from "../../../apps/web/src/features/contract/leverage-cost.ts";
import {
  largestLots,
  NOTHING_RESTS,
  type OrderContext,
  type OrderPlan,
  planOrder,
} from "../../../apps/web/src/features/contract/order-plan.ts";
import { plain } from "../../support/scenario/exchange-world.ts";
import { CONTRACT, PerpetualWorld } from "../../support/scenario/perpetual-world.ts";

/** Compares the contract ticket's figures before sending with the exchange's result. */
const scale = contractScale(
  CONTRACT,
  { symbol: "BTC", name: "Bitcoin", scale: 8, minTransfer: "0" },
  { symbol: "USDT", name: "Tether", scale: 6, minTransfer: "1" },
);
const TERMS: ContractTerms = {
  symbol: CONTRACT.symbol,
  base: "BTC",
  quote: "USDT",
  scale,
  priceBandPpm: CONTRACT.priceBandPpm,
  makerFeePpm: CONTRACT.makerFeePpm,
  takerFeePpm: CONTRACT.takerFeePpm,
  brackets: scale.brackets,
  maxLeverage: 100,
  liquidationFeePpm: CONTRACT.liquidationFeePpm,
};

type Side = "buy" | "sell";

/** Returns the account state as the ticket knows it; in hedge mode for the position of one side. */
function contextOf(world: PerpetualWorld, name: string, leg?: "long" | "short"): OrderContext {
  const account = world.exchange.accountView(world.id(name));
  const own = world.view(name, leg);
  const wallet = account.balances.find((balance) => balance.wallet === "contract");
  const held: HeldPosition | undefined =
    own.lots === 0
      ? undefined
      : {
          terms: TERMS,
          lots: own.lots,
          costUnits: own.entryCostUnits,
          marginUnits: own.marginUnits,
          isCross: own.marginMode === "cross",
          leverage: own.leverage,
          markTicks: own.markTicks,
        };
  let resting = NOTHING_RESTS;
  for (const { side, priceTicks, quantityLots, executedLots, ...order } of account.orders) {
    if (leg !== undefined && side !== (leg === "long" ? "buy" : "sell")) continue;
    expect(order.reduceOnly).toBe(false);
    const lots = quantityLots - executedLots;
    const units = lots * priceTicks * scale.quoteUnitsPerTickLot;
    resting =
      side === "buy"
        ? { ...resting, buyLots: resting.buyLots + lots, buyUnits: resting.buyUnits + units }
        : { ...resting, sellLots: resting.sellLots + lots, sellUnits: resting.sellUnits + units };
  }
  return {
    terms: TERMS,
    leverage: own.leverage,
    isCross: own.marginMode === "cross",
    held,
    resting,
    account: accountFigures(held === undefined ? [] : [held], {
      availableUnits: wallet?.availableUnits ?? 0,
      frozenUnits: wallet?.frozenUnits ?? 0,
    }),
    markTicks: own.markTicks,
  };
}

/** The figures shown at each mark price match the exchange's own. */
function expectSameFigures(world: PerpetualWorld, name: string): void {
  const { account, held } = contextOf(world, name);
  const contracts = world.exchange.accountView(world.id(name)).contracts;
  expect({
    equityUnits: account.equityUnits,
    usableUnits: account.usableUnits,
    marginUnits: account.marginUnits,
    orderMarginUnits: account.orderMarginUnits,
    maintenanceUnits: account.maintenanceUnits,
    unrealizedUnits: account.unrealizedUnits,
  }).toEqual({
    equityUnits: contracts?.equityUnits,
    usableUnits: contracts?.usableUnits,
    marginUnits: contracts?.marginUnits,
    orderMarginUnits: contracts?.orderMarginUnits,
    maintenanceUnits: contracts?.maintenanceUnits,
    unrealizedUnits: contracts?.unrealizedUnits,
  });
  if (held === undefined) return;
  const figures = positionFigures(held, account);
  const own = world.view(name);
  expect([figures.liquidationTicks, figures.bankruptcyTicks, figures.riskPpm]).toEqual([
    own.liquidationTicks,
    own.bankruptcyTicks,
    own.riskRatePpm,
  ]);
}

const totalOf = (world: PerpetualWorld, name: string): number => {
  const { account } = contextOf(world, name);
  return account.equityUnits - account.unrealizedUnits;
};

/** Sends an order that should execute as planned, and compares plan and result. */
function tradeAsPlanned(world: PerpetualWorld, side: Side, lots: number, price: number): OrderPlan {
  const context = contextOf(world, "alice");
  const plan = planOrder({ side, lots, ticks: price, reduceOnly: false }, context);
  const before = totalOf(world, "alice");
  world.limit("maker", side === "buy" ? "sell" : "buy", plain(lots, 3), price);
  const outcome = world.limit("alice", side, plain(lots, 3), price);
  expect(outcome.error, `${side} ${lots}`).toBeUndefined();
  const own = world.view("alice");
  expect([own.lots, own.liquidationTicks]).toEqual([plan.lotsAfter, plan.liquidationTicks]);
  expect(totalOf(world, "alice") - before).toBe(plan.realizedUnits - plan.feeUnits);
  return plan;
}

test.each(["isolated", "cross"] as const)(
  "TICK-07 opening, adding, closing in part and turning over: %s",
  (mode) => {
    const world = new PerpetualWorld().user("alice", "20000").user("maker", "9000000");
    world.leverage("alice", 20, mode);
    world.leverage("maker", 5);
    const opened = tradeAsPlanned(world, "buy", 500, 60_000);
    expect([plain(opened.marginUnits), plain(opened.feeUnits)]).toEqual(["1500", "15"]);
    expectSameFigures(world, "alice");
    tradeAsPlanned(world, "buy", 300, 60_010);
    const closed = tradeAsPlanned(world, "sell", 200, 60_020);
    expect([closed.closedLots, closed.openedLots, closed.marginUnits]).toEqual([200, 0, 0]);
    const turned = tradeAsPlanned(world, "sell", 1_000, 59_990);
    expect([turned.closedLots, turned.openedLots, turned.lotsAfter]).toEqual([600, 400, -400]);
    world.observe(60_300);
    expectSameFigures(world, "alice");
  },
);

test("TICK-50 a market order over several levels executes as estimated, also when it turns a position over", () => {
  const world = new PerpetualWorld().user("alice", "20000").user("maker", "9000000");
  world.leverage("alice", 20, "isolated");
  world.leverage("maker", 5);
  for (const [side, levels] of [
    [
      "buy",
      [
        [60_000, 100],
        [60_010, 250],
        [60_040, 900],
      ],
    ],
    [
      "sell",
      [
        [59_990, 300],
        [59_950, 700],
      ],
    ],
  ] as const) {
    for (const [price, lots] of levels)
      world.limit("maker", side === "buy" ? "sell" : "buy", plain(lots, 3), price);
    const execution = atMarket(side, levels, undefined);
    if (execution === undefined) throw new Error("no execution");
    const lots = side === "buy" ? 500 : 800;
    const context = contextOf(world, "alice");
    const plan = planOrder({ ...execution, side, lots, reduceOnly: false }, context);
    const before = totalOf(world, "alice");
    expect(world.place("alice", side, plain(lots, 3)).error).toBeUndefined();
    const own = world.view("alice");
    expect([own.lots, own.liquidationTicks]).toEqual([plan.lotsAfter, plan.liquidationTicks]);
    expect(totalOf(world, "alice") - before).toBe(plan.realizedUnits - plan.feeUnits);
  }
});

test("TICK-07 random orders, marks and leverages of both modes match the ticket's preview", () => {
  for (const mode of ["isolated", "cross"] as const) {
    const random = numbers(mode === "cross" ? 7 : 11);
    const world = new PerpetualWorld().user("alice", "30000").user("maker", "9000000");
    world.leverage("alice", 20, mode);
    world.leverage("maker", 5);
    let price = 60_000;
    for (let step = 0; step < 30; step++) {
      price += Math.round((random() - 0.5) * 200);
      world.observe(price);
      const side = random() < 0.5 ? "buy" : "sell";
      if (random() < 0.2) world.leverage("alice", 5 + Math.floor(random() * 25));
      const lots = 1 + Math.floor(random() * 400);
      const { account } = contextOf(world, "alice");
      const { costUnits } = planOrder(
        { side, lots, ticks: price, reduceOnly: false },
        contextOf(world, "alice"),
      );
      if (
        costUnits <= account.usableUnits &&
        lots <= largestLots({ side, ticks: price, reduceOnly: false }, contextOf(world, "alice"))
      )
        tradeAsPlanned(world, side, lots, price);
      expectSameFigures(world, "alice");
    }
  }
});

test.each(["isolated", "cross"] as const)(
  "TICK-07 the largest size is accepted and one lot more is not: %s",
  (mode) => {
    const world = new PerpetualWorld().user("alice", "3000").user("maker", "9000000");
    world.leverage("alice", 20, mode);
    world.leverage("maker", 5);
    world.limit("maker", "sell", "0.2", 60_000);
    world.limit("alice", "buy", "0.2", 60_000);
    world.limit("alice", "buy", "0.1", 59_000);
    for (const [side, price] of [
      ["buy", 59_500],
      ["sell", 60_500],
    ] as const) {
      const most = largestLots({ side, ticks: price, reduceOnly: false }, contextOf(world, "alice"));
      expect(most).toBeGreaterThan(0);
      const over = world.limit("alice", side, plain(most + 1, 3), price);
      expect(over.error, side).toBe("trade.insufficientBalance");
      const resting = world.limit("alice", side, plain(most, 3), price);
      expect(resting.error, side).toBeUndefined();
      expectSameFigures(world, "alice");
      world.cancel("alice", resting.orderId);
    }
    const closing = contextOf(world, "alice");
    expect([
      largestLots({ side: "sell", ticks: 60_000, reduceOnly: true }, closing),
      largestLots({ side: "buy", ticks: 60_000, reduceOnly: true }, closing),
    ]).toEqual([200, 0]);
  },
);

/** Sets the leverage and compares what it took, or its rejection, with the preview. */
function setAsPlanned(world: PerpetualWorld, legs: readonly ("long" | "short" | undefined)[], to: number) {
  const contexts = legs.map((leg) => contextOf(world, "alice", leg));
  const change = leverageChange(contexts, to);
  const freeUnits = () => {
    const { balances } = world.exchange.accountView(world.id("alice"));
    return balances.find(({ wallet }) => wallet === "contract")?.availableUnits ?? 0;
  };
  const before = freeUnits();
  const usableUnits = contexts[0]?.account.usableUnits ?? 0;
  const isOverCap = exposureUnits(contexts) > valueCapOf(TERMS.brackets, to);
  const isShort = change.neededUnits > usableUnits;
  const { error } = world.leverage("alice", to);
  const expected = isOverCap ? "trade.riskLimit" : isShort ? "trade.insufficientBalance" : undefined;
  expect(error, `${contexts[0]?.leverage} to ${to}`).toBe(expected);
  return { ...change, takenUnits: before - freeUnits(), error };
}

test.each(["isolated", "cross"] as const)(
  "TICK-52 the preview of a leverage is what the exchange takes, with the margin of open orders: %s",
  (mode) => {
    const world = new PerpetualWorld().user("alice", "12000").user("maker", "9000000");
    world.leverage("alice", 20, mode);
    world.leverage("maker", 5);
    world.limit("maker", "sell", "0.1", 60_000);
    world.limit("alice", "buy", "0.1", 60_000);
    world.limit("alice", "buy", "0.05", 59_000);
    world.limit("alice", "sell", "0.13", 61_000);
    const outcomes: unknown[] = [];
    for (const leverage of [1, 2, 7, 20, 50, 100, 3, 1]) {
      const { neededUnits, freedUnits, takenUnits, error } = setAsPlanned(world, [undefined], leverage);
      expect(takenUnits).toBe(error === undefined ? neededUnits - freedUnits : 0);
      outcomes.push(error ?? Math.sign(takenUnits));
    }
    expect(outcomes).toEqual([1, -1, -1, -1, -1, -1, 1, 1]);
  },
);

test("TICK-52 money for the position alone is not enough for a leverage, nor is a tier for the position alone", () => {
  const world = new PerpetualWorld().user("alice", "8500").user("maker", "9000000");
  world.leverage("alice", 20, "isolated");
  world.leverage("maker", 5);
  world.limit("maker", "sell", "0.1", 60_000);
  world.limit("alice", "buy", "0.1", 60_000);
  world.limit("alice", "buy", "0.05", 59_000);
  // 5,700 for the position and 2,802.5 for the order; 8,048 are free.
  const short = setAsPlanned(world, [undefined], 1);
  expect([plain(short.neededUnits), short.error]).toEqual(["8502.5", "trade.insufficientBalance"]);
  // At 100x, 50,000 at the mark of 60,000: 6,000 are the position's.
  expect(world.limit("alice", "buy", "0.75", 59_000).error).toBeUndefined();
  expect(setAsPlanned(world, [undefined], 100).error).toBe("trade.riskLimit");
});

test("TICK-52 in hedge mode the preview counts both positions and the orders of each", () => {
  for (const mode of ["isolated", "cross"] as const) {
    const world = new PerpetualWorld().user("alice", "9000").user("maker", "9000000");
    expect(world.mode("alice", true).error).toBeUndefined();
    world.leverage("alice", 20, mode);
    world.leverage("maker", 5);
    for (const [side, other, far] of [
      ["buy", "sell", 59_000],
      ["sell", "buy", 61_000],
    ] as const) {
      world.limit("maker", other, "0.05", 60_000);
      expect(world.limit("alice", side, "0.05", 60_000).error).toBeUndefined();
      expect(world.limit("alice", side, "0.04", far).error).toBeUndefined();
    }
    expect([world.view("alice", "long").lots, world.view("alice", "short").lots]).toEqual([50, -50]);
    const outcomes: unknown[] = [];
    for (const leverage of [1, 4, 9, 33, 2]) {
      const { neededUnits, freedUnits, takenUnits, error } = setAsPlanned(world, ["long", "short"], leverage);
      expect(takenUnits).toBe(error === undefined ? neededUnits - freedUnits : 0);
      outcomes.push(error ?? Math.sign(takenUnits));
    }
    expect(outcomes).toEqual(["trade.insufficientBalance", 1, -1, -1, 1]);
  }
});

test("TICK-52 random positions, orders and leverages: the preview is what is taken or rejected", () => {
  const random = numbers(23);
  const seen = new Set<string>();
  for (const mode of ["isolated", "cross"] as const) {
    const world = new PerpetualWorld().user("alice", "9000").user("maker", "9000000");
    world.leverage("alice", 20, mode);
    world.leverage("maker", 5);
    for (let step = 0; step < 60; step++) {
      const side = random() < 0.5 ? "buy" : "sell";
      const size = plain(1 + Math.floor(random() * 60), 3);
      const isTaken = random() < 0.4;
      if (isTaken) world.limit("maker", side === "buy" ? "sell" : "buy", size, 60_000);
      const price = isTaken ? 60_000 : side === "buy" ? 59_500 : 60_500;
      world.limit("alice", side, size, price);
      const to = 1 + Math.floor(random() * 40);
      const { neededUnits, freedUnits, takenUnits, error } = setAsPlanned(world, [undefined], to);
      expect(takenUnits).toBe(error === undefined ? neededUnits - freedUnits : 0);
      seen.add(error ?? (neededUnits > 0 ? "needs" : freedUnits > 0 ? "frees" : "nothing"));
    }
  }
  expect([...seen].sort()).toEqual(["frees", "needs", "nothing", "trade.insufficientBalance"]);
});

test("TICK-07 the leverage limits the maximum size, however much money there is", () => {
  const world = new PerpetualWorld().user("alice", "1000000");
  world.leverage("alice", 100);
  // 50,000 USDT at a mark price of 60,000.
  const most = largestLots({ side: "buy", ticks: 60_000, reduceOnly: false }, contextOf(world, "alice"));
  expect(most).toBe(833);
  expect(world.limit("alice", "buy", plain(most + 1, 3), 59_000).error).toBe("trade.riskLimit");
  expect(world.limit("alice", "buy", plain(most, 3), 59_000).error).toBeUndefined();
});

/** Returns numbers from 0 to 1, reproducible by seed. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
