import { PERIODS, type Period } from "@candor/domain/enumerations";
import { DEFAULT_MARKETS } from "@candor/server/config/default-listing";
import { BUILT_IN_COINS, COIN_PROFILES } from "@candor/server/config/simulated-profiles";
import type { Bar } from "@candor/server/market/prices/kline-bar";
import { foldBars, periodOpenMs } from "@candor/server/market/prices/kline-fold";
import type { PriceObservation } from "@candor/server/market/prices/price-source";
import { simulationKey } from "@candor/server/market/prices/simulated-random";
import { SimulatedSource } from "@candor/server/market/prices/simulated-source";
import { REGIMES, SimulatedWeather } from "@candor/server/market/prices/simulated-weather";
import { expect, test } from "vitest";
import { ManualClock } from "../support/feeds/manual-clock.ts";

const SET_UP_MS = Date.UTC(2026, 2, 11, 9, 17, 23, 456);
const SECOND = 1_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const CHART_BARS = 1_500;

function simulation(nowMs = SET_UP_MS, secret = "test 19"): { source: SimulatedSource; clock: ManualClock } {
  const clock = new ManualClock(nowMs);
  return {
    source: new SimulatedSource({ secret, setUpAtMs: SET_UP_MS, symbols: BUILT_IN_COINS }, clock),
    clock,
  };
}

const { source: chartSource } = simulation();
const charts = new Map<string, Promise<readonly Bar[]>>();

/** Full initial charts; building them takes seconds, so each is built once for all tests. */
function chart(symbol: string, period: Period): Promise<readonly Bar[]> {
  const made =
    charts.get(`${symbol} ${period}`) ?? chartSource.history(symbol, period, CHART_BARS, SET_UP_MS);
  charts.set(`${symbol} ${period}`, made);
  return made;
}

/** Collects the source's prices over `seconds`, by symbol. */
function listen(
  source: SimulatedSource,
  clock: ManualClock,
  seconds: number,
): Map<string, PriceObservation[]> {
  const received = new Map<string, PriceObservation[]>(source.symbols.map((symbol) => [symbol, []]));
  source.start({ observed: (each) => received.get(each.symbol)?.push(each), connectionChanged: () => {} });
  clock.advance(seconds * SECOND);
  void source.stop();
  return received;
}

function returnsOf(bars: readonly Bar[]): number[] {
  return bars.slice(1).map((bar, index) => Math.log(bar.closeE8 / (bars[index] as Bar).closeE8));
}

function correlation(a: readonly number[], b: readonly number[]): number {
  const mean = (list: readonly number[]) => list.reduce((sum, each) => sum + each, 0) / list.length;
  const [meanA, meanB] = [mean(a), mean(b)];
  const product = mean(a.map((each, index) => (each - meanA) * ((b[index] as number) - meanB)));
  const deviation = (list: readonly number[], middle: number) =>
    Math.sqrt(mean(list.map((each) => (each - middle) ** 2)));
  return product / (deviation(a, meanA) * deviation(b, meanB));
}

test("FEED-03 at its set-up every simulated coin is at its reference, and moves in whole steps of it ever after", () => {
  const { source, clock } = simulation();
  const received = listen(source, clock, 60);
  const first = Object.fromEntries([...received].map(([symbol, prices]) => [symbol, prices[0]?.priceE8]));
  expect(first).toEqual({
    BTCUSDT: 6_700_000_000_000,
    ETHUSDT: 350_000_000_000,
    BNBUSDT: 60_000_000_000,
    SOLUSDT: 17_800_000_000,
    XRPUSDT: 60_000_000,
    DOGEUSDT: 15_800_000,
    LTCUSDT: 8_400_000_000,
    ADAUSDT: 45_000_000,
    TRXUSDT: 13_000_000,
    ETHBTC: 5_223_880,
  });
  for (const { symbol, step } of COIN_PROFILES)
    for (const { priceE8 } of received.get(symbol) ?? [])
      expect(priceE8 % Math.round(Number(step) * 1e8)).toBe(0);
});

