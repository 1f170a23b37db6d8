import type { OpenPosition } from "@candor/domain/engine-port";
import type { Units } from "@candor/money/brand";
import { expect, test } from "vitest";
import type { PositionStatistics } from "../../records/projections/queries/position-statistics.ts";
import { ManualClock } from "../prices/manual-clock.ts";
import { PositionSampler } from "./position-sampler.ts";
import { positionStatistics } from "./position-statistics.ts";

type Markets = Parameters<typeof positionStatistics>[0];
const contract = (marketId: number, assetId: number): Markets[number] =>
  ({
    listed: {
      marketId,
      kind: "contract",
      contract: { scale: { quoteUnitsPerTickLot: 1 } },
      quote: { assetId },
    },
    figures: { markTicks: 10, openInterestLots: 7 },
  }) as unknown as Markets[number];
const MARKETS = [contract(1, 0), contract(2, 0), contract(3, 9)];

/** Bought or sold at 10 ticks unless a cost is given; the mark is 10. */
const position = (userId: number, marketId: number, lots: number, more: object = {}): OpenPosition => ({
  userId,
  marketId,
  leg: undefined,
  lots,
  entryCostUnits: (Math.abs(lots) * 10) as Units,
  marginUnits: 0 as Units,
  marginMode: "cross",
  walletUnits: 100,
  markTicks: 10,
  ...more,
});

test("FAPI-29 each account counts once, as the sum of its positions in the contract", () => {
  const [first, second, third] = positionStatistics(
    MARKETS,
    [
      position(1, 1, 5),
      position(2, 1, -3),
      position(3, 1, 4, { leg: "long" }),
      position(3, 1, -6, { leg: "short" }),
      // Neither long nor short.
      position(4, 1, 4, { leg: "long" }),
      position(4, 1, -4, { leg: "short" }),
      position(1, 2, -1),
    ],
    300_000,
  );
  expect(first).toMatchObject({ marketId: 1, timeMs: 300_000, longAccounts: 1, shortAccounts: 2 });
  expect(first).toMatchObject({ markTicks: 10, openInterestLots: 7 });
  expect(second).toMatchObject({ longAccounts: 0, shortAccounts: 1 });
  expect(third).toMatchObject({ longAccounts: 0, shortAccounts: 0, topLongLots: 0, topShortLots: 0 });
});

test("FAPI-29 top accounts are the fifth with the highest margin balance, with unrealized profits, by coin", () => {
  const many = [
    ...Array.from({ length: 8 }, (_, user) => position(user + 1, 1, 1, { walletUnits: 50 })),
    position(9, 1, -2, { walletUnits: 60 }),
    // Its wallet is the smallest, but it has won 100 in another contract.
    position(10, 1, 3, { walletUnits: 1 }),
    position(10, 2, 20, { walletUnits: 1, entryCostUnits: 100 }),
    // Another coin's wallet.
    position(1, 3, -5, { walletUnits: 1_000 }),
  ];
  const [first, second, third] = positionStatistics(MARKETS, many, 0);
  expect(first).toMatchObject({
    longAccounts: 9,
    shortAccounts: 1,
    topLongAccounts: 1,
    topShortAccounts: 1,
    topLongLots: 3,
    topShortLots: 2,
  });
  expect(second).toMatchObject({ topLongAccounts: 1, topLongLots: 20, topShortAccounts: 0 });
  expect(third).toMatchObject({ topShortAccounts: 1, topShortLots: 5 });
});

test("FAPI-29 samples are taken at every full five minutes of the exchange's time, and a failed one is reported", async () => {
  const clock = new ManualClock(new SharedArrayBuffer(64), 1_000_000);
  const saved: (readonly PositionStatistics[])[] = [];
  const errors: unknown[] = [];
  let isBroken = false;
  const sampler = new PositionSampler({
    engine: { openPositionsView: () => Promise.resolve({ asOfSeq: 1, positions: [position(1, 1, 5)] }) },
    mirror: { markets: MARKETS as never },
    clock,
    save: (sample) => {
      if (isBroken) return Promise.reject(new Error("no database"));
      saved.push(sample);
      return Promise.resolve();
    },
    report: (error) => errors.push(error),
  });
  sampler.start();
  const times = () => saved.map(([sample]) => sample?.timeMs);
  await clock.advance(199_999);
  expect(times()).toEqual([]);
  await clock.advance(1);
  expect(times()).toEqual([1_200_000]);
  isBroken = true;
  await clock.advance(300_000);
  expect(errors).toMatchObject([{ message: "no database" }]);
  isBroken = false;
  // Time may also jump.
  await clock.advance(1_000_000, 700_000);
  expect(times()).toEqual([1_200_000, 2_100_000, 2_400_000]);
  await sampler.stop();
  await clock.advance(900_000);
  expect(saved).toHaveLength(3);
});
