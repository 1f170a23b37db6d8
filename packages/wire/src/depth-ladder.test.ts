import fc from "fast-check";
import { expect, test } from "vitest";
import { DepthLadder } from "./depth-ladder.ts";

const changes = fc.array(fc.tuple(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 0, max: 5 })), {
  maxLength: 600,
});

test.each(["buy", "sell"] as const)(
  "SOCK-05 a ladder of %s levels is the sorted list of the last totals, after any changes",
  (side) => {
    fc.assert(
      fc.property(changes, (list) => {
        const ladder = new DepthLadder(side);
        const plain = new Map<number, number>();
        for (const [price, quantity] of list) {
          ladder.set(price, quantity);
          if (quantity === 0) plain.delete(price);
          else plain.set(price, quantity);
        }
        const sorted = [...plain].sort(([a], [b]) => (side === "buy" ? b - a : a - b));
        const ranks = Array.from({ length: ladder.size }, (_, rank) => [
          ladder.priceAt(rank),
          ladder.quantityAt(rank),
        ]);
        expect(ranks).toEqual(sorted);
        expect(ladder.best).toBe(sorted[0]?.[0] ?? 0);
        for (const price of [1, 150, 300]) expect(ladder.quantityOf(price)).toBe(plain.get(price) ?? 0);
      }),
    );
  },
);
