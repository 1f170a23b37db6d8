import fc from "fast-check";
import { expect, test } from "vitest";
import { ExpiringOrders } from "./expiring-orders.ts";

test("PERP-40 orders become due by date, and at the same date by number, however they were added", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20), { maxLength: 200 }), (dates) => {
      const expiring = new ExpiringOrders(() => true);
      dates.forEach((atMs, orderId) => expiring.add(orderId, atMs));
      const sorted = dates
        .map((atMs, orderId) => ({ atMs, orderId }))
        .sort((a, b) => a.atMs - b.atMs || a.orderId - b.orderId);
      for (const { atMs, orderId } of sorted) {
        expect(expiring.nextMs).toBe(atMs);
        expect(expiring.shift()).toBe(orderId);
      }
      expect(expiring.nextMs).toBe(Number.POSITIVE_INFINITY);
    }),
  );
});

test("PERP-40 orders that have ended do not accumulate, and live ones stay", () => {
  const live = new Set([7]);
  const expiring = new ExpiringOrders((orderId) => live.has(orderId));
  expiring.add(7, 5);
  for (let orderId = 10; orderId < 100_000; orderId++) expiring.add(orderId, orderId);
  expect(expiring.size).toBeLessThan(2_049);
  expect(expiring.shift()).toBe(7);
});