test("FEED-03 a simulated source speaks every half second about each symbol, and its prices move", () => {
  const { source, clock } = simulation();
  for (const [symbol, prices] of listen(source, clock, 60)) {
    expect(prices).toHaveLength(121);
    expect(prices.map(({ observedAtMs }) => observedAtMs - SET_UP_MS)).toEqual(
      prices.map((_, tick) => tick * 500),
    );
    expect(new Set(prices.map(({ priceE8 }) => priceE8)).size, symbol).toBeGreaterThan(3);
    expect(prices.every(({ priceE8 }) => Number.isSafeInteger(priceE8))).toBe(true);
  }
});

test("FEED-03 the same seed yields the same prices, another one does not, and a restart continues where it would have been", () => {
  const whole = listen(...both(simulation()), 120).get("BTCUSDT") ?? [];
  expect(listen(...both(simulation()), 120).get("BTCUSDT")).toEqual(whole);
  expect(listen(...both(simulation(SET_UP_MS, "another")), 120).get("BTCUSDT")).not.toEqual(whole);
  const restarted = listen(...both(simulation(SET_UP_MS + 60 * SECOND)), 60).get("BTCUSDT") ?? [];
  expect(restarted).toEqual(whole.slice(120));
});

function both({ source, clock }: ReturnType<typeof simulation>): [SimulatedSource, ManualClock] {
  return [source, clock];
}

test("FEED-03 the history joins the present: the last bar of every chart closes at the current price", async () => {
  const nowMs = SET_UP_MS + 3 * DAY + 12_345;
  const { source, clock } = simulation(nowMs);
  const received = listen(source, clock, 0);
  for (const symbol of source.symbols)
    for (const period of PERIODS) {
      const [last] = await source.history(symbol, period, 1, nowMs);
      expect(last?.openTimeMs).toBe(periodOpenMs(period, nowMs));
      expect(last?.closeE8, `${symbol} ${period}`).toBe(received.get(symbol)?.[0]?.priceE8);
    }
});

test("FEED-03 a minute bar is the fold of the source's prices in that minute", async () => {
  const startMs = periodOpenMs("1min", SET_UP_MS) + 5 * 60 * SECOND;
  const { source, clock } = simulation(startMs);
  const received = listen(source, clock, 59.5);
  clock.advance(SECOND);
  for (const symbol of source.symbols) {
    const prices = (received.get(symbol) ?? []).map(({ priceE8 }) => priceE8);
    const [bar] = await source.history(symbol, "1min", 1, startMs + 1);
    expect([bar?.openE8, bar?.highE8, bar?.lowE8, bar?.closeE8]).toEqual([
      prices[0],
      Math.max(...prices),
      Math.min(...prices),
      prices.at(-1),
    ]);
  }
});

test("FEED-04 every simulated chart is full: 1,500 bars of each period without a hole, each bar enclosing its ends", async () => {
  for (const period of PERIODS) {
    const bars = await chart("SOLUSDT", period);
    expect(bars).toHaveLength(CHART_BARS);
    const isSound = (bar: Bar, next: Bar | undefined): boolean =>
      (next === undefined || periodOpenMs(period, next.openTimeMs - 1) === bar.openTimeMs) &&
      bar.highE8 >= Math.max(bar.openE8, bar.closeE8) &&
      bar.lowE8 <= Math.min(bar.openE8, bar.closeE8) &&
      bar.lowE8 > 0 &&
      bar.volumeE8 > 0n &&
      bar.trades === 0;
    expect(bars.filter((bar, index) => !isSound(bar, bars[index + 1]))).toEqual([]);
  }
});

test("FEED-04 volumes of every simulated chart are whole lots of its market, so are those long past", async () => {
  for (const { symbol, lot } of DEFAULT_MARKETS) {
    const lotE8 = BigInt(Math.round(Number(lot) * 1e8));
    for (const period of PERIODS) {
      const bars = await chart(symbol, period);
      expect(bars).toHaveLength(CHART_BARS);
      expect(
        bars.filter(({ volumeE8 }) => volumeE8 % lotE8 !== 0n),
        `${symbol} ${period}`,
      ).toEqual([]);
    }
  }
});

