import { NEWEST_RULES } from "@candor/domain/rules";
import type { Units } from "@candor/money/brand";
import { expect, test } from "vitest";
import { MarkWorld } from "./mark-world.ts";

const UNITS = 1_000_000;

/**
 * One person holds a long and its short in one contract, the long with minimal margin; this much of the long's balance
 * is left for the second contract. Then two sources disagree by 4 % about the first one, which bankrupts the long.
 */
class Hedge {
  readonly world: MarkWorld;
  readonly loser: number;
  readonly winner: number;
  readonly friend: number;

  constructor(marginMode: "isolated" | "cross", fundUsdt = 100_000) {
    this.world = new MarkWorld({
      rules: NEWEST_RULES,
      colluders: 3,
      contracts: 2,
      fundUsdt,
      feesPpm: [0, 0, 0],
      fundingIntervalMs: 28_800_000,
      honestLeverage: 5,
      isOneSided: false,
    });
    const [loser = 0, winner = 0, friend = 0] = this.world.colluders;
    this.loser = loser;
    this.winner = winner;
    this.friend = friend;
    this.world.leverage(loser, 0, 100, "cross");
    this.world.leverage(winner, 0, 50, "isolated");
    this.world.leverage(loser, 1, 5, marginMode);
    this.world.leverage(friend, 1, 5, "isolated");
    this.world.order(winner, 0, "sell", 500, 60_000);
    this.world.order(loser, 0, "buy", 500, 60_000);
  }

  /** The first contract's real price falls by 4 %, and one of two sources does not follow. */
  dispute(): void {
    const { world } = this;
    world.late[0] = world.index[0];
    world.index[0] = 57_600;
    world.timeMs += 1_000;
    world.observe(0);
    expect(world.priced(0)).toBe(false);
  }

  /** Returns the colluders' gain from `act` at real prices. */
  gainOf(act: () => void): number {
    const before = this.world.colluded();
    act();
    return (this.world.colluded() - before) / UNITS;
  }
}

/** How a contract loses its price; the real price falls by 4 % meanwhile. */
const WAYS = {
  disputed: (hedge: Hedge) => {
    hedge.dispute();
  },
  silent: ({ world }: Hedge) => {
    world.index[0] = 57_600;
    world.timeMs += 11_000;
    world.observe(1);
  },
  halted: ({ world }: Hedge) => {
    world.execute({ kind: "set-market-status", marketId: 1, status: "halted" });
    world.index[0] = 57_600;
    world.wait(1);
  },
};

test.each(Object.keys(WAYS) as (keyof typeof WAYS)[])(
  "MARK-04 money behind a position whose contract is %s stays, as much as its whole value may need",
  (way) => {
    const hedge = new Hedge("cross");
    WAYS[way](hedge);
    const gain = hedge.gainOf(() => {
      for (let units = 512 * UNITS; units >= UNITS; units /= 2)
        hedge.world.transfer(hedge.loser, "contract", "main", units);
    });
    expect(gain).toBeLessThanOrEqual(0);
    expect(hedge.world.available(hedge.loser, "main")).toBe(0);
  },
);

test("MARK-04 only the margin beyond such a position's whole value can be moved", () => {
  const hedge = new Hedge("cross");
  const { world, loser } = hedge;
  world.execute({
    kind: "deposit",
    userId: loser,
    assetId: 0,
    amountUnits: (40_000 * UNITS) as Units,
    origin: "faucet",
    key: "",
  });
  world.transfer(loser, "main", "contract", 40_000 * UNITS);
  hedge.dispute();
  // 500 lots are worth 30,000 USDT with a margin of 300; 41,000 are available.
  world.transfer(loser, "contract", "main", 10_701 * UNITS);
  expect(world.available(loser, "main")).toBe(0);
  world.transfer(loser, "contract", "main", 10_700 * UNITS);
  expect(world.available(loser, "main")).toBe(10_700 * UNITS);
});

test.each(["cross", "isolated"] as const)(
  "MARK-04 an order of another contract (%s) that rested far from its index takes nothing of that money",
  (marginMode) => {
    const hedge = new Hedge(marginMode);
    const { world, loser, friend } = hedge;
    world.order(loser, 1, "buy", 600, 3_290);
    hedge.dispute();
    const gain = hedge.gainOf(() => {
      world.order(friend, 1, "sell", 600, 3_290);
    });
    expect(gain).toBeLessThanOrEqual(0);
    expect(world.lotsOf(loser, 1)).toBe(0);
    // The same order fills if every price is known.
    const calm = new Hedge(marginMode);
    calm.world.order(calm.loser, 1, "buy", 600, 3_290);
    calm.world.order(calm.friend, 1, "sell", 600, 3_290);
    expect(calm.world.lotsOf(calm.loser, 1)).toBe(600);
  },
);

test("MARK-04 a position of another contract is closed near its index, not far from it", () => {
  const closing = (ticks: number): { lots: number; gain: number } => {
    const hedge = new Hedge("cross");
    const { world, loser, friend } = hedge;
    world.order(friend, 1, "sell", 500, 3_000);
    world.order(loser, 1, "buy", 500, 3_000);
    world.order(friend, 1, "buy", 500, ticks);
    hedge.dispute();
    let lots = 0;
    const gain = hedge.gainOf(() => {
      world.order(loser, 1, "sell", 500, ticks, true);
      lots = world.lotsOf(loser, 1);
    });
    return { lots, gain };
  };
  const far = closing(2_800);
  expect(far.lots).toBe(500);
  expect(far.gain).toBeLessThanOrEqual(0);
  expect(closing(2_999).lots).toBe(0);
});

test("MARK-04 margin of an isolated position stays while its price is unknown", () => {
  const hedge = new Hedge("cross");
  const { world, winner } = hedge;
  const marginOf = (): number => world.holding(winner).positions[0]?.margin ?? 0;
  world.execute({
    kind: "move-margin",
    userId: winner,
    marketId: 1,
    direction: "add",
    amountUnits: (100 * UNITS) as Units,
    key: "",
  });
  const before = marginOf();
  world.removeMargin(winner, 0, 1 * UNITS);
  expect(marginOf()).toBe(before - UNITS);
  hedge.dispute();
  world.removeMargin(winner, 0, 1 * UNITS);
  expect(marginOf()).toBe(before - UNITS);
});

test.each([
  [100_000, 2_940],
  [100_000, 0],
  [0, 2_940],
  [0, 0],
])(
  "MARK-04 the liquidation of another contract gives nobody that money: a fund of %i USDT, a bid at %i",
  (fundUsdt, bid) => {
    const hedge = new Hedge("cross", fundUsdt);
    const { world, loser, friend } = hedge;
    const units = (50_000 * UNITS) as Units;
    world.execute({
      kind: "deposit",
      userId: friend,
      assetId: 0,
      amountUnits: units,
      origin: "faucet",
      key: "",
    });
    world.transfer(friend, "main", "contract", units);
    world.leverage(loser, 1, 100, "cross");
    world.order(friend, 1, "sell", 10_000, 3_000);
    world.order(loser, 1, "buy", 10_000, 3_000);
    for (let part = 512 * UNITS; part >= UNITS; part /= 2) world.transfer(loser, "contract", "main", part);
    hedge.dispute();
    const before = world.colluded();
    if (bid > 0) world.order(friend, 1, "buy", 10_000, bid);
    world.index[1] = 2_963;
    // The friend's short gains this from the index itself; the long's account is empty either way.
    const moved = 10_000 * 37 * 1_000;
    world.wait(1);
    expect(world.colluded() - before - moved).toBeLessThanOrEqual(0);
  },
);
