import { CODES } from "@candor/server/records/projections/codes";
import { profitListing } from "@candor/server/records/projections/queries/profit-listing";
import type { ReadModelDatabase } from "@candor/server/records/projections/read-model-database";

interface Moved {
  readonly seq: number;
  /** Within a command, trades come last. */
  readonly order: number;
  readonly timeMs: number;
  readonly assetId: number;
  /** Negative when they leave. */
  readonly units: number;
  readonly valueE16: bigint;
}

interface Lot extends Moved {
  left: number;
}

/** What remains of a coin, as `fifo` of the holdings has it. */
export interface NaiveFifo {
  readonly assetId: number;
  readonly units: number;
  readonly lots: number;
  readonly oldestAtMs: number;
  readonly costE16: bigint;
}

/** Plays all movements of a user's wallets from the first one on, and takes what leaves from the oldest lot. */
export async function naiveFifo(db: ReadModelDatabase["db"], userId: number): Promise<readonly NaiveFifo[]> {
  const queues = new Map<number, Lot[]>();
  for (const moved of await movementsOf(db, userId)) {
    const lots = queues.get(moved.assetId) ?? [];
    queues.set(moved.assetId, lots);
    if (moved.units > 0) lots.push({ ...moved, left: moved.units });
    for (let leaving = 0 - moved.units; leaving > 0; ) {
      const lot = lots[0];
      if (lot === undefined) throw new Error(`asset ${moved.assetId} left that never came`);
      const taken = Math.min(lot.left, leaving);
      lot.left -= taken;
      leaving -= taken;
      if (lot.left === 0) lots.shift();
    }
  }
  return [...queues]
    .filter(([, lots]) => lots.length > 0)
    .map(([assetId, lots]) => ({
      assetId,
      units: lots.reduce((sum, { left }) => sum + left, 0),
      lots: lots.length,
      oldestAtMs: lots[0]?.timeMs ?? 0,
      costE16: lots.reduce(
        (sum, { units, left, valueE16 }) =>
          sum + valueE16 - (valueE16 * BigInt(units - left)) / BigInt(units),
        0n,
      ),
    }));
}

async function movementsOf(db: ReadModelDatabase["db"], userId: number): Promise<readonly Moved[]> {
  const listing = await profitListing(db);
  const moved: Moved[] = [];
  const records = await db.selectFrom("value_records").selectAll().where("user_id", "=", userId).execute();
  for (const row of records)
    moved.push({
      seq: Math.floor(row.record_id / 65_536),
      order: row.record_id % 65_536,
      timeMs: row.time_ms,
      assetId: row.asset_id,
      units: row.units,
      valueE16: BigInt(row.value_e16),
    });
  const fills = await db
    .selectFrom("fills")
    .selectAll()
    .where("user_id", "=", userId)
    .where("lever", "=", false)
    .execute();
  for (const row of fills) {
    const { quote_units: quote, fee_units: fee, quote_price_e8 } = row;
    const market = listing.market(row.market_id);
    if (market.isContract) continue;
    const common = { seq: row.seq, order: 65_536 + row.trade_id, timeMs: row.time_ms } as const;
    const isBuy = row.side === CODES.side.code("buy");
    const base = row.quantity_lots * market.scale.lotUnits;
    // In 1e-16 USDT: units × index, both without their decimals.
    const e16 = 10n ** BigInt(8 - listing.scale(market.quoteAssetId)) * BigInt(quote_price_e8);
    moved.push({
      ...common,
      assetId: market.baseAssetId,
      units: isBuy ? base - fee : 0 - base,
      valueE16: BigInt(quote) * e16,
    });
    moved.push({
      ...common,
      assetId: market.quoteAssetId,
      units: isBuy ? 0 - quote : quote - fee,
      valueE16: BigInt(quote - fee) * e16,
    });
  }
  return moved
    .filter(({ assetId, units }) => assetId !== listing.valueAssetId && units !== 0)
    .sort((a, b) => a.seq - b.seq || a.order - b.order);
}
