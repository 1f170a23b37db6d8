import { RULES } from "@candor/domain/rules";
import type { Units } from "@candor/money/brand";
import { expect, test } from "vitest";
import { plain, SECOND } from "../../support/scenario/exchange-world.ts";
import { PerpetualWorld } from "../../support/scenario/perpetual-world.ts";

const HOUR = 3_600 * SECOND;

/**
 * Ana has half a bitcoin at 100× and nothing else; Ben is short with sufficient funds. Then the price doubles, so that
 * her profit prevents liquidation, while a funding at its cap, 0.3 % of 60,000, exceeds what two fundings leave of her
 * margin of 300.
 */
function doubled(): PerpetualWorld {
  // Since rules 3, two small quotes yield no premium, and premiums are limited to the mark price's bound.
  const world = new PerpetualWorld({ fundingIntervalMs: HOUR }, RULES.boundedMark - 1);
  world.user("ana", "315").user("ben", "1000000").user("cat", "1000000");
  world.leverage("ana", 100);
  world.leverage("ben", 20, "cross");
  world.limit("ben", "sell", "0.5", 60_000);
  world.place("ana", "buy", "0.5");
  world.wait(SECOND, 120_000);
  world.limit("cat", "buy", "0.01", 122_000);
  world.limit("cat", "sell", "0.01", 122_100);
  return world;
}

/**
 * Gives a user's money to the fund, by two operators: with traders on the exchange, the fund can otherwise only be
 * endowed with a day's notice.
 */
function giveToFund(world: PerpetualWorld, units: number): void {
  const userId = world.id("cat");
  const amountUnits = units as Units;
  world.execute({ kind: "deposit", userId, assetId: 0, amountUnits, origin: "faucet", key: "" });
  const given = world.execute({
    kind: "correct-balance",
    proposalId: 1,
    userId,
    wallet: "main",
    assetId: 0,
    amountUnits: (0 - amountUnits) as Units,
    account: "insurance",
    reason: "for the fund",
    proposedBy: "ann",
    confirmedBy: "bob",
  });
  expect(given.error).toBeUndefined();
}

/** Executes the next due funding. */
function fund(world: PerpetualWorld) {
  const before = world.eventsOf("funding-settled").length;
  while (world.eventsOf("funding-settled").length === before) world.wait(HOUR / 6, 120_000);
  const [hers, his] = world
    .eventsOf("funding-paid")
    .slice(-2)
    .map(({ amountUnits, missingUnits }) => `${plain(amountUnits)}, missing ${plain(missingUnits)}`);
  const [insurance, fees, rounding] = (["insurance", "fees", "rounding"] as const).map((account) =>
    plain(world.exchange.systemBalance(account, 0)),
  );
  const rest = plain(world.eventsOf("funding-closed").at(-1)?.remainderUnits ?? 0);
  return { hers, his, rest, insurance, fees, rounding };
}

test("PERP-05 under rules 2 a payer's missing funding is borne by the insurance fund, then the fees, then the rounding account", () => {
  const world = doubled();
  expect(fund(world)).toEqual({
    hers: "-180, missing 0",
    his: "180, missing 0",
    rest: "0",
    insurance: "0",
    fees: "21",
    rounding: "0",
  });
  expect(world.wallet("ana")).toBe("0 + 120");
  // Half of the bitcoin at 120,060. Only the trade's fees are available; the fund is empty.
  expect(fund(world)).toEqual({
    hers: "-120, missing 60.09",
    his: "180.09, missing 0",
    rest: "-60.09",
    insurance: "0",
    fees: "0",
    rounding: "-39.09",
  });
  expect(world.wallet("ana")).toBe("0 + 0");
  giveToFund(world, 30_000_000);
  expect(fund(world)).toEqual({
    hers: "0, missing 180.09",
    his: "180.09, missing 0",
    rest: "-180.09",
    insurance: "0",
    fees: "0",
    rounding: "-189.18",
  });
  // 1,500 of Ben's is margin; he paid 6 as a maker and received three full fundings.
  expect([world.wallet("ana"), world.wallet("ben")]).toEqual(["0 + 0", "999034.18 + 1500"]);
  expect(world.view("ana")).toMatchObject({ lots: 500, marginUnits: 0, fundingPaidUnits: 300_000_000 });
});

/**
 * Like `doubled`, with the newest rules: bids and asks of the impact notional keep the premium at its bound, sampled
 * each second.
 */
function held(): PerpetualWorld {
  const world = new PerpetualWorld({ fundingIntervalMs: 60 * SECOND });
  world.endow("insurance", "USDT", "1000");
  world.user("ana", "315").user("ben", "1000000").user("cat", "1000000");
  world.leverage("ana", 100);
  world.leverage("ben", 20, "cross");
  world.limit("ben", "sell", "0.5", 60_000);
  world.place("ana", "buy", "0.5");
  world.wait(SECOND, 120_000);
  world.limit("cat", "buy", "0.2", 121_000);
  world.limit("cat", "sell", "0.2", 121_100);
  return world;
}

test("PERP-05 since rules 3 a payer without money pays out of its position's profit, and the fund pays nothing", () => {
  const world = held();
  const insured = world.fund;
  const cost = world.view("ana").entryCostUnits;
  for (let second = 0; second < 8 * 60; second++) world.wait(SECOND, 120_000);
  const hers = world.eventsOf("funding-paid").filter(({ userId }) => userId === world.id("ana"));
  const missing = hers.reduce((sum, payment) => sum + payment.missingUnits, 0);
  expect(missing).toBeGreaterThan(100_000_000);
  expect(world.view("ana")).toMatchObject({ lots: 500, marginUnits: 0, entryCostUnits: cost + missing });
  expect(world.fund).toBe(insured);
  expect(world.exchange.systemBalance("rounding", 0)).toBeGreaterThanOrEqual(0);
  const his = world.eventsOf("funding-paid").filter(({ userId }) => userId === world.id("ben"));
  const received = his.reduce((sum, payment) => sum + payment.amountUnits, 0);
  const paid = hers.reduce((sum, payment) => sum - payment.amountUnits, 0);
  expect(received).toBe(paid + missing);
});
