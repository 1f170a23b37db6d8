import { NEWEST_RULES, RULES } from "@candor/domain/rules";
import { expect, test } from "vitest";
import { plain, SECOND } from "../../support/scenario/exchange-world.ts";
import { PERPETUAL, PerpetualWorld } from "../../support/scenario/perpetual-world.ts";

/**
 * The three attacks on the mark price from a review, against the rules of that time and the newest ones. The index does
 * not move in any of them.
 */
const BEFORE = RULES.boundedMark - 1;
const INDEX = 66_923;
const at = (percent: number): number => Math.round(INDEX * (1 + percent / 100));

function empty(rules: number, fundUsdt = 100_000): PerpetualWorld {
  const world = new PerpetualWorld({ priceBandPpm: 100_000, liquidationFeePpm: 5_000 }, rules);
  world.endow("insurance", "USDT", String(fundUsdt));
  world.wait(SECOND, INDEX);
  return world;
}

/** Advances time at a constant index. */
function wait(world: PerpetualWorld, seconds: number): void {
  for (let n = 0; n < seconds; n++) world.wait(SECOND, INDEX);
}

const markTicks = (world: PerpetualWorld): number =>
  world.exchange.exchangeView().markets[PERPETUAL]?.contract?.markTicks ?? 0;

/** Returns the users' combined value at the index, in USDT: wallets plus their positions' value. */
function worth(world: PerpetualWorld, names: readonly string[]): number {
  return (
    names.reduce((sum, name) => {
      const view = world.exchange.accountView(world.id(name));
      const wallet = view.balances.find((balance) => balance.wallet === "contract");
      const position = view.contracts?.positions[0];
      const value = Math.abs(position?.lots ?? 0) * INDEX * 1_000;
      const profit =
        (position?.lots ?? 0) >= 0
          ? value - (position?.entryCostUnits ?? 0)
          : (position?.entryCostUnits ?? 0) - value;
      return sum + (wallet?.availableUnits ?? 0) + (wallet?.frozenUnits ?? 0) + profit;
    }, 0) / 1_000_000
  );
}

/** Hal is short at 20×. Al and Cy move mid and last price with 0.001 BTC and wait for his liquidation. */
function peopleAlone(rules: number) {
  const world = empty(rules)
    .user("hal", "10000")
    .user("dee", "100000")
    .user("al", "10000")
    .user("cy", "10000");
  world.leverage("hal", 20);
  world.leverage("al", 20);
  world.leverage("cy", 5);
  world.limit("dee", "buy", "0.5", 66_986);
  world.place("hal", "sell", "0.5");
  const before = worth(world, ["al", "cy"]);
  const bid = world.limit("al", "buy", "0.001", at(9.4));
  const ask = world.limit("al", "sell", "0.001", at(9.6));
  wait(world, 32);
  world.cancel("al", bid.orderId);
  world.cancel("al", ask.orderId);
  world.limit("al", "sell", "0.5", at(9.7));
  world.limit("cy", "buy", "0.001", at(9.7));
  wait(world, 2);
  return { world, gain: worth(world, ["al", "cy"]) - before };
}

test("MARK-02 two tiny quotes and a tiny trade in a book of people liquidate nobody and earn nothing", () => {
  const older = peopleAlone(BEFORE);
  expect(older.world.position("hal")).toBe("none");
  expect(older.gain).toBeGreaterThan(3_000);

  const { world, gain } = peopleAlone(NEWEST_RULES);
  expect(world.position("hal")).toBe("-0.5 for 33493, margin 1674.65, liquidation 70056");
  expect(markTicks(world)).toBe(INDEX);
  expect(world.fund).toBe("100000");
  expect(world.eventsOf("liquidation-step")).toEqual([]);
  expect(gain).toBeLessThan(0);
});

/**
 * Mia makes a market of 66,000 USDT on each side. Between two of her rounds Al sweeps her asks, Bo quotes far above for
 * four seconds and asks slightly above the bankruptcy price of the 100× shorts in Al's other accounts.
 */
function betweenRounds(rules: number, fundUsdt: number, times: number) {
  const shorts = ["s0", "s1", "s2", "s3", "s4", "s5"];
  const own = ["al", "bo", "sy", ...shorts];
  const world = empty(rules, fundUsdt).user("mia", "9000000");
  world.leverage("mia", 20);
  for (const name of own) world.user(name, "20000").leverage(name, shorts.includes(name) ? 100 : 20);
  const quote = (): void => {
    world.execute({ kind: "cancel-all", userId: world.id("mia"), key: "", marketId: PERPETUAL });
    for (const level of [1, 2, 3, 4]) {
      world.limit("mia", "buy", "0.25", INDEX - 20 * level);
      world.limit("mia", "sell", "0.25", INDEX + 20 * level);
    }
  };
  const before = worth(world, own);
  for (let n = 0; n < times; n++) {
    quote();
    wait(world, 12);
    for (const name of shorts) {
      world.limit("sy", "buy", "0.66", INDEX);
      world.limit(name, "sell", "0.66", INDEX);
    }
    world.limit("al", "buy", "1", at(0.2));
    const bid = world.limit("bo", "buy", "0.2", at(9.5));
    const ask = world.limit("bo", "sell", "0.2", at(9.7));
    wait(world, 4);
    world.cancel("bo", bid.orderId);
    world.cancel("bo", ask.orderId);
    world.limit("bo", "sell", "4", at(1.7));
    world.limit("al", "buy", "0.05", at(1.7));
    wait(world, 2);
    world.execute({ kind: "cancel-all", userId: world.id("bo"), key: "", marketId: PERPETUAL });
    quote();
    wait(world, 40);
  }
  return { world, shorts, gain: worth(world, own) - before };
}

