import type { WireOrder } from "@candor/wire/objects";
import { expect, test } from "vitest";
import type { MarketFormat } from "../market/market-format.ts";
import {
  endedAtMs,
  feeOf,
  icebergPartsOf,
  isOcoLeg,
  lockedOf as lockedAmong,
  placedTriggerOf,
  triggerOf,
} from "./order-figures.ts";
import { reasonOf } from "./order-words.ts";

const look: MarketFormat = {
  name: "BTC/USDT",
  base: "BTC",
  quote: "USDT",
  baseScale: 8,
  quoteScale: 6,
  priceDecimals: 1,
  quantityDecimals: 5,
};

const order = (changes: Partial<WireOrder>): WireOrder => ({
  orderId: "1",
  clientOrderId: null,
  groupId: null,
  product: "spot",
  symbol: "BTCUSDT",
  side: "buy",
  type: "limit",
  timeInForce: "gtc",
  quantity: "0.04200",
  quoteQuantity: null,
  price: "66500.0",
  stopPrice: null,
  trailingRate: null,
  triggerBy: null,
  executedQuantity: "0.00000",
  executedQuote: "0.000000",
  averagePrice: null,
  status: "open",
  reason: null,
  reduceOnly: false,
  leverage: null,
  fee: "0.00000000",
  feeAsset: "BTC",
  createdAtMs: 1,
  updatedAtMs: 1,
  ...changes,
});

const lockedOf = (of: WireOrder, format: MarketFormat | undefined) => lockedAmong(of, format, [of]);

test("TICK-05 a buy locks price times what is left, a sell what is left", () => {
  expect(lockedOf(order({}), look)).toEqual({ amount: "2793.000000", asset: "USDT" });
  expect(lockedOf(order({ executedQuantity: "0.02000" }), look)).toEqual({
    amount: "1463.000000",
    asset: "USDT",
  });
  expect(lockedOf(order({ side: "sell", executedQuantity: "0.00200" }), look)).toEqual({
    amount: "0.04000000",
    asset: "BTC",
  });
});

test("TICK-05 a market buy that waits for its trigger locks what it may cost, up to 5% above", () => {
  const waiting = { type: "stop-market", price: null, stopPrice: "67200.3", status: "untriggered" } as const;
  // 672,003 ticks and 5% rounded up: 70,560.4 for each of 0.002 BTC.
  expect(lockedOf(order({ ...waiting, quantity: "0.00200" }), look)).toEqual({
    amount: "141.120800",
    asset: "USDT",
  });
  expect(lockedOf(order({ ...waiting, type: "trailing-stop" }), look)).toBeUndefined();
  expect(lockedOf(order({ ...waiting, type: "trailing-stop", frozenQuote: "145.326300" }), look)).toEqual({
    amount: "145.326300",
    asset: "USDT",
  });
  expect(lockedOf(order({ ...waiting, status: "open" }), look)).toBeUndefined();
});

test("TICK-05 a stop-loss that waits for its order to fill shows its trigger, and locks nothing", () => {
  const child = order({
    side: "sell",
    type: "stop-market",
    price: null,
    stopPrice: "65000.0",
    status: "pending",
  });
  expect(triggerOf(child)).toEqual({ price: "65000.0", isAbove: false });
  expect(lockedOf(child, look)).toBeUndefined();
  expect(triggerOf(order({ status: "pending" }))).toBeUndefined();
});

test("TICK-05 the legs of an OCO sell lock their amount once", () => {
  const leg = { side: "sell", groupId: "9" } as const;
  const legs = [
    order(leg),
    order({ ...leg, type: "stop-limit", status: "untriggered", stopPrice: "64000.0" }),
  ];
  expect(legs.map((each) => lockedOf(each, look)?.amount)).toEqual(["0.04200000", undefined]);
});

test("TICK-05 the legs of an OCO buy lock what the dearer one needs, once", () => {
  const limit = order({ groupId: "9" });
  const stops = [
    { type: "stop-limit", price: "67100.0", stopPrice: "67000.0" },
    { type: "stop-limit", price: "66000.0", stopPrice: "67000.0" },
    // A market order is funded 5 % above its trigger.
    { type: "stop-market", price: null, stopPrice: "67000.0" },
    { type: "trailing-stop", price: null, frozenQuote: "2900.000000" },
  ] as const;
  const locked = stops.map((terms) => {
    const stop = order({ groupId: "9", orderId: "2", status: "untriggered", ...terms });
    return [limit, stop].map((leg) => lockedAmong(leg, look, [limit, stop])?.amount);
  });
  expect(locked).toEqual([
    ["2818.200000", undefined],
    ["2793.000000", undefined],
    ["2954.700000", undefined],
    ["2900.000000", undefined],
  ]);
});

