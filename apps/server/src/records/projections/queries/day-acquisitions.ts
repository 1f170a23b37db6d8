import { type Kysely, sql } from "kysely";
import { CODES } from "../codes.ts";
import { RECORDS_PER_COMMAND } from "../fund-record-rows.ts";
import { tradeValueE16 } from "../profit/values.ts";
import type { ReadModelTables } from "../tables.ts";
import { codeIn } from "./code-in.ts";
import { packedRows } from "./packed-rows.ts";
import type { ProfitListing } from "./profit-listing.ts";

/** Coins that came into a user's wallets. */
interface Acquisition {
  readonly seq: number;
  readonly timeMs: number;
  readonly units: number;
  readonly valueE16: bigint;
}

const DAY_MS = 86_400_000;
const BATCH = 1_000;

interface OnDay {
  readonly userId: number;
  readonly assetId: number;
  readonly day: number;
}

/** All acquisitions of a coin on one day, newest first. Within one command, trades come last. */
export async function* acquisitionsOn(
  db: Kysely<ReadModelTables>,
  listing: ProfitListing,
  of: OnDay,
): AsyncGenerator<Acquisition> {
  const others = await recordedOn(db, of);
  let next = 0;
  for await (const trade of tradesOn(db, listing, of)) {
    for (let other = others[next]; other !== undefined && other.seq > trade.seq; other = others[++next])
      yield other;
    yield trade;
  }
  yield* others.slice(next);
}

/** Acquisitions other than by trades, newest first. */
async function recordedOn(
  db: Kysely<ReadModelTables>,
  { userId, assetId, day }: OnDay,
): Promise<readonly Acquisition[]> {
  const rows = await db
    .selectFrom("value_records")
    .select(["record_id", "time_ms", "units", "value_e16"])
    .where("user_id", "=", userId)
    .where("asset_id", "=", assetId)
    .where("time_ms", ">=", day * DAY_MS)
    .where("time_ms", "<", (day + 1) * DAY_MS)
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

const COLUMNS = [
  "time_ms",
  "trade_id",
  "seq",
  "market_id",
  "quantity_lots",
  "quote_units",
  "fee_units",
  "quote_price_e8",
] as const;
type FillNumbers = readonly [number, number, number, number, number, number, number, number];

/** The coin's purchases on its own markets, and sales for it on others, newest first. */
async function* tradesOn(
  db: Kysely<ReadModelTables>,
  listing: ProfitListing,
  { userId, assetId, day }: OnDay,
): AsyncGenerator<Acquisition> {
  const markets = listing.markets.filter(
    ({ isContract, baseAssetId, quoteAssetId }) =>
      !isContract && (baseAssetId === assetId || quoteAssetId === assetId),
  );
  if (markets.length === 0) return;
  const idsOf = (some: typeof markets): number[] => some.map(({ marketId }) => marketId);
  const own = idsOf(markets.filter((market) => market.baseAssetId === assetId));
  const buy = CODES.side.code("buy");
  let before: readonly [number, number] = [(day + 1) * DAY_MS, 0];
  for (;;) {
    const rows = await packedRows(
      db,
      COLUMNS,
      sql`
        select ${sql.join(COLUMNS.map((column) => sql.ref(column)))} from fills
        where user_id = ${userId}::bigint and time_ms >= ${day * DAY_MS}::bigint
          and (time_ms, trade_id) < (${before[0]}::bigint, ${before[1]}::bigint)
          and ${codeIn("market_id", idsOf(markets))} and not lever and (side = ${buy}) = (${codeIn("market_id", own)})
        order by time_ms desc, trade_id desc limit ${BATCH}`,
    );
    const fills = rows.map((row) => row.map(Number) as unknown as FillNumbers);
    fills.sort((a, b) => b[0] - a[0] || b[1] - a[1]);
    for (const fill of fills) {
      const acquisition = acquisitionOf(fill, assetId, listing);
      if (acquisition.units > 0) yield acquisition;
    }
    const last = fills.at(-1);
    if (last === undefined || fills.length < BATCH) return;
    before = [last[0], last[1]];
  }
}

function acquisitionOf(fill: FillNumbers, assetId: number, listing: ProfitListing): Acquisition {
  const [timeMs, , seq, marketId, quantityLots, quoteUnits, feeUnits, quotePriceE8] = fill;
  const { baseAssetId, quoteAssetId, scale } = listing.market(marketId);
  const isBase = baseAssetId === assetId;
  const gross = isBase ? quantityLots * scale.lotUnits : quoteUnits;
  const side = isBase ? "buy" : "sell";
  const value = tradeValueE16({ side, quoteUnits, feeUnits, quotePriceE8 }, listing.scale(quoteAssetId));
  return { seq, timeMs, units: gross - feeUnits, valueE16: value };
}