test.each(["BTCUSDT", "DOGEUSDT", "ETHBTC"])(
  "FEED-04 each simulated bar of %s is the fold of the finer bars, in every period and wherever both exist",
  async (symbol) => {
    const { source } = simulation();
    for (const [index, period] of PERIODS.slice(1).entries()) {
      const finer = await chart(symbol, PERIODS[index] as Period);
      const firstMs = finer[0]?.openTimeMs ?? 0;
      const whole = foldBars(period, finer).filter((bar) => bar.openTimeMs >= firstMs);
      expect(whole.length).toBeGreaterThan(150);
      expect(await source.history(symbol, period, whole.length, SET_UP_MS)).toEqual(whole);
    }
  },
);

test("FEED-04 sixty minutes make the hour, over the whole day that minutes reach back", async () => {
  const minutes = await chart("BTCUSDT", "1min");
  const hours = await chart("BTCUSDT", "60min");
  const folded = foldBars("60min", minutes).slice(1);
  expect(folded).toHaveLength(25);
  expect(hours.slice(-25)).toEqual(folded);
});

test("FEED-05 ETHBTC is ETHUSDT over BTCUSDT at every tick", () => {
  const { source, clock } = simulation(SET_UP_MS + DAY);
  const received = listen(source, clock, 300);
  const price = (symbol: string, tick: number): bigint => BigInt(received.get(symbol)?.[tick]?.priceE8 ?? 0);
  for (let tick = 0; tick <= 600; tick++)
    expect(price("ETHBTC", tick)).toBe((price("ETHUSDT", tick) * 100_000_000n) / price("BTCUSDT", tick));
});

test("FEED-05 coins follow BTC, some more than others, and stay believable over twenty-five years", async () => {
  const btc = returnsOf(await chart("BTCUSDT", "1day"));
  for (const { symbol, correlation: expected, weeklyDeviation } of COIN_PROFILES.slice(1)) {
    const days = await chart(symbol, "1day");
    expect(Math.abs(correlation(btc, returnsOf(days)) - expected), symbol).toBeLessThan(0.15);
    const weeks = (await chart(symbol, "1week")).slice(-1_300);
    const closes = weeks.map((bar) => bar.closeE8 / (weeks.at(-1) as Bar).closeE8);
    expect(Math.max(...closes), symbol).toBeLessThan(30);
    expect(Math.min(...closes), symbol).toBeGreaterThan(1 / 30);
    const deviation = Math.sqrt(returnsOf(weeks).reduce((sum, each) => sum + each * each, 0) / weeks.length);
    expect(deviation / weeklyDeviation, symbol).toBeGreaterThan(0.7);
    expect(deviation / weeklyDeviation, symbol).toBeLessThan(1.4);
  }
});

test("FEED-05 calm, trend and turbulence take turns, and turbulence moves prices more than calm", async () => {
  const weather = new SimulatedWeather(simulationKey("test 19"));
  const moves = new Map(REGIMES.map((regime) => [regime, { sum: 0, count: 0 }]));
  const hours = await chart("BTCUSDT", "4hour");
  for (const bar of hours) {
    const dayMs = periodOpenMs("1day", bar.openTimeMs);
    const regime = weather.of(1, dayMs).regimes[(bar.openTimeMs - dayMs) / (4 * HOUR)];
    const entry = regime === undefined ? undefined : moves.get(regime);
    if (entry === undefined) throw new Error("no regime");
    entry.sum += Math.log(bar.closeE8 / bar.openE8) ** 2;
    entry.count++;
  }
  const [calm, , turbulent] = REGIMES.map((regime) => moves.get(regime) ?? { sum: 0, count: 0 });
  for (const { count } of moves.values()) expect(count).toBeGreaterThan(150);
  const variance = (entry = { sum: 0, count: 1 }): number => entry.sum / entry.count;
  expect(variance(turbulent)).toBeGreaterThan(2 * variance(calm));
});

test("FEED-18 a secret that differs in one bit draws other prices altogether", async () => {
  const bars = async (secret: string) =>
    await simulation(SET_UP_MS, secret).source.history("BTCUSDT", "60min", 1_000, SET_UP_MS);
  const own = returnsOf(await bars("00000000000000000000000000000000"));
  // A thousand independent hours: four standard deviations.
  for (const other of ["00000000000000000000000000000001", "80000000000000000000000000000000"])
    expect(Math.abs(correlation(own, returnsOf(await bars(other))))).toBeLessThan(0.13);
});
