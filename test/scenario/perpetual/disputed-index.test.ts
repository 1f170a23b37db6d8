import { NEWEST_RULES, RULES } from "@candor/domain/rules";
import { expect, test } from "vitest";
import { SECOND } from "../../support/scenario/exchange-world.ts";
import { HOUR, LeverageWorld, liquidationsOf, loansOf } from "../../support/scenario/leverage-world.ts";
import { OptionWorld, outcomeOf } from "../../support/scenario/option-world.ts";
import { PERPETUAL, PerpetualWorld, SPOT_MARKET } from "../../support/scenario/perpetual-world.ts";
import { SpotWorld } from "../../support/scenario/spot-world.ts";

/**
 * What happened at BitMEX with GDAX's book (April 2017) and at Deribit (31 October 2019): one of two sources reports
 * half the price. It must not decide anything.
 */

const DISPUTED = { status: "cancel-only", statusReason: "disputed", indexE8: 0 } as const;
const TRADING = { status: "trading", statusReason: "none" } as const;

test("INDEX-01 with two sources, one at half the price, contracts are cancel-only, without liquidations or funding", () => {
  const world = new PerpetualWorld({}, NEWEST_RULES, {}).user("ana", "3030").user("ben", "20000");
  world.observe(60_000, 1);
  world.leverage("ana", 20);
  world.leverage("ben", 10);
  world.limit("ben", "sell", "1", 60_000);
  world.place("ana", "buy", "1");
  const resting = world.limit("ben", "buy", "0.1", 59_000);
  const balances = () => [world.wallet("ana"), world.wallet("ben"), world.fund, world.position("ana")];
  const before = balances();

  const half = world.observe(30_000, 1);
  expect(half.events).toContainEqual({
    kind: "market-status-changed",
    marketId: PERPETUAL,
    status: "cancel-only",
    reason: "disputed",
  });
  for (const marketId of [SPOT_MARKET, PERPETUAL])
    expect(world.exchange.exchangeView().markets[marketId]).toMatchObject(DISPUTED);
  expect(world.limit("ana", "buy", "0.01", 59_000)).toMatchObject({
    error: "trade.marketUnavailable",
    params: [1, 3, 0],
  });
  expect(world.close("ana").error).toBe("trade.marketUnavailable");
  // It lasts eight hours: fundings due in that time are not settled.
  for (let second = 0; second < 40; second++) {
    world.wait(4 * SECOND, 60_000 + second);
    world.observe(30_000, 1);
  }
  world.timeMs += 8 * HOUR;
  world.observe(30_000, 1);
  world.observe(60_000);
  expect(world.eventsOf("liquidation-step")).toEqual([]);
  expect(world.eventsOf("funding-settled")).toEqual([]);
  expect(balances()).toEqual(before);
  expect(world.cancel("ben", resting.orderId).error).toBeUndefined();

  const agreed = world.observe(60_010, 1);
  expect(agreed.events).toContainEqual({
    kind: "market-status-changed",
    marketId: PERPETUAL,
    status: "trading",
    reason: "none",
  });
  expect(world.exchange.exchangeView().markets[PERPETUAL]).toMatchObject({
    ...TRADING,
    indexE8: 6_000_500_000_000,
  });
  expect(world.limit("ben", "buy", "0.1", 60_000).order).toBe("open 0 of 0.1");
  expect(world.eventsOf("liquidation-step")).toEqual([]);
});

test("INDEX-03 a crash that the second source confirms is a crash: the position is liquidated with the next observation", () => {
  const world = new PerpetualWorld().user("ana", "3030").user("ben", "20000").user("cat", "100000");
  world.observe(60_000, 1);
  world.leverage("ana", 20);
  world.leverage("ben", 10);
  world.limit("ben", "sell", "1", 60_000);
  world.place("ana", "buy", "1");
  world.limit("cat", "buy", "5", 50_000);
  expect(world.observe(30_000, 1).events.some(({ kind }) => kind === "liquidation-step")).toBe(false);
  expect(world.observe(30_010).events.some(({ kind }) => kind === "liquidation-step")).toBe(true);
  expect(world.position("ana")).toBe("none");
});

