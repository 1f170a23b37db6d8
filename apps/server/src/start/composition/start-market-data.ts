import { isOwnTime } from "../../config/rig-settings.ts";
import type { Closers } from "../../kit/closers.ts";
import { Listings } from "../../market/market-data/listings.ts";
import { MarketDataMirror } from "../../market/market-data/market-data-mirror.ts";
import { OrderLeverages } from "../../market/market-data/order-leverages.ts";
import { PositionSampler } from "../../market/market-data/position-sampler.ts";
import { MAX_RECENT_TRADES } from "../../market/market-data/recent-trades.ts";
import { KlineBackfill } from "../../market/prices/kline-backfill.ts";
import { klineMarketOf } from "../../market/prices/kline-market.ts";
import { KlineStore } from "../../market/prices/kline-store.ts";
import { PriceService } from "../../market/prices/price-service.ts";
import { savePositionStatistics } from "../../records/projections/queries/position-statistics.ts";
import { recentTrades } from "../../records/projections/queries/tape.ts";
import { sqlKlinePersistence } from "../../records/projections/sql-kline-persistence.ts";
import type { Start } from "./start.ts";
import type { StartedExchange } from "./start-exchange.ts";
import type { StartedMarketData } from "./started-market-data.ts";

/** What market data follow and load from. */
export interface MarketDataParts
  extends Pick<StartedExchange, "instance" | "engine" | "projector" | "database" | "chosen"> {
  readonly closers: Pick<Closers, "add">;
}

/** Uses what a standby has followed, unless markets were listed since. */
export async function startMarketData(start: Start, exchange: StartedExchange): Promise<StartedMarketData> {
  const { environment, log, closers, prepared } = start;
  const followed = await prepared?.marketData?.take(exchange, closers);
  const marketData = followed ?? (await followMarketData({ ...exchange, closers }));
  const { chosen, clock } = exchange;
  const backfill = new KlineBackfill(
    marketData.klines,
    chosen.sources,
    clock,
    environment.chartBars,
    (problem) => log.warn({ err: problem }, "charts: history is missing"),
  );
  closers.add("backfill", () => backfill.stop());
  const filling = backfill.run();
  // The same calls must meet the same charts.
  if (isOwnTime(environment.rig)) await filling;
  samplePositions(start, exchange, marketData);
  return marketData;
}

/** Records what accounts hold in contracts, from here on. */
function samplePositions(
  { closers, log }: Start,
  { clock, database, engine }: StartedExchange,
  { mirror }: StartedMarketData,
): void {
  const sampler = new PositionSampler({
    engine,
    mirror,
    clock,
    save: (sample, keptFromMs) => savePositionStatistics(database.db, sample, keptFromMs),
    report: (error) => log.warn({ err: error }, "statistics of positions: a sample is missing"),
  });
  closers.add("statistics", () => sampler.stop());
  sampler.start();
}

/** Loads the market data and follows the engine from there on. Waits for the read models. */
export async function followMarketData(parts: MarketDataParts): Promise<StartedMarketData> {
  const { instance, engine, projector, database, closers } = parts;
  const listings = new Listings(instance.createdAtMs);
  const mirror = await startMirror(parts, listings);
  const klines = await startKlines(parts, listings);
  const orderLeverages = await OrderLeverages.follow({ engine, listings, projector, db: database.db });
  closers.add("leverages", () => orderLeverages.stop());
  return { listings, mirror, klines, orderLeverages };
}

async function startMirror(
  { engine, projector, database, closers }: MarketDataParts,
  listings: Listings,
): Promise<MarketDataMirror> {
  const mirror = new MarketDataMirror(engine, listings);
  await mirror.start();
  closers.add("market data", () => mirror.stop());
  // Trades from before the mirror's subscription may not be written yet.
  await projector.drain();
  await Promise.all(
    listings.markets.map(async ({ marketId }) => {
      const trades = await recentTrades(database.db, marketId, MAX_RECENT_TRADES);
      mirror.seedTrades(marketId, trades.toReversed());
    }),
  );
  return mirror;
}

/** Chains may already submit commands, so the charts subscribe before they load. */
async function startKlines(
  { engine, projector, database, chosen, closers }: MarketDataParts,
  listings: Listings,
): Promise<KlineStore> {
  const sourceOf = (symbol: string): string =>
    chosen.sources.find((source) => source.symbols.includes(symbol))?.name ?? "";
  const store = new KlineStore(sqlKlinePersistence(database.db, sourceOf));
  for (const { marketId, spec, base, quote } of listings.markets)
    store.addMarket(klineMarketOf(marketId, spec, base.spec, quote.spec));
  closers.add("charts", await store.follow(engine, projector));
  return store;
}

/** From here on, source prices become commands. */
export async function startPrices(
  { environment, log, closers }: Start,
  { engine, chosen, pinned, clock, clockGuard }: StartedExchange,
  listings: Listings,
): Promise<PriceService> {
  const prices = new PriceService({
    engine,
    markets: listings.spotMarkets.map(({ marketId, spec }) => ({ marketId, symbol: spec.symbol })),
    sources: chosen.sources,
    mode: environment.mode,
    clock,
    isHeld: () => !clockGuard.acceptsPrices,
    pinned,
    log: { info: (message) => log.info(message), warn: (message) => log.warn(message) },
  });
  closers.add("prices", () => prices.stop());
  await prices.start();
  return prices;
}
