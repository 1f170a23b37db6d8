import type { OpenPosition } from "@candor/domain/engine-port";
import type { Units } from "@candor/money/brand";
import { expect, test, vi } from "vitest";
import { Listings } from "../../market/market-data/listings.ts";
import { MarginWatch } from "./margin-watch.ts";
import { WatchedAccount } from "./watched-account.ts";

const SPOT = {
  symbol: "BTCUSDT",
  base: "BTC",
  quote: "USDT",
  tick: "1",
  lot: "0.001",
  minQuantity: "0.001",
  maxQuantity: "1000",
  minNotional: "5",
  priceBandPpm: 200_000,
  marketProtectionPpm: 50_000,
  makerFeePpm: 0,
  takerFeePpm: 0,
} as const;
const [USDT, CONTRACT] = [0, 1];
const USDT_UNITS = 1_000_000;

function watch(): MarginWatch {
  const listings = new Listings(0);
  listings.addAsset(USDT, { symbol: "USDT", name: "Tether", scale: 6, minTransfer: "0" });
  listings.addAsset(1, { symbol: "BTC", name: "Bitcoin", scale: 8, minTransfer: "0" });
  listings.addMarket(0, SPOT);
  listings.addContract(CONTRACT, {
    ...SPOT,
    liquidationFeePpm: 0,
    indexSymbol: "BTCUSDT",
    fundingIntervalMs: 28_800_000,
    interestPpm: 0,
    fundingCapPpm: 0,
    brackets: [{ notionalCap: "10000000", maxLeverage: 50, maintenancePpm: 10_000, cumulative: "0" }],
  });
  return new MarginWatch(listings, () => []);
}

/** One bitcoin bought at 50,000, with the mark at 50,000. */
const long = (userId: number, marginUsdt: number): OpenPosition => ({
  userId,
  marketId: CONTRACT,
  lots: 1_000,
  entryCostUnits: (50_000 * USDT_UNITS) as Units,
  marginUnits: (marginUsdt * USDT_UNITS) as Units,
  marginMode: "isolated",
  walletUnits: marginUsdt * USDT_UNITS,
  markTicks: 50_000,
});

test("NOTE-11 a mark price only checks positions whose trigger it has reached", () => {
  const many = watch();
  for (let n = 1; n <= 2_000; n++) many.seed(long(n, 10_000 + n));
  expect(many.look()).toEqual([]);
  const look = vi.spyOn(WatchedAccount.prototype, "look");
  many.mark(CONTRACT, 45_000);
  expect(many.look()).toEqual([]);
  expect(look).not.toHaveBeenCalled();
  // With a margin of 10,001, the ratio reaches 80% at V with 0.01 V ÷ (V − 39,999) = 0.8, which is 40,505.3.
  many.mark(CONTRACT, 40_506);
  expect(many.look()).toEqual([]);
  many.mark(CONTRACT, 40_505);
  expect(many.look()).toMatchObject([{ userId: 1, isCalled: true, marketId: CONTRACT }]);
  expect(look.mock.calls.length).toBeLessThanOrEqual(2);
  look.mockRestore();
});

test("NOTE-11 a margin call ends only below 70 %, and swings around 80 % are not reported again", () => {
  const one = watch();
  one.seed(long(1, 10_001));
  // 70% is at 40,578.7.
  const changes = [40_505, 40_507, 40_500, 40_578, 40_579, 40_505].map((ticks) => {
    one.mark(CONTRACT, ticks);
    return one.look().map(({ isCalled }) => isCalled);
  });
  expect(changes).toEqual([[true], [], [], [], [false], [true]]);
});

test("NOTE-11 a changed position is checked with the next mark; a closed one needs no margin", () => {
  const one = watch();
  one.seed(long(1, 10_001));
  expect(one.look()).toEqual([]);
  one.position({ ...long(1, 600), marginUnits: (600 * USDT_UNITS) as Units });
  one.mark(CONTRACT, 50_000);
  expect(one.look()).toMatchObject([{ isCalled: true, pool: "position 1" }]);
  one.position({ ...long(1, 0), lots: 0 });
  expect(one.look()).toMatchObject([{ isCalled: false, pool: "position 1" }]);
  expect(one.has(1)).toBe(false);
});
