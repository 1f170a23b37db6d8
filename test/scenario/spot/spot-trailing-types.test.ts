import type { PlaceOrder } from "@candor/domain/commands/commands";
import type { Lots, Ppm, Ticks } from "@candor/money/brand";
import { expect, test } from "vitest";
import { SpotWorld } from "../../support/scenario/spot-world.ts";

/** The last price is 1000, and Ana has no order yet. */
function world(): SpotWorld {
  const s = new SpotWorld()
    .user("ana", { USDT: "2000", BTC: "1" })
    .user("ben", { USDT: "90000", BTC: "90" })
    .user("cat", { USDT: "90000", BTC: "90" });
  trade(s, 1000);
  return s;
}

/** Ben and Cat trade a little at each of these prices. */
function trade(s: SpotWorld, ...prices: readonly number[]): void {
  for (const price of prices) {
    s.limit("cat", "sell", "0.02", String(price));
    s.limit("ben", "buy", "0.02", String(price), { timeInForce: "ioc" });
  }
}

interface Trailing {
  readonly percent: number;
  readonly stop?: number;
  readonly price?: number;
}

const place = (
  s: SpotWorld,
  side: "buy" | "sell",
  type: PlaceOrder["type"],
  { percent, stop = 0, price = 0 }: Trailing,
  more: Partial<PlaceOrder> = {},
) =>
  s.place("ana", {
    side,
    type,
    quantityLots: 100 as Lots,
    trailingPpm: (percent * 10_000) as Ppm,
    stopTicks: stop as Ticks,
    priceTicks: price as Ticks,
    ...more,
  });

test("SPOT-43 a trailing loss limit buy starts at its stop price above the market and rests at its price", () => {
  const s = world();
  const order = place(s, "buy", "trailing-loss-limit", { percent: 5, stop: 1100, price: 1125 });
  expect(s.balances("ana")).toMatchObject({ USDT: "875 + 1125" });
  // A turn by more than 5 % before the stop price does not count.
  trade(s, 925, 980);
  expect(s.order(order.orderId)).toBe("untriggered 0 of 1");
  trade(s, 1100, 1150, 1050, 1102);
  expect(s.order(order.orderId)).toBe("untriggered 0 of 1");
  // 5 % above the lowest, 1050, is 1102.5.
  trade(s, 1103);
  expect(s.order(order.orderId)).toBe("open 0 of 1");
  expect(s.limit("cat", "sell", "1", "1125").trades).toEqual(["1 @ 1125"]);
  expect(s.balances("ana")).toMatchObject({ USDT: "875 + 0", BTC: "1.999 + 0" });
});

test("SPOT-43 a trailing loss sell starts at its stop price below the market and executes at any price", () => {
  const s = world();
  const order = place(s, "sell", "trailing-loss", { percent: 10, stop: 975 });
  expect(s.balances("ana")).toMatchObject({ BTC: "0 + 1" });
  trade(s, 1030, 975, 930, 1025, 923);
  expect(s.order(order.orderId)).toBe("untriggered 0 of 1");
  s.limit("cat", "buy", "2", "920");
  // 10 % below the highest, 1025, is 922.5, rounded down 922.
  s.observe("940");
  s.limit("ben", "sell", "0.02", "920", { timeInForce: "ioc" });
  expect(s.order(order.orderId)).toBe("filled 1");
  expect(s.balances("ana")).toEqual({ USDT: "2918.16 + 0" });
});

test("SPOT-43 a trailing profit limit buy starts at its stop price below the market", () => {
  const s = world();
  const terms = { percent: 8.5, stop: 950, price: 962 };
  const order = place(s, "buy", "trailing-profit-limit", terms, { timeInForce: "ioc" });
  trade(s, 1050, 950, 925, 975, 950);
  expect(s.order(order.orderId)).toBe("untriggered 0 of 1");
  // 8.5 % above 925 is 1003.625; at 1004 nobody sells at 962.
  trade(s, 1004);
  expect(s.order(order.orderId)).toBe("expired ioc 0 of 1");
  expect(s.balances("ana")).toMatchObject({ USDT: "2000 + 0", BTC: "1 + 0" });
});

test("SPOT-43 without a stop price, all follow the price at once", () => {
  for (const type of ["trailing-loss", "trailing-profit"] as const) {
    const s = world();
    const order = place(s, "sell", type, { percent: 7 });
    trade(s, 1050, 990, 1130);
    s.limit("cat", "buy", "2", "1050");
    expect(s.order(order.orderId)).toBe("untriggered 0 of 1");
    // 7 % below 1130 is 1050.9.
    s.limit("ben", "sell", "0.02", "1050", { timeInForce: "ioc" });
    expect(s.order(order.orderId)).toBe("filled 1");
    expect(s.balances("ana")).toEqual({ USDT: "3047.9 + 0" });
  }
  const s = world();
  const limited = place(s, "sell", "trailing-loss-limit", { percent: 7, price: 990 });
  trade(s, 1050, 970);
  expect(s.order(limited.orderId)).toBe("open 0 of 1");
  expect(s.balances("ana")).toMatchObject({ BTC: "0 + 1" });
});

test("SPOT-43 orders that trail survive a restart, before and after they are activated", () => {
  const s = world();
  const waiting = place(s, "sell", "trailing-loss", { percent: 10, stop: 950 });
  s.restart();
  trade(s, 950, 1000);
  s.restart();
  s.limit("cat", "buy", "2", "900");
  s.observe("920");
  s.restart();
  s.limit("ben", "sell", "0.02", "900", { timeInForce: "ioc" });
  expect(s.order(waiting.orderId)).toBe("filled 1");
});

test("SPOT-43 prices that do not belong to the type, or are reached already, are rejected", () => {
  const s = world();
  const refused = (type: PlaceOrder["type"], terms: Trailing, more: Partial<PlaceOrder> = {}) =>
    place(s, "sell", type, terms, more).error;
  expect(refused("trailing-loss", { percent: 5, stop: 1000 })).toBe("trade.triggerPrice");
  expect(refused("trailing-loss", { percent: 5, stop: 1010 })).toBe("trade.triggerPrice");
  expect(refused("trailing-profit", { percent: 5, stop: 990 })).toBe("trade.triggerPrice");
  expect(refused("trailing-loss", { percent: 5, price: 990 })).toBe("trade.invalidParameters");
  expect(refused("trailing-loss-limit", { percent: 5 })).toBe("trade.invalidParameters");
  expect(refused("trailing-loss-limit", { percent: 0, stop: 990, price: 980 })).toBe(
    "trade.invalidParameters",
  );
  expect(refused("trailing-loss-limit", { percent: 5, price: 790 })).toBe("trade.priceOutOfBand");
  expect(refused("trailing-loss-limit", { percent: 5, price: 990 }, { timeInForce: "post-only" })).toBe(
    "trade.invalidParameters",
  );
  expect(s.balances("ana")).toMatchObject({ USDT: "2000 + 0", BTC: "1 + 0" });
});