test("TICK-05 two orders that waited for another cancel each other, and lock what the dearer one needs, once", () => {
  const list = { groupId: "9", isOto: true } as const;
  const first = order({ ...list, orderId: "9", status: "partially-filled" });
  const limit = order({ ...list, orderId: "10" });
  const stop = order({
    ...list,
    orderId: "11",
    type: "stop-market",
    price: null,
    stopPrice: "67000.0",
    status: "untriggered",
  });
  const listed = [first, limit, stop];
  expect(listed.map((each) => isOcoLeg(each, listed))).toEqual([false, true, true]);
  expect(listed.map((each) => lockedAmong(each, look, listed)?.amount)).toEqual([
    "2793.000000",
    "2954.700000",
    undefined,
  ]);
  // One that waited alone.
  expect(isOcoLeg(stop, [first, stop])).toBe(false);
  expect(lockedAmong(stop, look, [first, stop])?.amount).toBe("2954.700000");
  // Orders of another list, or of none.
  const other = order({ ...list, groupId: "19", orderId: "20" });
  expect([other, order({})].map((each) => isOcoLeg(each, [...listed, other, order({})]))).toEqual([
    false,
    false,
  ]);
});

test("TICK-05 only what was executed has a fee", () => {
  expect(feeOf(order({}))).toBeNull();
  expect(feeOf(order({ executedQuantity: "0.01000", fee: "0.00001000" }))).toBe("0.00001000");
  expect(feeOf(order({ executedQuantity: "0.01000" }))).toBe("0.00000000");
});

test("TICK-05 an order that waited says when it ended", () => {
  expect(endedAtMs(order({ createdAtMs: 5_000, updatedAtMs: 65_400 }))).toBe(65_400);
  expect(endedAtMs(order({ createdAtMs: 5_000, updatedAtMs: 5_400 }))).toBeUndefined();
});

test("TICK-05 what does not follow from the order alone stays unknown", () => {
  expect(lockedOf(order({ groupId: "9" }), look)).toBeUndefined();
  expect(lockedOf(order({ price: null }), look)).toBeUndefined();
  expect(lockedOf(order({}), undefined)).toBeUndefined();
});

test("TICK-05 a waiting order says on which side it fires", () => {
  const waiting = { status: "untriggered", type: "stop-limit", stopPrice: "68000.0" } as const;
  expect(triggerOf(order(waiting))).toEqual({ price: "68000.0", isAbove: true });
  expect(triggerOf(order({ ...waiting, side: "sell" }))).toEqual({ price: "68000.0", isAbove: false });
  expect(triggerOf(order({ ...waiting, status: "open" }))).toBeUndefined();
});

test("TICK-05 an order that never executed still shows the trigger that it was placed with", () => {
  const ended = order({ type: "stop-market", price: null, stopPrice: "68000.0", status: "canceled" });
  expect(triggerOf(ended)).toBeUndefined();
  expect(placedTriggerOf(ended)).toEqual({ price: "68000.0", isAbove: true });
  expect(placedTriggerOf({ ...ended, side: "sell" })).toEqual({ price: "68000.0", isAbove: false });
  expect(placedTriggerOf(order({ status: "canceled" }))).toBeUndefined();
});

test("TICK-05 the leg of an OCO says which event of the other leg ended it, or that its user did", () => {
  const leg = (type: WireOrder["type"], reason: WireOrder["reason"], fields: Partial<WireOrder> = {}) =>
    reasonOf(order({ groupId: "9", type, reason, ...fields }));
  // The legs of an OCO, and the two orders that waited for the first of their list.
  for (const list of [{ orderId: "9" }, { orderId: "10", isOto: true }, { orderId: "11", isOto: true }]) {
    expect(leg("limit", "oco-sibling", list)).toBe("trade.reasonOcoStop");
    expect(leg("take-profit-market", "oco-sibling", list)).toBe("trade.reasonOcoStop");
    expect(leg("stop-market", "oco-sibling", list)).toBe("trade.reasonOcoLimit");
    expect(leg("trailing-stop", "oco-sibling", list)).toBe("trade.reasonOcoLimit");
  }
  expect(leg("trailing-stop", "oco-sibling", { stopPrice: "70000.0" })).toBe("trade.reasonOcoStop");
  expect(leg("limit", "user")).toBe("trade.reasonUser");
  expect(leg("stop-market", null)).toBeUndefined();
});

test("TICK-44 an open iceberg says what it shows at most and hides at least", () => {
  const iceberg = order({ visibleQuantity: "0.01000" });
  expect(icebergPartsOf(order({}), look)).toBeUndefined();
  expect(icebergPartsOf(iceberg, look)).toEqual({ shown: "0.01000000", hidden: "0.03200000" });
  expect(icebergPartsOf({ ...iceberg, executedQuantity: "0.03500" }, look)).toEqual({
    shown: "0.00700000",
    hidden: "0.00000000",
  });
  expect(icebergPartsOf({ ...iceberg, status: "untriggered" }, look)).toEqual({
    shown: "0.00000000",
    hidden: "0.04200000",
  });
});
