import type { Ticks } from "@candor/money/brand";
import { ContractWorld } from "@candor/simulator/perpetual-oracle/contract-world";
import { expect, test } from "vitest";

const [BTC, ETH] = [0, 1];
const TICKS_PER_USDT = 10;

/** Bitcoin at 10,000 and ether at 1,000, with a maker who trades with everyone. */
function market(): { readonly world: ContractWorld; readonly maker: number } {
  const world = new ContractWorld({
    contracts: [
      { coin: "BTC", tick: "0.1", lot: "0.001", startUsdt: 10_000 },
      { coin: "ETH", tick: "0.1", lot: "0.01", startUsdt: 1_000 },
    ],
  });
  const maker = world.user(10_000_000);
  // So that no price move in this test liquidates the maker.
  isCross(world, maker, BTC);
  isCross(world, maker, ETH);
  quote(world, maker, BTC, 10_000);
  quote(world, maker, ETH, 1_000);
  return { world, maker };
}

function quote(world: ContractWorld, maker: number, contract: number, usdt: number): void {
  world.execute({ kind: "cancel-all", userId: maker, marketId: world.marketOf(contract), key: "" });
  const at = (price: number): Ticks => Math.round(price * TICKS_PER_USDT) as Ticks;
  world.order(maker, contract, "buy", { quantityLots: 5_000, priceTicks: at(usdt * 0.9995) });
  world.order(maker, contract, "sell", { quantityLots: 5_000, priceTicks: at(usdt * 1.0005) });
}

/** Moves the index, and the mark price with it as soon as the quotes have followed. */
function moves(world: ContractWorld, maker: number, contract: number, usdt: number): void {
  quote(world, maker, contract, usdt);
  for (let second = 0; second < 40; second++) {
    world.timeMs += 1_000;
    world.index(contract, usdt);
    world.index(1 - contract);
  }
}

function isCross(world: ContractWorld, userId: number, contract: number): void {
  world.must({
    kind: "set-leverage",
    userId,
    marketId: world.marketOf(contract),
    leverage: 10,
    marginMode: "cross",
    key: "",
  });
}

test("PERP-03 margin of an isolated position no longer backs a cross position", () => {
  const { world, maker } = market();
  const userId = world.user(300);
  isCross(world, userId, BTC);
  // 1,000 USDT of bitcoin against 300 of cash: a fall by one seventh is safe.
  world.order(userId, BTC, "buy", { quantityLots: 100 });
  const alone = world.audit.positionOf(userId, 1)?.liquidationTicks ?? 0;
  expect(alone).toBeLessThan(7_500 * TICKS_PER_USDT);
  // 1,800 USDT of ether use 180 of it.
  world.order(userId, ETH, "buy", { quantityLots: 180, leverage: 10 });
  expect(world.audit.lotsOf(userId, 3)).toBe(180);
  moves(world, maker, BTC, 8_500);
  expect(world.audit.atRisk()).toEqual([]);
  expect(world.audit.lotsOf(userId, 1)).toBe(0);
  expect(world.audit.lotsOf(userId, 3)).toBe(180);
});

test("PERP-03 the profit of one cross position carries the loss of another, until it is gone", () => {
  const { world, maker } = market();
  const userId = world.user(250);
  isCross(world, userId, BTC);
  isCross(world, userId, ETH);
  world.order(userId, BTC, "buy", { quantityLots: 100 });
  world.order(userId, ETH, "sell", { quantityLots: 100 });
  // Both fall by 20 %: 200 lost and 200 gained.
  moves(world, maker, BTC, 9_000);
  moves(world, maker, ETH, 900);
  moves(world, maker, BTC, 8_000);
  moves(world, maker, ETH, 800);
  const held = (): number[] => [world.audit.lotsOf(userId, 1), world.audit.lotsOf(userId, 3)];
  expect(held()).toEqual([100, -100]);
  // Ether recovers: only the loss remains, and 250 of cash cannot cover a further one.
  moves(world, maker, ETH, 1_000);
  moves(world, maker, BTC, 7_560);
  expect(world.audit.atRisk()).toEqual([]);
  expect(held()).not.toEqual([100, -100]);
});

test("PERP-08 setting the current leverage needs no margin, even for a cross position that lost its own", () => {
  const { world, maker } = market();
  const userId = world.user(210);
  isCross(world, userId, BTC);
  isCross(world, userId, ETH);
  world.order(userId, BTC, "buy", { quantityLots: 100 });
  world.order(userId, ETH, "buy", { quantityLots: 100 });
  // Ether's loss exceeds its frozen and the free funds: bitcoin's margin pays the rest.
  moves(world, maker, ETH, 880);
  world.must({ kind: "close-position", userId, marketId: 3, quantityLots: 0, priceTicks: 0, key: "" });
  expect(world.audit.positionOf(userId, 1)?.marginUnits).toBeLessThan(95_000_000);
  isCross(world, userId, BTC);
  expect(world.audit.lotsOf(userId, 1)).toBe(100);
  expect(world.audit.walletOf(userId)).toBeLessThan(95_000_000);
});
