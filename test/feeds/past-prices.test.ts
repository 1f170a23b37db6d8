import { PERIOD_MS, PERIODS, type Period } from "@candor/domain/enumerations";
import { BUILT_IN_COINS } from "@candor/server/config/simulated-profiles";
import { pastFundings } from "@candor/server/edge/binance-api/futures/past-fundings";
import type { ListedMarket } from "@candor/server/market/market-data/listings";
import { ChartsWithPast } from "@candor/server/market/prices/charts-with-past";
import { type Bar, joinBars } from "@candor/server/market/prices/kline-bar";
import { periodOpenMs } from "@candor/server/market/prices/kline-fold";
import { PastPrices } from "@candor/server/market/prices/past-prices";
import { SimulatedSource } from "@candor/server/market/prices/simulated-source";
import { withoutVolume } from "@candor/server/market/prices/source-history";
import { expect, test } from "vitest";

/** Charts for Binance clients begin with a simulated year, the same for all periods. */
const FOUNDED = Date.UTC(2026, 10, 25, 13, 17, 21);
const SINCE = periodOpenMs("1week", FOUNDED - 52 * PERIOD_MS["1week"]);
const SYMBOL = "BTCUSDT";
const HOUR_MS = PERIOD_MS["60min"];
const [SPOT, CONTRACT] = [0, 1];
/** Bars that a first start requests of each period. */
const STORED = 1_500;

const timer = { cancel: () => {} };
const clock = { nowMs: () => FOUNDED, after: () => timer, every: () => timer };
const source = new SimulatedSource({ secret: "past", setUpAtMs: FOUNDED, symbols: BUILT_IN_COINS }, clock);
const past = new PastPrices(source, FOUNDED);

interface Query {
  readonly marketId: number;
  readonly price: "last" | "index" | "mark";
  readonly period: Period;
  readonly endMs: number;
  readonly size: number;
}

/** What a first start has stored; the contract has one bar of its mark. */
async function stored({ marketId, price, period, endMs, size }: Query): Promise<readonly Bar[]> {
  const bars = await source.history(SYMBOL, period, STORED, FOUNDED);
  const shown = price === "last" && marketId === SPOT ? bars : bars.map(withoutVolume);
  const own = price === "mark" ? shown.slice(-1) : shown;
  return own.filter(({ openTimeMs }) => openTimeMs < endMs).slice(-size);
}

const marketOf = (marketId: number) => ({
  historySymbol: SYMBOL,
  isContract: marketId === CONTRACT,
  indexMarketId: SPOT,
});
const charts = new ChartsWithPast({ query: stored }, past, marketOf);
const ask = async (query: Partial<Query>): Promise<readonly Bar[]> =>
  (await charts.query({
    marketId: SPOT,
    price: "last",
    period: "1min",
    endMs: FOUNDED + 1,
    size: 10,
    ...query,
  })) ?? [];
const folded = (bars: readonly Bar[]): Bar => bars.slice(1).reduce(joinBars, bars[0] as Bar);

test("FEED-20 all periods of a market begin at the same moment, and have no hole from there to now", async () => {
  for (const period of PERIODS) {
    const lengthMs = PERIOD_MS[period];
    const [first] = await ask({ period, endMs: SINCE + lengthMs, size: 1_000 });
    expect(first?.openTimeMs, period).toBe(SINCE);
    const newest = await ask({ period, size: 2_000 });
    const times = newest.map(({ openTimeMs }) => openTimeMs);
    expect(new Set(times.slice(1).map((time, at) => time - (times[at] ?? 0))), period).toEqual(
      new Set([lengthMs]),
    );
    expect(times.at(-1), period).toBe(periodOpenMs(period, FOUNDED));
  }
  expect(await ask({ period: "1week", endMs: SINCE, size: 5 })).toEqual([]);
});

test("FEED-20 every bar is made of the shorter ones, long ago and where the past meets the present", async () => {
  const finer = {
    "5min": "1min",
    "15min": "5min",
    "60min": "15min",
    "4hour": "60min",
    "1day": "4hour",
  } as const;
  for (const day of [SINCE + 40 * PERIOD_MS["1day"], past.untilMs]) {
    for (const [period, part] of Object.entries(finer) as [Period, Period][]) {
      const lengthMs = PERIOD_MS[period];
      for (const openMs of [day - lengthMs, day]) {
        const endMs = Math.min(openMs + lengthMs, FOUNDED + 1);
        const [bar] = await ask({ period, endMs: openMs + 1, size: 1 });
        const parts = (await ask({ period: part, endMs, size: lengthMs / PERIOD_MS[part] })).filter(
          ({ openTimeMs }) => openTimeMs >= openMs,
        );
        expect(bar, `${period} ${new Date(openMs).toISOString()}`).toEqual(folded(parts));
      }
    }
  }
});

test("FEED-20 the week of the founding is made of its days, before and after", async () => {
  const [week] = await ask({ period: "1week", size: 1 });
  const days = await ask({ period: "1day", size: 7 });
  expect(week).toEqual(folded(days.filter(({ openTimeMs }) => openTimeMs >= (week?.openTimeMs ?? 0))));
});

test("FEED-20 contracts have the prices of their index without volume, also as their mark", async () => {
  const endMs = SINCE + PERIOD_MS["1day"];
  const index = await ask({ price: "index", endMs });
  expect(index).toEqual((await ask({ endMs })).map(withoutVolume));
  expect(await ask({ marketId: CONTRACT, endMs })).toEqual(index);
  expect(await ask({ marketId: CONTRACT, price: "mark", endMs })).toEqual(index);
  const marks = await ask({ marketId: CONTRACT, price: "mark", period: "60min", size: 100 });
  expect(marks).toEqual(await ask({ price: "index", period: "60min", size: 100 }));
});

test("FEED-20 the simulated past has a funding at every interval up to the founding, none afterwards", () => {
  const spec = { symbol: SYMBOL, fundingIntervalMs: 8 * HOUR_MS, indexSymbol: SYMBOL, interestPpm: 100 };
  const contract = { spec, contract: { spec }, format: { chartPrice: String } } as unknown as ListedMarket;
  const times = { sinceMs: undefined, untilMs: undefined };
  const shown = pastFundings({ past }, [contract], times, 3).map(({ fundingTime }) => fundingTime);
  const newest = Date.UTC(2026, 10, 25, 8);
  expect(shown).toEqual([newest - 16 * HOUR_MS, newest - 8 * HOUR_MS, newest]);
  expect(pastFundings({ past }, [contract], { ...times, sinceMs: newest + 1 }, 3)).toEqual([]);
});

test("FEED-20 a stored history of other prices is shown alone", async () => {
  const doubled = async (query: Query) =>
    (await stored(query)).map((bar) => ({ ...bar, openE8: (2 * bar.openE8) as Bar["openE8"] }));
  const other = new ChartsWithPast({ query: doubled }, past, marketOf);
  const query = { marketId: SPOT, price: "last", period: "1min", endMs: FOUNDED + 1, size: 3_000 } as const;
  expect(await other.query(query)).toHaveLength(STORED);
});
