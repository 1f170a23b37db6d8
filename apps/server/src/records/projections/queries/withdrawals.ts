import type { WithdrawalStatus } from "@candor/domain/enumerations";
import type { WithdrawalState } from "@candor/domain/events/events";
import type { Units } from "@candor/money/brand";
import { type Kysely, type Selectable, type SqlBool, sql } from "kysely";
import { CODES } from "../codes.ts";
import { NumberArray } from "../number-array.ts";
import type { ReadModelTables, WithdrawalsTable } from "../tables.ts";
import { BAD_CURSOR, type BadCursor, type Page, pageOf, readCursor, writeCursor } from "./cursor.ts";

/** Current state of a withdrawal, and the time of each step. */
export interface WithdrawalRecord extends WithdrawalState {
  readonly changedSeq: number;
  /** Each status once, in the order they were reached. */
  readonly steps: readonly { readonly status: WithdrawalStatus; readonly timeMs: number }[];
}

/** Absent filters match everything; since ≤ t < until. */
export interface WithdrawalFilter {
  readonly userId: number;
  readonly assetId?: number | undefined;
  readonly sinceMs?: number | undefined;
  readonly untilMs?: number | undefined;
}

const LIST = "withdrawals";

/** Returns one withdrawal of the user, or `undefined` if there is none with this id or it is another user's. */
export async function withdrawalOf(
  db: Kysely<ReadModelTables>,
  userId: number,
  withdrawalId: number,
): Promise<WithdrawalRecord | undefined> {
  const rows = await db
    .selectFrom("withdrawals")
    .selectAll()
    .where("withdrawal_id", "=", withdrawalId)
    .where("user_id", "=", userId)
    .execute();
  return (await withSteps(db, rows))[0];
}

/** Returns any user's withdrawals, to resume them after a start; unknown ids are skipped. */
export async function withdrawalsByIds(
  db: Kysely<ReadModelTables>,
  withdrawalIds: readonly number[],
): Promise<WithdrawalRecord[]> {
  const rows = await db.selectFrom("withdrawals").selectAll().where(isOneOf(withdrawalIds)).execute();
  return await withSteps(db, rows);
}

/** Returns the user's withdrawals, newest first. */
export async function withdrawalHistory(
  db: Kysely<ReadModelTables>,
  filter: WithdrawalFilter,
  limit: number,
  cursor?: string,
): Promise<Page<WithdrawalRecord> | BadCursor> {
  const after = readCursor(LIST, filter, cursor);
  if (after === BAD_CURSOR) return BAD_CURSOR;
  let query = db.selectFrom("withdrawals").selectAll().where("user_id", "=", filter.userId);
  if (filter.assetId !== undefined) query = query.where("asset_id", "=", filter.assetId);
  if (filter.sinceMs !== undefined) query = query.where("created_at_ms", ">=", filter.sinceMs);
  if (filter.untilMs !== undefined) query = query.where("created_at_ms", "<", filter.untilMs);
  if (after !== undefined)
    query = query.where(
      sql<SqlBool>`(created_at_ms, withdrawal_id) < (${after[0]}::bigint, ${after[1]}::bigint)`,
    );
  const rows = await query
    .orderBy("created_at_ms", "desc")
    .orderBy("withdrawal_id", "desc")
    .limit(limit + 1)
    .execute();
  const page = pageOf(
    rows,
    limit,
    (row) => row,
    (last) => writeCursor(LIST, filter, [last.created_at_ms, last.withdrawal_id]),
  );
  return { rows: await withSteps(db, page.rows), nextCursor: page.nextCursor };
}

async function withSteps(
  db: Kysely<ReadModelTables>,
  rows: readonly Selectable<WithdrawalsTable>[],
): Promise<WithdrawalRecord[]> {
  if (rows.length === 0) return [];
  const steps = await db
    .selectFrom("withdrawal_steps")
    .selectAll()
    .where(isOneOf(rows.map((row) => row.withdrawal_id)))
    .orderBy("withdrawal_id")
    .orderBy("seq")
    .orderBy("status")
    .execute();
  const taken = new Map(rows.map((row) => [row.withdrawal_id, new Map<WithdrawalStatus, number>()]));
  for (const step of steps) {
    const own = taken.get(step.withdrawal_id);
    const status = CODES.withdrawalStatus.name(step.status);
    // A replaced transaction repeats its step: the first time counts.
    if (own !== undefined && !own.has(status)) own.set(status, step.time_ms);
  }
  return rows.map((row) => ({
    ...withdrawalOfRow(row),
    steps: [...(taken.get(row.withdrawal_id) ?? [])].map(([status, timeMs]) => ({ status, timeMs })),
  }));
}

const isOneOf = (withdrawalIds: readonly number[]) =>
  sql<SqlBool>`withdrawal_id = any(${new NumberArray(Float64Array.from(withdrawalIds))}::bigint[])`;

function withdrawalOfRow(row: Selectable<WithdrawalsTable>): Omit<WithdrawalRecord, "steps"> {
  return {
    withdrawalId: row.withdrawal_id,
    userId: row.user_id,
    assetId: row.asset_id,
    chainIndex: row.chain_index,
    address: row.address,
    amountUnits: row.amount_units as Units,
    feeUnits: row.fee_units as Units,
    status: CODES.withdrawalStatus.name(row.status),
    needsReview: row.needs_review,
    holdReason: row.hold_reason,
    txHash: row.tx_hash,
    reason: row.reason,
    createdAtMs: row.created_at_ms,
    updatedAtMs: row.updated_at_ms,
    changedSeq: row.changed_seq,
  };
}
