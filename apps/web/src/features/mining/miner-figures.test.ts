import type { WireMiner } from "@candor/wire/mining-objects";
import { expect, test } from "vitest";
import { figuresAt, unitsPerSecond } from "./miner-figures.ts";

const BOUGHT_MS = 1_767_225_600_000;
const DAY_MS = 86_400_000;
const MINER: WireMiner = {
  planId: "p0",
  name: "Ten",
  price: "100.000000",
  durationDays: 10,
  totalOutput: "101.000000",
  automaticIncome: "10.100000",
  computingPower: "40 TH/s",
  releaseRefundRate: "0.900000",
  minerId: "m1",
  status: "in-production",
  releaseReason: null,
  boughtAtMs: BOUGHT_MS,
  endsAtMs: BOUGHT_MS + 10 * DAY_MS,
  accrued: "0.000000",
  claimed: "20.200000",
  claimable: "0.000000",
  recycleValue: { income: "0.000000", refund: "0.000000" },
};

test("MINE-16 the browser shows what the exchange would pay at that moment by the exchange's clock", () => {
  const timed = { miner: MINER, skewMs: 5_000 };
  const figures = figuresAt(timed, BOUGHT_MS + 4 * DAY_MS - 5_000);
  expect(figures).toMatchObject({
    accruedUnits: 40_400_000,
    claimableUnits: 20_200_000,
    unearnedPriceUnits: 60_000_000,
    refundUnits: 54_000_000,
    givenUpUnits: 60_600_000,
    days: 4,
  });
  expect([figures.paidPercent, figures.readyPercent]).toEqual([20, 20]);
  expect(unitsPerSecond([timed, timed], BOUGHT_MS)).toBe(233);
  expect(unitsPerSecond([timed], BOUGHT_MS + 10 * DAY_MS)).toBe(0);
});

test("MINE-16 a machine that was released stands still, and a slow clock never shows less than was paid", () => {
  const released = { ...MINER, status: "released", releaseReason: "recycled" } as const;
  expect(figuresAt({ miner: released, skewMs: 0 }, BOUGHT_MS + 9 * DAY_MS)).toMatchObject({
    accruedUnits: 20_200_000,
    claimableUnits: 0,
    refundUnits: 0,
  });
  expect(figuresAt({ miner: MINER, skewMs: 0 }, BOUGHT_MS).claimableUnits).toBe(0);
});
