import { expect, test } from "vitest";
import { eventInMicroseconds, isMicroseconds, replyInMicroseconds } from "./time-unit.ts";

test("the unit is written in any letter case, and nothing else is one", () => {
  expect([isMicroseconds(undefined), isMicroseconds("millisecond")]).toEqual([false, false]);
  expect([isMicroseconds("MICROSECOND"), isMicroseconds("Microsecond")]).toEqual([true, true]);
  expect(() => isMicroseconds("SECOND")).toThrow("expected either MICROSECOND or MILLISECOND");
});

test("the times of a reply are in microseconds, and nothing else changes", () => {
  const row = { time: 5, workingTime: -1, orderId: 5, fills: [{ tradeId: 5, price: "5" }] };
  expect(replyInMicroseconds("/allOrders", [row])).toEqual([
    { time: 5_000, workingTime: -1, orderId: 5, fills: [{ tradeId: 5, price: "5" }] },
  ]);
  expect(replyInMicroseconds("/klines", [[1, "1", "1", "1", "1", "1", 2, "1", 3]])).toEqual([
    [1_000, "1", "1", "1", "1", "1", 2_000, "1", 3],
  ]);
});

test("an event's times are in microseconds, its trade ids are not", () => {
  expect(eventInMicroseconds({ e: "trade", E: 1, t: 7, T: 2 })).toEqual({
    e: "trade",
    E: 1_000,
    t: 7,
    T: 2_000,
  });
  expect(eventInMicroseconds({ e: "kline", E: 1, k: { t: 1, T: 2, L: 3 } })).toEqual({
    e: "kline",
    E: 1_000,
    k: { t: 1_000, T: 2_000, L: 3 },
  });
  expect(eventInMicroseconds([{ e: "24hrTicker", E: 1, O: 2, C: 3, n: 4 }])).toEqual([
    { e: "24hrTicker", E: 1_000, O: 2_000, C: 3_000, n: 4 },
  ]);
  expect(eventInMicroseconds({ u: 1, s: "BTCUSDT" })).toEqual({ u: 1, s: "BTCUSDT" });
});
