import { NEWEST_RULES, RULES } from "@candor/domain/rules";
import { expect, test } from "vitest";
import { plain, SECOND } from "../../support/scenario/exchange-world.ts";
import { PerpetualWorld } from "../../support/scenario/perpetual-world.ts";

/** Ana's long of one bitcoin at 60,000 with a margin of 3,000, bought from Ben; and a fund filled by others' fees. */
function withFund(rules = NEWEST_RULES): PerpetualWorld {
  const world = new PerpetualWorld({ liquidationFeePpm: 100_000 }, rules).user("eve", "200000");
  for (const name of ["dan", "dee", "don"]) {
    world.user(name, "700").leverage(name, 100);
    world.limit("eve", "buy", "0.8", 60_000);
    world.place(name, "sell", "0.8");
    world.limit("eve", "sell", "0.8", 60_300);
    world.observe(60_400);
    world.wait(SECOND, 60_000);
    expect(world.position(name)).toBe("none");
  }
  world.user("ana", "3030").user("ben", "20000").user("cat", "100000");
  world.leverage("ana", 20);
  world.leverage("ben", 10);
  world.limit("ben", "sell", "1", 60_000);
  world.place("ana", "buy", "1");
  return world;
}

const steps = (world: PerpetualWorld): string[] =>
  world.eventsOf("liquidation-step").map((step) => {
    const closed = `${plain(step.closedLots, 3)} for ${plain(step.closedQuoteUnits)}`;
    return `${step.method}: ${closed}, the fund holds ${plain(step.fundLots, 3)}`;
  });

test("PERP-12 with an empty book the fund takes over at the bankruptcy price, without deleveraging", () => {
  const world = withFund();
  expect(Number(world.fund)).toBe(720);
  const before = world.fund;
  world.observe(56_950);
  expect(steps(world).slice(-2)).toEqual([
    "orders: 0 for 0, the fund holds 0",
    "insurance-fund: 1 for 57000, the fund holds 1",
  ]);
  // Her 3,000 is lost at the bankruptcy price; the fund has paid nothing yet.
  expect([world.position("ana"), world.wallet("ana")]).toEqual(["none", "0 + 0"]);
  expect(world.fund).toBe(before);
  expect(world.position("ben")).toContain("-1 for 60000");
  expect(world.eventsOf("liquidation-step").some(({ method }) => method === "adl")).toBe(false);
  expect(world.exchange.exchangeView().markets[1]?.contract?.openInterestLots).toBe(1_000);
});

test("PERP-12 the fund offers a tenth at each mark, within half a percent of the index, and realizes the proceeds", () => {
  const world = withFund();
  world.observe(56_950);
  // Too far away: the limit, 0.5 % below the index, is 56,666.
  world.limit("cat", "buy", "5", 56_600);
  world.wait(SECOND, 56_951);
  expect(steps(world).at(-1)).toContain("the fund holds 1");
  const before = Number(world.fund);
  world.limit("cat", "buy", "5", 56_900);
  const offer = world.wait(SECOND, 56_950);
  expect(offer.trades).toEqual(["0.1 @ 56900"]);
  // 0.1 BTC, taken over at 57,000, sold for 56,900.
  expect(Number(world.fund)).toBe(before - 10);
  // Nobody quoted the impact notional on both sides, so the last term is the index.
  expect(world.eventsOf("mark-changed").at(-1)?.lastTermE8).toBe(5_695_000_000_000);
  for (let n = 0; n < 70; n++) world.wait(SECOND, 56_950);
  const view = world.exchange.exchangeView().markets[1]?.contract;
  expect(view?.openInterestLots).toBe(1_000);
  expect(world.position("cat")).toContain("1 for 56900");
  expect(Number(world.fund)).toBe(before - 100);
});

test("PERP-12 positions beyond the fund's capacity are deleveraged, also its own when the price keeps falling", () => {
  const world = withFund();
  world.observe(56_950);
  expect(steps(world).at(-1)).toBe("insurance-fund: 1 for 57000, the fund holds 1");
  world.wait(SECOND, 56_000);
  // A loss of a thousand exceeds the fund: the counterparty is deleveraged at the bankruptcy price.
  const last = world.eventsOf("liquidation-step").at(-1);
  expect(last).toMatchObject({ method: "adl", userId: 0, fundLots: 0, closedLots: 1_000 });
  expect(world.fund).toBe("0");
  expect(world.position("ben")).toBe("none");
  expect(world.eventsOf("position-changed").at(-1)?.cause).toBe("adl");
});

test("PERP-12 the fund pays and receives funding for its positions", () => {
  const world = withFund();
  world.observe(56_950);
  const before = Number(world.fund);
  const eightHours = 28_800 * SECOND;
  world.wait(eightHours - 5 * SECOND, 56_950);
  world.wait(6 * SECOND, 56_950);
  const [payment] = world.eventsOf("funding-paid").filter(({ userId }) => userId === 0);
  expect(payment?.lots).toBe(1_000);
  expect(Number(world.fund)).toBeCloseTo(before + (payment?.amountUnits ?? 0) / 1_000_000, 6);
  expect(payment?.amountUnits).not.toBe(0);
});

test.each([
  { rules: RULES.freedMargins - 1, frozen: "701.275 + 298.725" },
  { rules: NEWEST_RULES, frozen: "1000 + 0" },
])(
  "PERP-12 under rules $rules a bid that the fund cancels without trading frees its margin",
  ({ rules, frozen }) => {
    const world = withFund(rules);
    world.observe(56_950);
    world.user("dot", "1000").leverage("dot", 100);
    const bid = world.limit("dot", "buy", "0.5", 56_900);
    expect(world.wallet("dot")).toBe("701.275 + 298.725");
    // A purchase at 56,900 would be liquidated at once.
    const moved = world.wait(SECOND, 56_550);
    expect(moved.trades).toEqual([]);
    expect(world.order(bid.orderId)).toContain("canceled");
    expect(world.wallet("dot")).toBe(frozen);
    world.adoptRules(NEWEST_RULES);
    expect(world.wallet("dot")).toBe("1000 + 0");
  },
);
