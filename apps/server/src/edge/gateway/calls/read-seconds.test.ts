import type { Lots, Ticks } from "@candor/money/brand";
import { expect, test } from "vitest";
import type { ListedMarket } from "../../../market/market-data/listings.ts";
import type { TapeFilter, TapeTrade } from "../../../records/projections/queries/tape.ts";
import { readSeconds } from "./read-seconds.ts";

const LISTED = { marketId: 1, scale: { quoteUnitsPerTickLot: 1 } } as ListedMarket;
const START_MS = 1_800_000_000_000;
const SECONDS = 3_000;
const PER_SECOND = 20;

/** 20 trades a second, the price of each is its second. */
const TRADES = Array.from({ length: SECONDS * PER_SECOND }, (_, index): TapeTrade => {
  const second = Math.floor(index / PER_SECOND);
  const trade = {
    tradeId: index + 1,
    marketTradeId: index + 1,
    timeMs: START_MS + second * 1_000,
    priceTicks: second + 1,
    quantityLots: 1,
  };
  return { ...trade, takerSide: "buy" } as TapeTrade & { priceTicks: Ticks; quantityLots: Lots };
});

const readModels = {
  marketTrades: async ({ sinceMs, untilMs }: TapeFilter, limit: number) => {
    const found = TRADES.filter(
      ({ timeMs }) => timeMs >= (sinceMs ?? 0) && timeMs < (untilMs ?? Number.POSITIVE_INFINITY),
    );
    return sinceMs === undefined ? found.slice(-limit) : found.slice(0, limit);
  },
};

test("CHART-25 more trades than are read for an answer leave bars out, not trades", async () => {
  const lastMs = START_MS + SECONDS * 1_000 - 1;
  const newest = await readSeconds(readModels, LISTED, { lastMs, lengthMs: 15_000, limit: 200 });
  expect(newest.length).toBeGreaterThan(100);
  expect(newest.at(-1)).toMatchObject({ openTimeMs: lastMs + 1 - 15_000, closeTicks: SECONDS });
  expect(new Set(newest.map(({ trades }) => trades))).toEqual(new Set([15 * PER_SECOND]));

  const first = await readSeconds(readModels, LISTED, { startMs: START_MS, lastMs, limit: SECONDS });
  expect(first.length).toBeGreaterThan(2_000);
  expect(first[0]).toMatchObject({ openTimeMs: START_MS, openTicks: 1 });
  expect(new Set(first.map(({ trades }) => trades))).toEqual(new Set([PER_SECOND]));

  const few = await readSeconds(readModels, LISTED, { lastMs, lengthMs: 15_000, limit: 3 });
  expect(few.map(({ closeTicks }) => closeTicks)).toEqual([SECONDS - 30, SECONDS - 15, SECONDS]);
});
