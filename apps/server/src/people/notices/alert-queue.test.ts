import fc from "fast-check";
import { expect, test } from "vitest";
import { AlertQueue } from "./alert-queue.ts";

const alerts = fc.array(fc.integer({ min: 1, max: 50 }), { maxLength: 40 });

test.each(["above", "below"] as const)(
  "NOTE-04 %s: an index removes exactly the alerts it has reached, nearest first, after any additions and removals",
  (direction) => {
    fc.assert(
      fc.property(alerts, alerts, fc.array(fc.integer({ min: 1, max: 50 })), (targets, removed, ticks) => {
        const queue = new AlertQueue(direction);
        const waiting = new Map(targets.map((targetE8, alertId) => [alertId, { alertId, targetE8 }]));
        for (const alert of waiting.values()) queue.add(alert);
        for (const alertId of removed) {
          queue.remove(alertId);
          waiting.delete(alertId);
        }
        const sign = direction === "above" ? 1 : -1;
        for (const tick of ticks) {
          const due = [...waiting.values()]
            .filter(({ targetE8 }) => sign * (tick - targetE8) >= 0)
            .sort((a, b) => sign * (a.targetE8 - b.targetE8) || a.alertId - b.alertId);
          expect(queue.take(tick)).toEqual(due);
          for (const { alertId } of due) waiting.delete(alertId);
        }
        expect(queue.size).toBe(waiting.size);
      }),
    );
  },
);
