import type { MinerStatus } from "@candor/domain/enumerations";
import type { MinerChanged, MinerState } from "@candor/domain/events/mining-events";
import type { Units } from "@candor/money/brand";
import { type Kysely, type Selectable, type SqlBool, sql } from "kysely";
import { CODES } from "../codes.ts";
import { RECORDS_PER_COMMAND } from "../fund-record-rows.ts";
import type { MinersTable } from "../product-tables.ts";
import type { ReadModelTables } from "../tables.ts";
import { BAD_CURSOR, type BadCursor, type Page, pageOf, readCursor, writeCursor } from "./cursor.ts";

export interface MinerFilter {
  readonly userId: number;
  /** Absent means all. */
  readonly status?: MinerStatus | undefined;
}

/** Sums over released machines in one asset. */
export interface ReleasedSums {
  readonly priceUnits: number;
  readonly claimedUnits: number;
}

/** A change of a machine and the command that made it. */
export interface MinerChangeRecord {
  readonly change: Omit<MinerChanged, "kind">;
  readonly seq: number;
  readonly timeMs: number;
}

/** Payment behind a fund record of a machine. */
export interface MiningPayment extends MinerChangeRecord {
  readonly record: "mining-income" | "mining-refund";
}

const LIST = "miners";
const RUNNING = sql<SqlBool>`release_reason = 0`;
const RELEASED = sql<SqlBool>`release_reason <> 0`;
const WITHOUT_TRADES = sql<SqlBool>`kind not in (6, 7)`;

/** Returns a user's machines, newest first. */
export async function miners(
  db: Kysely<ReadModelTables>,
  filter: MinerFilter,
  limit: number,
  cursor?: string,
): Promise<Page<MinerState> | BadCursor> {
  const after = readCursor(LIST, filter, cursor);
  if (after === BAD_CURSOR) return BAD_CURSOR;
  let query = db.selectFrom("miners").selectAll().where("user_id", "=", filter.userId);
  if (filter.status !== undefined)
    query = query.where(filter.status === "in-production" ? RUNNING : RELEASED);
  if (after !== undefined) query = query.where("miner_id", "<", after[1]);
  const rows = await query
    .orderBy("miner_id", "desc")
    .limit(limit + 1)
    .execute();
  return pageOf(rows, limit, minerOfRow, (last) => writeCursor(LIST, filter, [0, last.miner_id]));
}

/** Returns a user's machines in production: the exchange limits their number. */
export async function runningMiners(db: Kysely<ReadModelTables>, userId: number): Promise<MinerState[]> {
  const rows = await db
    .selectFrom("miners")
    .selectAll()
    .where("user_id", "=", userId)
    .where(RUNNING)
    .execute();
  return rows.map(minerOfRow);
}

export async function releasedMinerSums(
  db: Kysely<ReadModelTables>,
  userId: number,
  assetId: number,
): Promise<ReleasedSums> {
  const row = await db
    .selectFrom("miners")
    .select([
      sql<number>`coalesce(sum(price_units), 0)::bigint`.as("price"),
      sql<number>`coalesce(sum(claimed_units), 0)::bigint`.as("claimed"),
    ])
    .where("user_id", "=", userId)
    .where("asset_id", "=", assetId)
    .where(RELEASED)
    .executeTakeFirstOrThrow();
  return { priceUnits: row.price, claimedUnits: row.claimed };
}

/** Returns the income from the user's machines, in total and since a given time. */
export async function miningIncome(
  db: Kysely<ReadModelTables>,
  userId: number,
  assetId: number,
  sinceMs: number,
): Promise<{ readonly totalUnits: number; readonly sinceUnits: number }> {
  const total = await db
    .selectFrom("miners")
    .select(sql<number>`coalesce(sum(claimed_units), 0)::bigint`.as("units"))
    .where("user_id", "=", userId)
    .where("asset_id", "=", assetId)
    .executeTakeFirstOrThrow();
  const since = await db
    .selectFrom("fund_records")
    .select(sql<number>`coalesce(sum(amount_units), 0)::bigint`.as("units"))
    .where("user_id", "=", userId)
    .where("asset_id", "=", assetId)
    .where("time_ms", ">=", sinceMs)
    .where("kind", "=", CODES.fundRecordKind.code("mining-income"))
    .where(WITHOUT_TRADES)
    .executeTakeFirstOrThrow();
  return { totalUnits: total.units, sinceUnits: since.units };
}

/** Returns the user's machines that a command changed, as of the end of the command, by number. */
export async function minerChanges(
  db: Kysely<ReadModelTables>,
  userId: number,
  seq: number,
): Promise<MinerChangeRecord[]> {
  const rows = await db
    .selectFrom("miner_changes")
    .selectAll()
    .where("seq", "=", seq)
    .where("user_id", "=", userId)
    .orderBy("miner_id")
    .execute();
  if (rows.length === 0) return [];
  const machines = await db
    .selectFrom("miners")
    .selectAll()
    .where(
      "miner_id",
      "in",
      rows.map((row) => row.miner_id),
    )
    .execute();
  const byId = new Map(machines.map((row) => [row.miner_id, minerOfRow(row)]));
  return rows.map((row) => {
    const miner = byId.get(row.miner_id);
    if (miner === undefined) throw new Error(`machine ${row.miner_id} changed but has no row`);
    return {
      seq: row.seq,
      timeMs: row.time_ms,
      change: {
        ...miner,
        cause: CODES.minerCause.name(row.cause),
        claimedUnits: row.claimed_units,
        releaseReason: CODES.minerReleaseReason.name(row.release_reason),
        incomeUnits: row.income_units as Units,
        refundUnits: row.refund_units as Units,
      },
    };
  });
}

/**
 * Returns the payment behind one of the user's fund records, or `undefined` if there is no such record of a machine.
 */
export async function miningPayment(
  db: Kysely<ReadModelTables>,
  userId: number,
  recordId: number,
): Promise<MiningPayment | undefined> {
  const changes = await minerChanges(db, userId, Math.floor(recordId / RECORDS_PER_COMMAND));
  const [first] = changes;
  if (first === undefined) return undefined;
  const record = await db
    .selectFrom("fund_records")
    .select(["kind", "ref_id"])
    .where("user_id", "=", userId)
    .where("time_ms", "=", first.timeMs)
    .where("record_id", "=", recordId)
    .where(WITHOUT_TRADES)
    .executeTakeFirst();
  const change = changes.find(({ change: { minerId } }) => minerId === record?.ref_id);
  if (record === undefined || change === undefined) return undefined;
  const kind = CODES.fundRecordKind.name(record.kind);
  return kind === "mining-income" || kind === "mining-refund" ? { ...change, record: kind } : undefined;
}

function minerOfRow(row: Selectable<MinersTable>): MinerState {
  return {
    minerId: row.miner_id,
    userId: row.user_id,
    planId: row.plan_id,
    assetId: row.asset_id,
    priceUnits: row.price_units,
    totalOutputUnits: row.total_output_units,
    durationDays: row.duration_days,
    refundPpm: row.refund_ppm,
    hashRateGhs: row.hash_rate_ghs,
    boughtAtMs: row.bought_at_ms,
    claimedUnits: row.claimed_units,
    releaseReason: CODES.minerReleaseReason.name(row.release_reason),
  };
}
