import type { WireMarket } from "@candor/wire/objects";
import { expect, test } from "vitest";
import { firstList, orderMarkets } from "./market-order.ts";

const market = (symbol: string, updown: string | null): WireMarket =>
  ({ symbol, market: "spot", updown, listedAtMs: 0 }) as WireMarket;
const NO_TURNOVERS: ReadonlyMap<string, string> = new Map();
const gainers = (...markets: WireMarket[]) =>
  orderMarkets("gainers", markets, NO_TURNOVERS).map(({ symbol }) => symbol);

test("WEB-33 gainers are the markets that rise, most first, and none when all fall", () => {
  const up = [market("A", "0.50"), market("B", "12.40")];
  const others = [market("C", "-3.10"), market("D", "0.00"), market("E", null)];
  expect(gainers(...up, ...others)).toEqual(["B", "A"]);
  expect(gainers(...others)).toEqual([]);
  const losers = (...markets: WireMarket[]) =>
    orderMarkets("losers", markets, NO_TURNOVERS).map(({ symbol }) => symbol);
  expect(losers(...up, ...others, market("H", "-12.00"))).toEqual(["H", "C"]);
  expect(losers(...up)).toEqual([]);
  expect(losers(market("F", null))).toEqual(["F"]);
  expect(gainers(market("F", null), market("G", null))).toEqual(["F", "G"]);
});

test("WEB-33 the home page begins with what trades most while hardly anything gains", () => {
  const up = [market("A", "0.50"), market("B", "12.40"), market("C", "1.00")];
  const down = [market("D", "-3.10"), market("E", "0.00")];
  expect(firstList([...up, ...down])).toBe("gainers");
  expect(firstList([...up.slice(1), ...down])).toBe("volume");
  expect(firstList(up.slice(1))).toBe("gainers");
  expect(firstList(down)).toBe("volume");
  expect(firstList([market("F", null)])).toBeUndefined();
  expect(firstList([])).toBeUndefined();
});
