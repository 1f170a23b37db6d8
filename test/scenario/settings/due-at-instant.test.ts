import { RULES } from "@candor/domain/rules";
import { NOTICE_MS } from "@candor/domain/setting-limits";
import { expect, test } from "vitest";
import { plain, SECOND } from "../../support/scenario/exchange-world.ts";
import { HOUR, LEVER, LeverageWorld, loansOf } from "../../support/scenario/leverage-world.ts";
import { PERPETUAL, PerpetualWorld } from "../../support/scenario/perpetual-world.ts";
import { withMaker } from "../../support/scenario/spot-world.ts";

const EIGHT_HOURS = 8 * HOUR;
const OLDER = RULES.dueAtInstant - 1;

/** Ana is long 1 BTC and Ben short, just before the first funding of 0.01 %; Carl and Dora have funds. */
function beforeFunding(rules?: number): PerpetualWorld {
  const world = new PerpetualWorld({}, rules);
  for (const name of ["ana", "ben", "carl", "dora"]) world.user(name, "20000");
  world.limit("ben", "sell", "1", 60_000);
  world.place("ana", "buy", "1");
  world.wait(EIGHT_HOURS - SECOND, 60_000);
  return world;
}

/** "ana -6, ben 6": total funding of each so far. */
function funded(world: PerpetualWorld): string {
  const names = ["ana", "ben", "carl", "dora"];
  const paid = world
    .eventsOf("funding-paid")
    .map(
      ({ userId, amountUnits }) => `${names.find((name) => world.id(name) === userId)} ${amountUnits / 1e6}`,
    );
  return paid.sort().join(", ");
}

test("TIME-08 a position opened 61 ms after the instant pays nothing, one held over it and closed 61 ms later pays", () => {
  const world = beforeFunding();
  world.timeMs += SECOND + 61;
  // The first command after the hour: the exchange has not been told the time yet.
  world.limit("carl", "sell", "0.5", 60_010);
  world.place("dora", "buy", "0.5");
  world.limit("dora", "buy", "1", 59_990);
  expect(world.close("ana").error).toBeUndefined();
  world.wait(SECOND, 60_000);
  expect(funded(world)).toBe("ana -6, ben 6");
  expect(world.eventsOf("funding-settled")).toMatchObject([{ ratePpm: 100, markTicks: 60_000 }]);
  const [settled] = world.eventsOf("funding-settled");
  expect(settled?.dueAtMs).toBe(world.timeMs - SECOND - 61);
  // 20,000 less fees of 30 and 29.995, the loss of 10, and the funding.
  expect([world.position("ana"), world.wallet("ana")]).toEqual(["none", "19924.005 + 0"]);
});

test("TIME-08 under older rules the first tick after the instant decided", () => {
  const world = beforeFunding(OLDER);
  world.timeMs += SECOND + 61;
  world.limit("carl", "sell", "0.5", 60_010);
  world.place("dora", "buy", "0.5");
  world.limit("dora", "buy", "1", 59_990);
  world.close("ana");
  world.wait(SECOND, 60_000);
  expect(funded(world)).toMatch(/ben 6, carl 3.*dora -9/);
});

test("TIME-08 a user who withdraws after the instant has paid before", () => {
  const world = beforeFunding();
  world.user("last", "3010");
  world.leverage("last", 20, "cross");
  world.limit("ben", "sell", "0.1", 60_000);
  world.place("last", "buy", "0.1");
  world.timeMs += SECOND + 1;
  const left = world.transferOut("last", "2000");
  expect(left.error).toBeUndefined();
  const own = left.events.filter(
    (event) => event.kind === "funding-paid" && event.userId === world.id("last"),
  );
  expect(own).toMatchObject([{ amountUnits: -600_000, missingUnits: 0 }]);
});

test("TIME-08 an index that fell silent before the instant settles nothing until it is back", () => {
  const world = new PerpetualWorld().user("ana", "20000").user("ben", "20000");
  world.limit("ben", "sell", "1", 60_000);
  world.place("ana", "buy", "1");
  world.wait(EIGHT_HOURS - 20 * SECOND, 60_000);
  world.wait(21 * SECOND);
  expect(world.eventsOf("funding-settled")).toEqual([]);
  expect(world.close("ana").error).toBe("trade.marketUnavailable");
  world.wait(SECOND, 60_000);
  expect(world.eventsOf("funding-settled")).toHaveLength(1);
  const lived = world.eventsOf("funding-paid").map(({ amountUnits }) => plain(Math.abs(amountUnits)));
  expect(lived).toEqual(["6", "6"]);
});

test("TIME-08 funding terms announced in time count from the instant on, despite an announcement a moment after it", () => {
  const world = new PerpetualWorld();
  world.execute({ kind: "set-site", isOpen: true, message: "" });
  const set = (interestPpm: number) =>
    world.execute({ kind: "set-funding-terms", marketId: PERPETUAL, interestPpm, fundingCapPpm: 3_000 });
  set(20);
  for (let hours = 8; hours <= 24; hours += 8) world.wait(EIGHT_HOURS, 60_000);
  world.timeMs += EIGHT_HOURS - SECOND;
  world.observe(60_000);
  world.timeMs += SECOND + 61;
  set(300);
  world.wait(SECOND, 60_000);
  for (let hours = 0; hours < 2; hours++) world.wait(EIGHT_HOURS, 60_000);
  const rates = world.eventsOf("funding-settled").map(({ interestPpm }) => interestPpm);
  expect(rates.slice(3)).toContain(20);
  expect(rates).not.toContain(300);
});

test("TIME-08 hours of interest that fell due are charged by the terms they began with", () => {
  const s = new LeverageWorld();
  withMaker(s);
  s.user("alice", { USDT: "1500" });
  s.move("alice", "in", "USDT", "1000");
  // On the hour, when the scenario starts: the terms apply from the same minute tomorrow.
  const announced = s.execute({
    kind: "announce-setting",
    proposalId: 1,
    reason: "a test",
    proposedBy: "ann",
    confirmedBy: "bob",
    command: { kind: "set-lever-terms", marketId: 0, lever: { ...LEVER, quoteHourlyPpm: 2_000 } },
  });
  expect(announced.error).toBeUndefined();
  s.timeMs += NOTICE_MS - HOUR;
  s.observe("1000");
  s.lever("alice", "buy", "1.5", "1020");
  expect(s.margin("alice")?.owesUSDT).toBe("520 + 0.104");
  // The first command after both the hour and the notice period.
  expect(loansOf(s.wait(HOUR + 61))).toEqual(["interest 0 + 0.104 USDT"]);
  expect(loansOf(s.wait(HOUR))).toEqual(["interest 0 + 1.04 USDT"]);
});

test("TIME-08 loans and repayments after the hour do not change the hour's interest", () => {
  const s = new LeverageWorld();
  withMaker(s);
  s.user("alice", { USDT: "1500" });
  s.move("alice", "in", "USDT", "1000");
  s.lever("alice", "buy", "1.5", "1020");
  s.timeMs += HOUR + 1;
  s.repay("alice", "USDT", "0");
  s.move("alice", "in", "USDT", "400");
  const repaid = s.repay("alice", "USDT", "400");
  expect(repaid.error).toBeUndefined();
  expect(s.margin("alice")?.owesUSDT).toBe("120.208 + 0");
});
