import type { MarketScale } from "@candor/domain/specs/listing";
import type { PriceE8 } from "@candor/money/brand";
import { expect, test } from "vitest";
import { wantedLevels } from "./recorded-quotes.ts";

/** Ticks of 0.1, lots of 0.001, orders from 0.002 and 10 in money, up to 5. */
const SCALE: MarketScale = {
  baseScale: 8,
  quoteScale: 6,
  tickE8: 10_000_000,
  lotUnits: 100_000,
  quoteUnitsPerTickLot: 100,
  priceDecimals: 1,
  quantityDecimals: 3,
  minLots: 2,
  maxLots: 5_000,
  minNotionalUnits: 10_000_000,
};
const level = (price: number, volume: number) =>
  [Math.round(price * 1e8) as PriceE8, BigInt(Math.round(volume * 1e8))] as const;
const plain = (
  bids: readonly (readonly [number, number])[],
  asks: readonly (readonly [number, number])[],
  limit = 9,
) =>
  wantedLevels(
    { bids: bids.map(([price, volume]) => level(price, volume)), asks: asks.map(([p, v]) => level(p, v)) },
    SCALE,
    limit,
  ).map(({ side, priceTicks, quantityLots }) => [side, priceTicks / 10, quantityLots / 1_000]);

test("RPL-06 recorded levels are rounded away from the other side, and those of one tick are added", () => {
  const bids = [
    [60_000.19, 0.0109],
    [60_000.11, 0.0101],
    [59_999.9, 1],
  ] as const;
  expect(
    plain(bids, [
      [60_000.21, 2],
      [60_000.3, 0.5],
      [60_001, 1],
    ]),
  ).toEqual([
    ["buy", 60_000.1, 0.021],
    ["buy", 59_999.9, 1],
    ["sell", 60_000.3, 2.5],
    ["sell", 60_001, 1],
  ]);
});

test("RPL-06 what no order can have is left out: dust, and more than the largest order", () => {
  expect(
    plain(
      [
        [60_000, 0.0019],
        [59_999, 80],
        [1, 1],
      ],
      [],
      2,
    ),
  ).toEqual([["buy", 59_999, 5]]);
  expect(
    plain(
      [
        [3, 4],
        [2, 6],
        [1, 11],
      ],
      [],
      2,
    ),
  ).toEqual([
    ["buy", 3, 4],
    ["buy", 2, 5],
  ]);
});