test("MARK-02 sweeping a market maker's asks and quoting above for seconds earns nothing from the insurance fund", () => {
  const older = betweenRounds(BEFORE, 100_000, 1);
  expect(older.gain).toBeGreaterThan(1_000);
  expect(Number(older.world.fund)).toBeLessThan(99_000);

  const { world, shorts, gain } = betweenRounds(NEWEST_RULES, 100_000, 1);
  expect(gain).toBeLessThan(0);
  expect(Number(world.fund)).toBeGreaterThanOrEqual(100_000);
  for (const name of shorts) expect(world.position(name)).not.toBe("none");
});

test("MARK-02 the same repeated neither empties the insurance fund nor deleverages the other side", () => {
  const older = betweenRounds(BEFORE, 2_500, 3);
  expect(Number(older.world.fund)).toBeLessThan(1_000);

  const { world, gain } = betweenRounds(NEWEST_RULES, 2_500, 3);
  expect(gain).toBeLessThan(0);
  expect(Number(world.fund)).toBeGreaterThanOrEqual(2_500);
  expect(world.eventsOf("liquidation-step").filter(({ method }) => method === "adl")).toEqual([]);
});

test("MARK-02 an empty book after the attack has no premium: the next funding is the interest", () => {
  const expected = (rules: number): number | undefined => {
    const { world } = peopleAlone(rules);
    for (let n = 0; n < 7 * 60; n += 5) world.wait(5 * SECOND, INDEX);
    return world.eventsOf("mark-changed").at(-1)?.expectedFundingPpm;
  };
  expect(expected(BEFORE)).toBeGreaterThan(1_000);
  expect(expected(NEWEST_RULES)).toBe(100);
});

test("MARK-02 the fund is protected: a bid below the index gains no more than the takeover yields", () => {
  const world = empty(NEWEST_RULES).user("al", "20000").user("bo", "200000").user("cy", "200000");
  world.leverage("al", 100);
  for (const name of ["bo", "cy"]) world.leverage(name, 5);
  world.limit("bo", "sell", "0.7", at(0.5));
  world.limit("al", "buy", "0.7", at(0.5));
  const before = worth(world, ["al", "bo", "cy"]);
  // Depth on both sides far below the index: the mark price falls to its bound, and Al is liquidated.
  world.limit("cy", "buy", "1", at(-9));
  world.limit("bo", "sell", "1", at(-8.9));
  wait(world, 12);
  world.limit("bo", "sell", "0.2", at(-9));
  wait(world, 1);
  expect(markTicks(world)).toBe(Math.ceil(INDEX * 0.9984));
  expect(world.position("al")).toBe("none");
  expect(plain(world.eventsOf("liquidation-step").at(-1)?.closedLots ?? 0, 3)).toBe("0.7");
  world.execute({ kind: "cancel-all", userId: world.id("bo"), key: "", marketId: PERPETUAL });
  world.limit("cy", "buy", "1", at(-0.499));
  for (let n = 0; n < 40; n++) world.wait(SECOND, INDEX);
  expect(worth(world, ["al", "bo", "cy"]) - before).toBeLessThan(0);
  expect(Number(world.fund)).toBeGreaterThanOrEqual(100_000);
});

test("MARK-02 adopting the rules ends an ongoing attack: earlier samples without bounds no longer count", () => {
  const { world } = peopleAlone(BEFORE);
  expect(markTicks(world)).toBeGreaterThan(at(5));
  world.adoptRules(NEWEST_RULES);
  wait(world, 1);
  expect(markTicks(world)).toBe(INDEX);
  // The interval's earlier premiums are dropped too.
  expect(world.eventsOf("mark-changed").at(-1)?.expectedFundingPpm).toBe(100);
});

test("MARK-02 reduce-only orders are not depth: a small position cannot back many of them", () => {
  const world = empty(NEWEST_RULES).user("al", "20000").user("bo", "20000");
  for (const name of ["al", "bo"]) world.leverage(name, 5);
  world.limit("bo", "sell", "0.02", INDEX);
  world.limit("al", "buy", "0.02", INDEX);
  for (let n = 0; n < 15; n++) {
    world.limit("bo", "buy", "0.02", at(5) - n, { reduceOnly: true });
    world.limit("al", "sell", "0.02", at(6) + n, { reduceOnly: true });
  }
  wait(world, 20);
  expect(world.eventsOf("mark-changed").at(-1)).toMatchObject({ basisTermE8: INDEX * 100_000_000 });
  world.limit("bo", "buy", "0.2", at(5));
  world.limit("al", "sell", "0.2", at(6));
  wait(world, 12);
  expect(world.eventsOf("mark-changed").at(-1)?.basisTermE8).toBe(Math.floor(INDEX * 1.0016) * 100_000_000);
});
