import type { PlaceOrder } from "@candor/domain/commands/commands";
import type { Side } from "@candor/domain/enumerations";
import type { Lots, Ticks } from "@candor/money/brand";
import { expect, test } from "vitest";
import { SpotWorld, withMaker } from "../../support/scenario/spot-world.ts";

const LOTS_PER_COIN = 100;
const ticks = (price: number): Ticks => price as Ticks;
const lots = (quantity: number): Lots => Math.round(quantity * LOTS_PER_COIN) as Lots;

/** The maker's book after a trade at 1000: sells 1 at 1010 and 2 at 1020, buys 1 at 990 and 2 at 980. */
function traded(): SpotWorld {
  const s = new SpotWorld().user("first", { USDT: "1000", BTC: "1" });
  s.user("second", { USDT: "1000", BTC: "1" });
  s.limit("first", "sell", "0.02", "1000");
  s.market("second", "buy", "0.02");
  return withMaker(s);
}

/** A take-profit at `stop`; with a price it is a limit order once triggered. */
function takeProfit(
  s: SpotWorld,
  name: string,
  side: Side,
  quantity: number,
  stop: number,
  price = 0,
  fields: Partial<PlaceOrder> = {},
) {
  return s.place(name, {
    type: price > 0 ? "take-profit-limit" : "take-profit-market",
    side,
    quantityLots: lots(quantity),
    stopTicks: ticks(stop),
    priceTicks: ticks(price),
    ...fields,
  });
}

test("SPOT-24 a take-profit sell holds its coins and sells at market once the last price has risen to it", () => {
  const s = traded().user("alice", { BTC: "2" }).user("bob", { USDT: "3000", BTC: "1" });
  const order = takeProfit(s, "alice", "sell", 1.5, 1010);
  expect(order.order).toBe("untriggered 0 of 1.5");
  expect(s.balances("alice")).toEqual({ BTC: "0.5 + 1.5" });
  // A fall does not trigger it.
  s.market("bob", "sell", "0.02");
  expect(s.order(order.orderId)).toBe("untriggered 0 of 1.5");
  s.market("bob", "buy", "0.5");
  expect(s.order(order.orderId)).toBe("filled 1.5");
  // 0.98 at 990 and 0.52 at 980 less 0.2 %.
  expect(s.balances("alice")).toEqual({ BTC: "0.5 + 0", USDT: "1476.8404 + 0" });
});

test("SPOT-24 a take-profit-limit buy holds its price, triggers on the fall and then rests as a limit order", () => {
  const s = traded().user("alice", { USDT: "2000" }).user("bob", { BTC: "3" });
  const order = takeProfit(s, "alice", "buy", 1, 990, 995);
  expect(s.balances("alice")).toEqual({ USDT: "1005 + 995" });
  s.market("bob", "sell", "0.5");
  expect(s.order(order.orderId)).toBe("open 0 of 1");
  expect(s.bids).toEqual(["995 × 1", "990 × 0.5", "980 × 2"]);
  s.market("bob", "sell", "1");
  expect(s.order(order.orderId)).toBe("filled 1");
  expect(s.balances("alice")).toEqual({ USDT: "1005 + 0", BTC: "0.999 + 0" });
  expect(s.balances("bob")).toEqual({ BTC: "1.5 + 0", USDT: "1487.02 + 0" });
});

test("SPOT-24 a take-profit buy at market holds its trigger plus the protection and gets the unused part back", () => {
  const s = traded().user("alice", { USDT: "2000" }).user("bob", { BTC: "3" });
  const order = takeProfit(s, "alice", "buy", 1, 990);
  // 990 plus 5 %, rounded up.
  expect(s.balances("alice")).toEqual({ USDT: "960 + 1040" });
  s.market("bob", "sell", "0.5");
  expect(s.order(order.orderId)).toBe("filled 1");
  expect(s.balances("alice")).toEqual({ USDT: "990 + 0", BTC: "0.998 + 0" });
});

