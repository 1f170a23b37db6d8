import type { Ppm, Ticks } from "@candor/money/brand";
import { expect, test } from "vitest";
import { LeverageWorld } from "../../support/scenario/leverage-world.ts";

function world(): LeverageWorld {
  const s = new LeverageWorld().user("ana", { USDT: "1000" }).user("ben", { USDT: "9000", BTC: "9" });
  s.move("ana", "in", "USDT", "1000");
  return s;
}

test("CHART-21 a margin order moves within its account; the debt stays as it is", () => {
  const s = world();
  const old = s.lever("ana", "buy", "2", "900");
  // 800 were borrowed with the first hour's interest.
  expect(s.margin("ana")).toMatchObject({ USDT: "0 + 1800", owesUSDT: "800 + 0.16" });
  const lower = s.changePrice("ana", old.orderId, { price: 850, key: "c1" });
  expect([lower.error, s.order(lower.orderId)]).toEqual([undefined, "open 0 of 2"]);
  expect(s.margin("ana")).toMatchObject({ USDT: "100 + 1700", owesUSDT: "800 + 0.16" });
  const higher = s.changePrice("ana", lower.orderId, { price: 900 });
  expect(s.margin("ana")).toMatchObject({ USDT: "0 + 1800", owesUSDT: "800 + 0.16" });
  // Nothing is borrowed for a higher price.
  const refused = s.changePrice("ana", higher.orderId, { price: 901 });
  expect([refused.error, refused.events.length]).toEqual(["trade.insufficientBalance", 1]);
  expect(s.order(higher.orderId)).toBe("open 0 of 2");
  expect(s.limit("ben", "sell", "2", "900").trades).toEqual(["2 @ 900"]);
  expect(s.margin("ana")).toMatchObject({ BTC: "1.998 + 0", owesUSDT: "800 + 0.16" });
  expect(s.balances("ben")).toMatchObject({ USDT: "10796.4 + 0", BTC: "7 + 0" });
});

test("CHART-21 a margin order that repays still repays after its price has changed", () => {
  const s = world();
  s.limit("ben", "sell", "2", "900");
  s.lever("ana", "buy", "2", "900");
  const exit = s.lever("ana", "sell", "1", "950", { effect: "repay" });
  const moved = s.changePrice("ana", exit.orderId, { price: 940 });
  expect(moved.error).toBeUndefined();
  s.limit("ben", "buy", "1", "940");
  expect(s.order(moved.orderId)).toBe("filled 1");
  // 940 less the maker's fee of 0.94 repay 800.16.
  expect(s.margin("ana")).toMatchObject({ USDT: "138.9 + 0", owesUSDT: "" });
});

test("CHART-28 a trailing margin buy moves within its account, and no further", () => {
  const s = world();
  const terms = { type: "trailing-stop", trailingPpm: 50_000 as Ppm, priceTicks: 0 as Ticks } as const;
  const { orderId } = s.lever("ana", "buy", "0.8", "900", terms);
  // 5 % above the index of 1000 is 1050, and 5 % above that 1102.5, which becomes 1103.
  expect(s.margin("ana")).toMatchObject({ USDT: "117.6 + 882.4", owesUSDT: "" });
  expect(s.changePrice("ana", orderId, { percent: 10 }).error).toBeUndefined();
  // 1100 and 5 % above it.
  expect(s.margin("ana")).toMatchObject({ USDT: "76 + 924", owesUSDT: "" });
  // 1200 and 5 % above it would need 1008, and nothing is borrowed for a move.
  const refused = s.changePrice("ana", orderId, { percent: 20 });
  expect([refused.error, refused.events.length]).toEqual(["trade.insufficientBalance", 1]);
  expect(s.margin("ana")).toMatchObject({ USDT: "76 + 924", owesUSDT: "" });
  s.cancel("ana", orderId);
  expect(s.margin("ana")).toMatchObject({ USDT: "1000 + 0", owesUSDT: "" });
});
