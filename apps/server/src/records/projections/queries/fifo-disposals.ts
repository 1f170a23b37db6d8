import type { FundRecordKind } from "@candor/domain/enumerations";
import { type Kysely, type SqlBool, sql } from "kysely";
import { CODES } from "../codes.ts";
import { RECORDS_PER_COMMAND } from "../fund-record-rows.ts";
import { tradeValueE16 } from "../profit/values.ts";
import type { ReadModelTables } from "../tables.ts";
import { fillOfRow } from "./fills.ts";
import { profitListing } from "./profit-listing.ts";

/** A part of a lot that left, when the oldest leave first. Values in 1e-16 USDT. */
export interface Disposal {
  readonly kind: FundRecordKind;
  /** Market of a trade; -1 for all others. */
  readonly marketId: number;
  readonly assetId: number;
  readonly acquiredAtMs: number;
  readonly soldAtMs: number;
  readonly units: number;
  readonly costE16: bigint;
  /** Its share of what was received. */
  readonly proceedsE16: bigint;
}

interface Movement {
  readonly seq: number;
  readonly timeMs: number;
  readonly kind: FundRecordKind;
  readonly marketId: number;
  readonly assetId: number;
  /** Negative when they leave. */
  readonly units: number;
  /** Cost or proceeds, never negative. */
  readonly valueE16: bigint;
}

interface Lot extends Movement {
  left: number;
}

const BATCH = 1_000;
/**
 * Yields what a user's coins other than USDT cost and brought when they left, oldest first, without margin accounts. Coins
 * that were moved to a margin account, or lost with an option or a machine, left at their average cost, which is what the
 * other product counts. Reads the history from its beginning, in pages.
 * @param sinceMs first moment of the disposals that are yielded
 * @param untilMs end of the history, exclusive
 */
export async function* fifoDisposals(
  db: Kysely<ReadModelTables>,
  userId: number,
  sinceMs: number,
  untilMs: number,
): AsyncGenerator<Disposal> {
  const queues = new Map<number, Queue>();
  for await (const movement of movementsOf(db, userId, untilMs)) {
    const queue = queues.get(movement.assetId) ?? new Queue();
    queues.set(movement.assetId, queue);
    if (movement.units > 0) queue.add(movement);
    else for (const part of queue.take(movement)) if (part.soldAtMs >= sinceMs) yield part;
  }
}

/** Lots of one coin. */
class Queue {
  private lots: Lot[] = [];
  private first = 0;

  add(movement: Movement): void {
    this.lots.push({ ...movement, left: movement.units });
  }

  /** Proceeds and costs are split by units, rounded down, so that a lot's and a sale's last part takes the rest. */
  take({ kind, marketId, assetId, units, valueE16, timeMs }: Movement): Disposal[] {
    const all = 0 - units;
    const parts: Disposal[] = [];
    for (let gone = 0; gone < all; ) {
      const lot = this.lots[this.first];
      if (lot === undefined) throw new Error(`${all - gone} units of asset ${assetId} left that never came`);
      const taken = Math.min(lot.left, all - gone);
      const before = lot.units - lot.left;
      parts.push({
        kind,
        marketId,
        assetId,
        acquiredAtMs: lot.timeMs,
        soldAtMs: timeMs,
        units: taken,
        costE16:
          shareE16(lot.valueE16, before + taken, lot.units) - shareE16(lot.valueE16, before, lot.units),
        proceedsE16: shareE16(valueE16, gone + taken, all) - shareE16(valueE16, gone, all),
      });
      lot.left -= taken;
      gone += taken;
      if (lot.left === 0) this.first++;
    }
    if (this.first >= BATCH) {
      this.lots = this.lots.slice(this.first);
      this.first = 0;
    }
    return parts;
  }
}

const shareE16 = (valueE16: bigint, units: number, of: number): bigint =>
  (valueE16 * BigInt(units)) / BigInt(of);

/** All movements in the order of their commands; within one command, trades come last. */
async function* movementsOf(
  db: Kysely<ReadModelTables>,
  userId: number,
  untilMs: number,
): AsyncGenerator<Movement> {
  const others = await recordsOf(db, userId, untilMs);
  let next = 0;
  for await (const trade of tradesOf(db, userId, untilMs)) {
    for (let other = others[next]; other !== undefined && other.seq <= trade.seq; other = others[++next])
      yield other;
    yield trade;
  }
  yield* others.slice(next);
}

async function recordsOf(
  db: Kysely<ReadModelTables>,
  userId: number,
  untilMs: number,
): Promise<readonly Movement[]> {
  const rows = await db
    .selectFrom("value_records")
    .selectAll()
    .where("user_id", "=", userId)
    .where("time_ms", "<", untilMs)
    .execute();
  return rows
    .sort((a, b) => a.record_id - b.record_id)
    .map((row): Movement => {
      const kind = CODES.fundRecordKind.name(row.kind);
      // A fee brings nothing.
      const isWorthless = kind === "withdrawal-fee";
      const value = BigInt(row.value_e16);
      return {
        seq: Math.floor(row.record_id / RECORDS_PER_COMMAND),
        timeMs: row.time_ms,
        kind,
        marketId: -1,
        assetId: row.asset_id,
        units: row.units,
        valueE16: isWorthless ? 0n : value < 0n ? 0n - value : value,
      };
    });
}

/** Both coins of every spot trade, except USDT: what was bought, and what was paid with. */
async function* tradesOf(
  db: Kysely<ReadModelTables>,
  userId: number,
  untilMs: number,
): AsyncGenerator<Movement> {
  const listing = await profitListing(db);
  const contracts = new Set(listing.markets.filter((each) => each.isContract).map((each) => each.marketId));
  let after: readonly [number, number] = [-1, -1];
  for (;;) {
    const rows = await db
      .selectFrom("fills")
      .selectAll()
      .where("user_id", "=", userId)
      .where(sql<SqlBool>`(time_ms, trade_id) > (${after[0]}::bigint, ${after[1]}::bigint)`)
      .where("time_ms", "<", untilMs)
      .orderBy("time_ms")
      .orderBy("trade_id")
      .limit(BATCH)
      .execute();
    for (const row of rows) {
      if (row.lever || contracts.has(row.market_id)) continue;
      const { marketId, scale, baseAssetId, quoteAssetId } = listing.market(row.market_id);
      const fill = fillOfRow(row);
      const { seq, timeMs, side, quoteUnits, feeUnits } = fill;
      const valueE16 = tradeValueE16(fill, listing.scale(quoteAssetId));
      const common = { seq, timeMs, kind: "trade", marketId, valueE16 } as const;
      const baseUnits = fill.quantityLots * scale.lotUnits;
      const [paid, got]: [Movement, Movement] =
        side === "buy"
          ? [
              { ...common, assetId: quoteAssetId, units: 0 - quoteUnits },
              { ...common, assetId: baseAssetId, units: baseUnits - feeUnits },
            ]
          : [
              { ...common, assetId: baseAssetId, units: 0 - baseUnits },
              { ...common, assetId: quoteAssetId, units: quoteUnits - feeUnits },
            ];
      for (const movement of [paid, got])
        if (movement.assetId !== listing.valueAssetId && movement.units !== 0) yield movement;
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) return;
    after = [last.time_ms, last.trade_id];
  }
}
