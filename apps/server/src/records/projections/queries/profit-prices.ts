import { multiply } from "@candor/money/integer";
import { type Kysely, sql } from "kysely";
import type { KlinePrice } from "../../../market/prices/kline-persistence.ts";
import { CODES } from "../codes.ts";
import { dayOf } from "../day.ts";
import { ONE_E8 } from "../profit/values.ts";
import type { ReadModelTables } from "../tables.ts";
import { codeIn } from "./code-in.ts";
import { packedRows } from "./packed-rows.ts";
import type { ProfitListing, ProfitMarket } from "./profit-listing.ts";

const DAY_MS = 86_400_000;

/** Prices at the ends of days: the last one up to then; 0 if there was none. */
export interface DayPrices {
  /** The index of a coin in 1e-8 USDT. */
  indexE8(assetId: number, day: number): number;
  /** The mark of a contract in 1e-8 of its quote coin. */
  markE8(marketId: number, day: number): number;
}

interface Close {
  readonly day: number;
  readonly priceE8: number;
}

/** Returns prices of these coins and contracts at the ends of the days `fromDay` … `toDay`. */
export async function dayPrices(
  db: Kysely<ReadModelTables>,
  listing: ProfitListing,
  assetIds: ReadonlySet<number>,
  contractIds: ReadonlySet<number>,
  fromDay: number,
  toDay: number,
): Promise<DayPrices> {
  const indexMarkets = [...assetIds].flatMap((assetId) => listing.indexMarketOf(assetId) ?? []);
  const indexes = await closesOf(db, "index", indexMarkets, fromDay, toDay);
  const marks = await closesOf(db, "mark", [...contractIds], fromDay, toDay);
  return {
    indexE8(assetId, day) {
      if (assetId === listing.valueAssetId) return ONE_E8;
      const marketId = listing.indexMarketOf(assetId);
      return marketId === undefined ? 0 : lastUpTo(indexes.get(marketId) ?? [], day);
    },
    markE8: (marketId, day) => lastUpTo(marks.get(marketId) ?? [], day),
  };
}

/** Returns a position's unrealized profit in units of the quote coin; 0 as long as there is no mark. */
export function unrealizedUnits(
  { scale }: ProfitMarket,
  lots: number,
  entryCostUnits: number,
  markE8: number,
): number {
  if (lots === 0 || markE8 === 0) return 0;
  // A mark is a whole number of ticks.
  const value = multiply(Math.abs(lots) * scale.quoteUnitsPerTickLot, markE8 / scale.tickE8);
  return lots > 0 ? value - entryCostUnits : entryCostUnits - value;
}

/** The closes of these days, and the last one before them, by market. */
async function closesOf(
  db: Kysely<ReadModelTables>,
  price: KlinePrice,
  marketIds: readonly number[],
  fromDay: number,
  toDay: number,
): Promise<ReadonlyMap<number, readonly Close[]>> {
  const closes = new Map<number, Close[]>();
  if (marketIds.length === 0) return closes;
  const rows = await packedRows(
    db,
    ["market_id", "open_time_ms", "close_e8"],
    sql`
      select distinct on (market_id, in_force)
        market_id, open_time_ms, close_e8, greatest(open_time_ms, ${fromDay * DAY_MS}::bigint) as in_force
      from klines
      where ${codeIn("market_id", marketIds)} and price = ${CODES.klinePrice.code(price)}
        and period = ${CODES.period.code("1day")} and open_time_ms < ${(toDay + 1) * DAY_MS}::bigint
      order by market_id, in_force, open_time_ms desc`,
  );
  for (const [marketId, openTimeMs, closeE8] of rows) {
    const id = Number(marketId);
    const of = closes.get(id) ?? [];
    closes.set(id, of);
    of.push({ day: dayOf(Number(openTimeMs)), priceE8: Number(closeE8) });
  }
  for (const of of closes.values()) of.sort((a, b) => a.day - b.day);
  return closes;
}

/** Binary search: days without a change have no bar. */
function lastUpTo(closes: readonly Close[], day: number): number {
  let low = 0;
  let high = closes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((closes[middle] as Close).day <= day) low = middle + 1;
    else high = middle;
  }
  return closes[low - 1]?.priceE8 ?? 0;
}