test("SPOT-24 a take-profit buy whose hold does not pay for the book takes more, or expires unfunded", () => {
  const s = traded().user("rich", { USDT: "1100" }).user("poor", { USDT: "1040" }).user("bob", { BTC: "3" });
  s.cancelAll("maker");
  s.limit("maker", "buy", "3", "990");
  s.limit("maker", "sell", "2", "1045");
  const funded = takeProfit(s, "rich", "buy", 1, 990);
  const unfunded = takeProfit(s, "poor", "buy", 1, 990);
  s.market("bob", "sell", "0.5");
  expect(s.order(funded.orderId)).toBe("filled 1");
  expect(s.order(unfunded.orderId)).toBe("expired trigger-unfunded 0 of 1");
  expect(s.balances("rich")).toEqual({ USDT: "55 + 0", BTC: "0.998 + 0" });
  expect(s.balances("poor")).toEqual({ USDT: "1040 + 0" });
});

test("SPOT-24 a trigger that the last price has reached is rejected on either side, and nothing moves", () => {
  const s = traded().user("alice", { USDT: "3000", BTC: "2" });
  const before = s.balances("alice");
  for (const stop of [1000, 990])
    expect(takeProfit(s, "alice", "sell", 1, stop).error).toBe("trade.triggerPrice");
  for (const stop of [1000, 1010])
    expect(takeProfit(s, "alice", "buy", 1, stop, stop).error).toBe("trade.triggerPrice");
  // The limit of a triggered order is within the band around its trigger.
  expect(takeProfit(s, "alice", "sell", 1, 1010, 1500).error).toBe("trade.priceOutOfBand");
  for (const wrong of [
    { priceTicks: ticks(1010) },
    { stopTicks: ticks(0) },
    { quoteUnits: 5_000_000, quantityLots: lots(0) },
    { trailingPpm: 10_000 },
  ])
    expect(
      takeProfit(s, "alice", "sell", 1, 1010, 0, wrong as Partial<PlaceOrder>).error,
      JSON.stringify(wrong),
    ).toBe("trade.invalidParameters");
  expect(takeProfit(s, "alice", "sell", 1, 1010, 1005, { timeInForce: "post-only" }).error).toBe(
    "trade.invalidParameters",
  );
  expect(s.balances("alice")).toEqual(before);
});

test("SPOT-24 stops and take-profits at one price trigger together, by order id, and a restart changes nothing", () => {
  const s = traded().user("alice", { USDT: "3000", BTC: "3" }).user("bob", { USDT: "3000" });
  const first = takeProfit(s, "alice", "sell", 0.1, 1010, 1005, { timeInForce: "ioc" });
  const second = s.stopMarket("alice", "buy", "0.1", "1010");
  const third = takeProfit(s, "alice", "sell", 0.1, 1010);
  s.restart();
  const { events } = s.market("bob", "buy", "0.1");
  const triggered = events.flatMap((event) =>
    event.kind === "order-changed" && event.cause === "triggered" ? [event.orderId] : [],
  );
  expect(triggered).toEqual([first, second, third].map(({ orderId }) => orderId));
  // Nobody buys at 1005 or above.
  expect(s.order(first.orderId)).toBe("expired ioc 0 of 0.1");
  expect([second, third].map(({ orderId }) => s.order(orderId))).toEqual(["filled 0.1", "filled 0.1"]);
});

test("SPOT-24 a canceled or reduced take-profit releases its hold once, and its key finds it", () => {
  const s = traded().user("alice", { USDT: "3000" });
  const order = takeProfit(s, "alice", "buy", 2, 990, 980, { key: "tp-1" });
  expect(takeProfit(s, "alice", "buy", 2, 990, 980, { key: "tp-1" }).replayedSeq).toBe(order.seq);
  expect(takeProfit(s, "alice", "buy", 2, 991, 980, { key: "tp-1" }).error).toBe("request.keyConflict");
  expect(s.balances("alice")).toEqual({ USDT: "1040 + 1960" });
  s.reduce("alice", order.orderId, "1");
  expect(s.balances("alice")).toEqual({ USDT: "2020 + 980" });
  s.cancelByKey("alice", "tp-1");
  expect(s.order(order.orderId)).toBe("canceled user 0 of 1");
  expect(s.balances("alice")).toEqual({ USDT: "3000 + 0" });
});