test("INDEX-02 of three sources the one at half the price is excluded: trading continues without liquidations", () => {
  const world = new PerpetualWorld().user("ana", "3030").user("ben", "20000");
  world.observe(60_000, 1);
  world.observe(60_000, 2);
  world.leverage("ana", 20);
  world.leverage("ben", 10);
  world.limit("ben", "sell", "1", 60_000);
  world.place("ana", "buy", "1");
  const half = world.observe(30_000, 2);
  expect(half.events.filter(({ kind }) => kind === "market-status-changed")).toEqual([]);
  expect(world.exchange.exchangeView().markets[PERPETUAL]).toMatchObject({
    ...TRADING,
    indexE8: 6_000_000_000_000,
  });
  expect(world.eventsOf("liquidation-step")).toEqual([]);
  expect(world.limit("ben", "buy", "0.1", 59_000).order).toBe("open 0 of 0.1");
});

test("INDEX-01 while sources disagree margin accounts get no calls or liquidations, and their hours cost nothing", () => {
  const s = new LeverageWorld({}, undefined, { priceBandPpm: 1_000_000, sourceStepPpm: 100_000 });
  s.user("maker", { USDT: "1000000", BTC: "1000" }, "labelled");
  s.limit("maker", "sell", "1.9", "1000");
  s.user("alice", { USDT: "1000" });
  s.move("alice", "in", "USDT", "1000");
  s.lever("alice", "buy", "1.9", "1000");
  s.limit("maker", "buy", "20", "400");
  s.observe("1000", 1);
  const before = s.margin("alice");
  expect(before).toMatchObject({ BTC: "1.8962 + 0", owesUSDT: "900 + 0.18", status: "normal" });

  s.timeMs += SECOND;
  expect(liquidationsOf(s.observe("500", 1))).toEqual([]);
  expect(s.exchange.exchangeView().markets[0]).toMatchObject(DISPUTED);
  expect(s.capacity("alice", "USDT")).toEqual({ borrow: "0", out: "0" });
  s.timeMs += HOUR - 2 * SECOND;
  s.observe("1000", 0);
  s.observe("500", 1);
  const hour = s.wait(3 * SECOND);
  expect(loansOf(hour)).toEqual([]);
  expect(liquidationsOf(hour)).toEqual([]);
  expect(s.margin("alice")).toEqual({ ...before, level: "" });

  const agreed = s.observe("1000", 1);
  expect(liquidationsOf(agreed)).toEqual([]);
  expect(s.margin("alice")).toEqual(before);
  // The next full hour is charged as usual.
  s.timeMs += HOUR - 3 * SECOND;
  s.observe("1000");
  expect(loansOf(s.wait(SECOND))).toEqual(["interest 0 + 0.18 USDT"]);
});

test("INDEX-01 while sources disagree no option is sold or settled; when they agree again the window's own ticks decide", () => {
  const world = new OptionWorld().user("ana", "100").user("ben", "100");
  world.adoptRules(NEWEST_RULES);
  const both = (seconds: number, price: number) => {
    world.at(seconds).observe(price);
    return world.observe(price, 1);
  };
  both(0, 1_000);
  world.buy("ana", "down", "20");
  world.buy("ben", "down", "20", 120);
  both(1, 1_000);
  both(58, 1_001);
  // Half the price in the window: under older rules the index would be 750, and ana would win.
  world.at(59).observe(500, 1);
  expect(world.buy("ana", "down", "20")).toMatchObject({
    error: "trade.marketUnavailable",
    params: [1, 3, 0],
  });
  expect(world.at(60).advance().options).toEqual([]);
  world.at(61).observe(1_001);
  expect(world.observe(500, 1).options).toEqual([]);
  expect([world.wallet("ana"), world.wallet("ben"), world.pool]).toEqual(["80", "80", "965.4 | 74.6"]);
  const agreed = world.at(62).observe(1_000, 1);
  expect(agreed.options.map(outcomeOf)).toEqual(["lost 1000 → 1001 pays 0"]);
  expect(world.wallet("ana")).toBe("80");

  // A dispute during the whole window leaves no tick to decide by: the stake is refunded.
  both(116, 1_000);
  world.at(116.5).observe(500, 1);
  world.at(118).observe(1_000);
  expect(world.at(121).observe(500, 1).options).toEqual([]);
  expect(both(122, 999).options.map(outcomeOf)).toEqual(["void 1000 → 0 pays 20"]);
  expect([world.wallet("ana"), world.wallet("ben"), world.pool]).toEqual(["80", "100", "1020 | 0"]);
});

