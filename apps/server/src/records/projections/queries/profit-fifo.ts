import { type Kysely, type SqlBool, sql } from "kysely";
import { CODES } from "../codes.ts";
import { RECORDS_PER_COMMAND } from "../fund-record-rows.ts";
import { tradeValueE16 } from "../profit/values.ts";
import type { ReadModelTables } from "../tables.ts";
import { codeIn } from "./code-in.ts";
import type { ProfitListing } from "./profit-listing.ts";

/** What remains of one acquisition. */
export interface FifoLot {
  readonly timeMs: number;
  readonly units: number;
  /** In 1e-16 USDT. */
  readonly costE16: bigint;
}

interface Acquisition {
  readonly seq: number;
  readonly timeMs: number;
  readonly units: number;
  readonly valueE16: bigint;
}

const BATCH = 1_000;
const COLUMNS = [
  "seq",
  "time_ms",
  "trade_id",
  "market_id",
  "quantity_lots",
  "quote_units",
  "fee_units",
  "quote_price_e8",
] as const;

/**
 * Returns the lots that `units` of a coin consist of when the oldest leave first: the newest acquisitions, newest first.
 * What left a lot had floor(cost × units ÷ lot); the rest of the cost remains with the rest. The walk ends as soon as it
 * has found them all.
 */
export async function fifoLots(
  db: Kysely<ReadModelTables>,
  listing: ProfitListing,
  userId: number,
  assetId: number,
  units: number,
): Promise<readonly FifoLot[]> {
  const others = await recordedOf(db, userId, assetId);
  const lots: FifoLot[] = [];
  let missing = units;
  const take = ({ timeMs, units: bought, valueE16 }: Acquisition): void => {
    if (missing === 0) return;
    const kept = Math.min(bought, missing);
    const gone = BigInt(bought - kept);
    lots.push({ timeMs, units: kept, costE16: valueE16 - (valueE16 * gone) / BigInt(bought) });
    missing -= kept;
  };
  let next = 0;
  for await (const trade of tradesOf(db, listing, userId, assetId)) {
    for (let other = others[next]; other !== undefined && other.seq > trade.seq; other = others[++next])
      take(other);
    take(trade);
    if (missing === 0) return lots;
  }
  for (const other of others.slice(next)) take(other);
  if (missing > 0)
    throw new Error(`user ${userId} holds ${missing} units of asset ${assetId} that never came`);
  return lots;
}

/** Acquisitions other than by trades, newest first. */
async function recordedOf(
  db: Kysely<ReadModelTables>,
  userId: number,
  assetId: number,
): Promise<readonly Acquisition[]> {
  const rows = await db
    .selectFrom("value_records")
    .select(["record_id", "time_ms", "units", "value_e16"])
    .where("user_id", "=", userId)
    .where("asset_id", "=", assetId)
    .where("units", ">", 0)
    .orderBy("record_id", "desc")
    .execute();
  return rows.map((row) => ({
    seq: Math.floor(row.record_id / RECORDS_PER_COMMAND),
    timeMs: row.time_ms,
    units: row.units,
    valueE16: BigInt(row.value_e16),
  }));
}

/** The coin's purchases on its own markets, and sales for it on others, newest first. */
async function* tradesOf(
  db: Kysely<ReadModelTables>,
  listing: ProfitListing,
  userId: number,
  assetId: number,
): AsyncGenerator<Acquisition> {
  const spot = listing.markets.filter(({ isContract }) => !isContract);
  const markets = spot.filter((market) => market.baseAssetId === assetId || market.quoteAssetId === assetId);
  if (markets.length === 0) return;
  const own = markets.filter((market) => market.baseAssetId === assetId).map(({ marketId }) => marketId);
  const buy = CODES.side.code("buy");
  let before: readonly [number, number] | undefined;
  for (;;) {
    let query = db
      .selectFrom("fills")
      .select(COLUMNS)
      .where("user_id", "=", userId)
      .where(
        codeIn(
          "market_id",
          markets.map(({ marketId }) => marketId),
        ),
      )
      .where("lever", "=", false)
      .where(sql<SqlBool>`(side = ${buy}) = (${codeIn("market_id", own)})`);
    if (before !== undefined)
      query = query.where(sql<SqlBool>`(time_ms, trade_id) < (${before[0]}::bigint, ${before[1]}::bigint)`);
    const rows = await query.orderBy("time_ms", "desc").orderBy("trade_id", "desc").limit(BATCH).execute();
    for (const row of rows) {
      const market = listing.market(row.market_id);
      const isBase = market.baseAssetId === assetId;
      const gross = isBase ? row.quantity_lots * market.scale.lotUnits : row.quote_units;
      const units = gross - row.fee_units;
      if (units <= 0) continue;
      yield {
        seq: row.seq,
        timeMs: row.time_ms,
        units,
        valueE16: tradeValueE16(
          {
            side: isBase ? "buy" : "sell",
            quoteUnits: row.quote_units,
            feeUnits: row.fee_units,
            quotePriceE8: row.quote_price_e8,
          },
          listing.scale(market.quoteAssetId),
        ),
      };
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) return;
    before = [last.time_ms, last.trade_id];
  }
}
