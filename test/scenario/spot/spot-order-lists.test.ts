import type { LegType } from "@candor/domain/commands/list-commands";
import type { Side, TimeInForce } from "@candor/domain/enumerations";
import type { Lots, Ticks } from "@candor/money/brand";
import { expect, test } from "vitest";
import { SpotWorld, withMaker } from "../../support/scenario/spot-world.ts";

const LOTS_PER_COIN = 100;

interface Leg {
  readonly type: LegType;
  readonly stop?: number;
  readonly price?: number;
  readonly timeInForce?: TimeInForce;
}

/** The maker's book after a trade at 1000: sells 1 at 1010 and 2 at 1020, buys 1 at 990 and 2 at 980. */
function traded(): SpotWorld {
  const s = new SpotWorld().user("first", { USDT: "1000", BTC: "1" });
  s.user("second", { USDT: "1000", BTC: "1" });
  s.limit("first", "sell", "0.02", "1000");
  s.market("second", "buy", "0.02");
  return withMaker(s);
}

function list(s: SpotWorld, name: string, side: Side, quantity: number, above: Leg, below: Leg, key = "") {
  const leg = ({ type, stop = 0, price = 0, timeInForce = "gtc" }: Leg, suffix: string) => ({
    type,
    timeInForce,
    priceTicks: price as Ticks,
    stopTicks: stop as Ticks,
    key: key === "" ? "" : key + suffix,
  });
  const outcome = s.execute({
    kind: "place-list",
    userId: s.id(name),
    marketId: 0,
    side,
    selfTrade: "expire-taker",
    quantityLots: Math.round(quantity * LOTS_PER_COIN) as Lots,
    above: leg(above, ":l"),
    below: leg(below, ":s"),
    key,
  });
  return { ...outcome, above: outcome.orderId, below: outcome.orderId + 1 };
}

const PROFIT: Leg = { type: "take-profit-market", stop: 1010 };
const LOSS: Leg = { type: "stop-market", stop: 990 };

test("SPOT-25 a take-profit and a stop of a sell share one hold, and the take-profit that triggers cancels the stop", () => {
  const s = traded().user("alice", { BTC: "2" }).user("bob", { USDT: "3000" });
  const placed = list(s, "alice", "sell", 1, PROFIT, LOSS);
  expect([s.order(placed.above), s.order(placed.below)]).toEqual([
    "untriggered 0 of 1",
    "untriggered 0 of 1",
  ]);
  expect(s.balances("alice")).toEqual({ BTC: "1 + 1" });
  s.restart();
  s.market("bob", "buy", "0.5");
  expect(s.order(placed.above)).toBe("filled 1");
  // Its own sale at 990 would have reached the stop.
  expect(s.order(placed.below)).toBe("canceled oco-sibling 0 of 1");
  expect(s.balances("alice")).toEqual({ BTC: "1 + 0", USDT: "988.02 + 0" });
});

test("SPOT-25 the stop that triggers first cancels the take-profit", () => {
  const s = traded().user("alice", { BTC: "1" }).user("bob", { BTC: "3" });
  const placed = list(s, "alice", "sell", 1, PROFIT, LOSS);
  s.market("bob", "sell", "0.5");
  expect(s.order(placed.below)).toBe("filled 1");
  expect(s.order(placed.above)).toBe("canceled oco-sibling 0 of 1");
  // 0.5 at 990 and 0.5 at 980 less 0.2 %.
  expect(s.balances("alice")).toEqual({ USDT: "983.03 + 0" });
});

test("SPOT-25 a buy holds the dearer leg, and the cheaper one keeps only its part when it triggers", () => {
  const s = traded().user("alice", { USDT: "2000" }).user("bob", { BTC: "3" });
  const placed = list(
    s,
    "alice",
    "buy",
    1,
    { type: "stop-limit", stop: 1010, price: 1015 },
    { type: "take-profit-limit", stop: 990, price: 985 },
  );
  expect(s.balances("alice")).toEqual({ USDT: "985 + 1015" });
  s.market("bob", "sell", "0.5");
  expect(s.order(placed.below)).toBe("open 0 of 1");
  expect(s.order(placed.above)).toBe("canceled oco-sibling 0 of 1");
  expect(s.balances("alice")).toEqual({ USDT: "1015 + 985" });
  expect(s.bids).toEqual(["990 × 0.5", "985 × 1", "980 × 2"]);
});