test("INDEX-03 a jump of a single source holds only the spot market for half a minute, with the reason", () => {
  const s = new SpotWorld();
  s.adoptRules(NEWEST_RULES);
  s.user("alice", { USDT: "9000" });
  const jump = s.observe("2000");
  expect(jump.events).toContainEqual({
    kind: "market-status-changed",
    marketId: 0,
    status: "cancel-only",
    reason: "disputed",
  });
  expect(s.limit("alice", "buy", "1", "1000").params).toEqual([1, 3, 0]);
  for (let second = 0; second < 30; second += 2) {
    s.timeMs += 2 * SECOND;
    s.observe("2000");
  }
  expect(s.exchange.exchangeView().markets[0]).toMatchObject({ ...TRADING, indexE8: 200_000_000_000 });
});

test("INDEX-04 an index that older rules took from disputed sources is disputed from the command on that adopts the newer ones", () => {
  const s = new SpotWorld();
  s.observe("500", 1);
  expect(s.exchange.exchangeView().markets[0]).toMatchObject({ status: "trading", indexE8: 75_000_000_000 });
  const adopted = s.adoptRules(RULES.disputedIndex);
  expect(adopted.events).toContainEqual({
    kind: "market-status-changed",
    marketId: 0,
    status: "cancel-only",
    reason: "disputed",
  });
  s.restart();
  expect(s.exchange.exchangeView().markets[0]).toMatchObject(DISPUTED);
});

test("INDEX-06 each status has its reason: the operator's first, then silence and disagreement separately", () => {
  const s = new SpotWorld();
  s.adoptRules(NEWEST_RULES);
  const reasons = (events: readonly object[]): unknown[] =>
    events.flatMap((event) => ("reason" in event && "status" in event ? [event.reason] : []));
  expect(reasons(s.observe("500", 1).events)).toEqual(["disputed"]);
  expect(reasons(s.status("cancel-only").events)).toEqual(["operator"]);
  expect(reasons(s.status("trading").events)).toEqual(["disputed"]);
  expect(reasons(s.wait(11 * SECOND).events)).toEqual(["stale"]);
  expect(reasons(s.observe("1000").events)).toEqual(["none"]);
  expect(reasons(s.status("halted").events)).toEqual(["operator"]);
});

test("INDEX-07 a market's own bounds are listed with it, and listings without them keep the usual ones", () => {
  const tight = new SpotWorld({ sourceDeviationPpm: 1_000, sourceStepPpm: 5_000 });
  tight.adoptRules(NEWEST_RULES);
  tight.observe("1002", 1);
  expect(tight.exchange.exchangeView().markets[0]).toMatchObject(DISPUTED);
  tight.restart();
  expect(tight.exchange.exchangeView().markets[0]?.spec).toMatchObject({ sourceDeviationPpm: 1_000 });
  const usual = new SpotWorld();
  usual.adoptRules(NEWEST_RULES);
  usual.observe("1030", 1);
  expect(usual.exchange.exchangeView().markets[0]).toMatchObject(TRADING);
  expect(usual.exchange.exchangeView().markets[0]?.spec).not.toHaveProperty("sourceDeviationPpm");
  for (const wrong of [0, -1, 0.5, 1_000_001, Number.NaN])
    for (const field of ["sourceDeviationPpm", "sourceStepPpm"])
      expect(
        usual.execute({
          kind: "list-market",
          market: { ...usual.exchange.exchangeView().markets[0]!.spec, symbol: "BTCUSDD", [field]: wrong },
          minSources: 1,
        }).error,
        `${field} ${wrong}`,
      ).toBe("request.parameterError");
});
