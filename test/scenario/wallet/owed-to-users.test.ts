import type { Exchange } from "@candor/core/exchange/exchange";
import { expect, test } from "vitest";
import { usdt } from "../../support/scenario/exchange-world.ts";
import { LeverageWorld } from "../../support/scenario/leverage-world.ts";
import { DAY, MiningWorld } from "../../support/scenario/mining-world.ts";
import { OptionWorld } from "../../support/scenario/option-world.ts";
import { PerpetualWorld } from "../../support/scenario/perpetual-world.ts";
import { SpotWorld, withMaker } from "../../support/scenario/spot-world.ts";

/** Returns the exchange's liabilities to a user, in smallest units by asset. */
function owed(exchange: Exchange, userId: number): readonly number[] | undefined {
  let found: readonly number[] | undefined;
  exchange.forEachOwed((each, amounts) => {
    if (each === userId) found = amounts;
  });
  return found;
}

test("PROOF-01 liabilities to a user are available and held funds, over all wallets", () => {
  const s = new SpotWorld().user("ana", { USDT: "1000", BTC: "2" }).user("ben");
  s.deposit("ana", "USDT", "50");
  s.observe("1000");
  s.limit("ana", "buy", "0.5", "900");
  expect(owed(s.exchange, s.id("ana"))).toEqual([1_050_000_000, 200_000_000]);
  expect(owed(s.exchange, s.id("ben"))).toEqual([0, 0]);
});

test("PROOF-01 a margin account is owed in full: borrowed coins are in it, and a debt is not a coin", () => {
  const s = new LeverageWorld();
  withMaker(s);
  s.user("ana", { USDT: "1500" });
  s.move("ana", "in", "USDT", "1000");
  s.lever("ana", "buy", "1.5", "1020");
  expect(s.margin("ana")).toMatchObject({ BTC: "1.497 + 0", USDT: "", owesUSDT: "520 + 0.104" });
  expect(owed(s.exchange, s.id("ana"))).toEqual([500_000_000, 149_700_000]);
});

test("PROOF-01 an open timed option is owed with its maximum payout, a settled one with its actual payout", () => {
  const world = new OptionWorld().user("ana", "100");
  world.observe(1_000);
  world.buy("ana", "up", "20");
  expect(owed(world.exchange, world.id("ana"))?.[0]).toBe(usdt("117"));
  world.at(0.4).observe(1_000);
  world.at(58).observe(990);
  world.at(60).advance();
  expect(owed(world.exchange, world.id("ana"))?.[0]).toBe(usdt("80"));
});

test("PROOF-01 a machine is owed with the output that it has not paid yet", () => {
  const s = new MiningWorld("1000").saver("ana", "100");
  s.buy("ana");
  expect(owed(s.exchange, s.id("ana"))?.[0]).toBe(101_000_000);
  s.wait(DAY);
  s.claim("ana");
  expect(owed(s.exchange, s.id("ana"))?.[0]).toBe(101_000_000);
  s.recycle("ana", 1);
  expect(owed(s.exchange, s.id("ana"))?.[0]).toBe(91_100_000);
});

test("PROOF-01 the margin of a position is owed, and not the profit that it has not realized", () => {
  const world = new PerpetualWorld().user("ana", "5000").user("ben", "20000");
  world.limit("ben", "sell", "1", 60_000);
  world.place("ana", "buy", "1");
  const before = owed(world.exchange, world.id("ana"));
  world.observe(60_300);
  expect(owed(world.exchange, world.id("ana"))).toEqual(before);
  expect(before?.some((amount) => amount > 4_900_000_000)).toBe(true);
});