test("SPOT-25 a buy at market holds the protection above its dearer trigger and gets the rest back", () => {
  const s = traded().user("alice", { USDT: "1061" }).user("bob", { USDT: "3000" });
  const placed = list(
    s,
    "alice",
    "buy",
    1,
    { type: "stop-market", stop: 1010 },
    { type: "take-profit-market", stop: 990 },
  );
  expect(s.balances("alice")).toEqual({ USDT: "0 + 1061" });
  s.market("bob", "buy", "0.5");
  expect(s.order(placed.above)).toBe("filled 1");
  expect(s.order(placed.below)).toBe("canceled oco-sibling 0 of 1");
  // 0.5 at 1010 and 0.5 at 1020.
  expect(s.balances("alice")).toEqual({ USDT: "46 + 0", BTC: "0.998 + 0" });
});

test("SPOT-25 a limit leg rests, and a stop that is immediate or cancel ends with what it finds", () => {
  const s = traded().user("alice", { BTC: "4" }).user("bob", { BTC: "3" });
  const placed = list(
    s,
    "alice",
    "sell",
    4,
    { type: "limit", price: 1015 },
    { type: "stop-limit", stop: 990, price: 985, timeInForce: "ioc" },
  );
  expect(s.asks).toEqual(["1010 × 1", "1015 × 4", "1020 × 2"]);
  s.market("bob", "sell", "0.5");
  expect(s.order(placed.below)).toBe("expired ioc 0.5 of 4");
  expect(s.order(placed.above)).toBe("canceled oco-sibling 0 of 4");
  expect(s.balances("alice")).toEqual({ BTC: "3.5 + 0", USDT: "494.01 + 0" });
});

test("SPOT-25 one cancel ends both and releases the hold once; a repeated key changes nothing", () => {
  const s = traded().user("alice", { BTC: "2" });
  const placed = list(s, "alice", "sell", 1, PROFIT, LOSS, "exit");
  expect(list(s, "alice", "sell", 1, PROFIT, LOSS, "exit").replayedSeq).toBe(placed.seq);
  expect(list(s, "alice", "sell", 1, PROFIT, { ...LOSS, stop: 991 }, "exit").error).toBe(
    "request.keyConflict",
  );
  expect(s.balances("alice")).toEqual({ BTC: "1 + 1" });
  s.cancelByKey("alice", "exit:s");
  expect([s.order(placed.above), s.order(placed.below)]).toEqual([
    "canceled oco-sibling 0 of 1",
    "canceled user 0 of 1",
  ]);
  expect(s.balances("alice")).toEqual({ BTC: "2 + 0" });
});

test("SPOT-25 lists with a wrong form, reached triggers or too little money are rejected, and nothing moves", () => {
  const s = traded().user("alice", { BTC: "2", USDT: "3000" });
  const before = s.balances("alice");
  const tried = (side: Side, above: Leg, below: Leg, quantity = 1) =>
    list(s, "alice", side, quantity, above, below).error;
  const wrong = "trade.invalidParameters";
  expect(tried("sell", { type: "limit", price: 1015 }, { type: "limit", price: 985 })).toBe(wrong);
  expect(tried("sell", LOSS, PROFIT)).toBe(wrong);
  expect(tried("buy", PROFIT, LOSS)).toBe(wrong);
  expect(tried("sell", { ...PROFIT, stop: 990 }, { ...LOSS, stop: 1010 })).toBe(wrong);
  expect(tried("sell", { ...PROFIT, price: 1005 }, LOSS)).toBe(wrong);
  expect(tried("sell", { ...PROFIT, timeInForce: "ioc" }, LOSS)).toBe(wrong);
  expect(tried("sell", { type: "take-profit-limit", stop: 1010 }, LOSS)).toBe(wrong);
  expect(tried("sell", { ...PROFIT, stop: 1000 }, LOSS)).toBe("trade.triggerPrice");
  expect(tried("sell", PROFIT, { ...LOSS, stop: 1000 })).toBe("trade.triggerPrice");
  expect(tried("sell", { type: "limit", price: 990 }, { ...LOSS, stop: 980 })).toBe("trade.wouldTake");
  expect(tried("sell", { type: "take-profit-limit", stop: 1010, price: 1500 }, LOSS)).toBe(
    "trade.priceOutOfBand",
  );
  expect(tried("sell", PROFIT, LOSS, 3)).toBe("trade.insufficientBalance");
  expect(tried("sell", PROFIT, LOSS, 0.01)).toBe("trade.amountError");
  expect(s.balances("alice")).toEqual(before);
});
