import type { Direction, OptionStatus } from "@candor/domain/enumerations";
import type { OptionState, TickSource } from "@candor/domain/events/option-events";
import type { PriceE8, Units } from "@candor/money/brand";
import { type Expression, type Kysely, type Selectable, type SqlBool, sql } from "kysely";
import { CODES } from "../codes.ts";
import { type DayRange, inDays, type TimeRange } from "../day.ts";
import type { OptionsTable } from "../product-tables.ts";
import type { ReadModelTables } from "../tables.ts";
import { codeIn } from "./code-in.ts";
import { BAD_CURSOR, type BadCursor, type Page, pageOf, readCursor, writeCursor } from "./cursor.ts";

/** A timed option; `settledSeq` is 0 until it ends. */
export interface OptionRecord extends OptionState {
  readonly settledSeq: number;
}

export interface OptionTick {
  readonly seq: number;
  readonly timeMs: number;
  readonly priceE8: number;
  readonly sources: readonly TickSource[];
}

/** Absent filters match everything; since ≤ t < until. */
export interface OptionFilter {
  readonly userId: number;
  readonly marketId?: number | undefined;
  readonly direction?: Direction | undefined;
  readonly statuses: readonly OptionStatus[];
  readonly sinceMs?: number | undefined;
  readonly untilMs?: number | undefined;
}

export interface OptionSummary {
  readonly count: number;
  readonly stakeUnits: bigint;
  readonly payoutUnits: bigint;
}

const LIST = "options";

/** Returns a user's timed options by time of sale, newest first. */
export async function optionHistory(
  db: Kysely<ReadModelTables>,
  filter: OptionFilter,
  limit: number,
  cursor?: string,
): Promise<Page<OptionRecord> | BadCursor> {
  const after = readCursor(LIST, filter, cursor);
  if (after === BAD_CURSOR) return BAD_CURSOR;
  let query = matching(db, filter).selectAll();
  if (after !== undefined)
    query = query.where(
      sql<SqlBool>`(accepted_at_ms, option_id) < (${after[0]}::bigint, ${after[1]}::bigint)`,
    );
  const rows = await query
    .orderBy("accepted_at_ms", "desc")
    .orderBy("option_id", "desc")
    .limit(limit + 1)
    .execute();
  return pageOf(rows, limit, recordOfRow, (last) =>
    writeCursor(LIST, filter, [last.accepted_at_ms, last.option_id]),
  );
}

/**
 * Sums all ended ones that match the filter: whole days are added up, and single options are read only for days that
 * the filter cuts.
 */
export async function optionSummary(
  db: Kysely<ReadModelTables>,
  filter: OptionFilter,
): Promise<OptionSummary> {
  const { days, rest } = inDays(filter);
  const parts: Expression<unknown>[] = rest.map((range) => optionsIn(db, filter, range));
  if (days !== undefined) parts.push(optionDays(db, filter, days));
  const { rows } = await sql<{ count: number; stake: string; payout: string }>`
    select coalesce(sum(options), 0)::bigint as count, coalesce(sum(stake), 0)::text as stake,
      coalesce(sum(payout), 0)::text as payout
    from (${sql.join(parts, sql` union all `)}) as part`.execute(db);
  const { count = 0, stake = "0", payout = "0" } = rows[0] ?? {};
  return { count, stakeUnits: BigInt(stake), payoutUnits: BigInt(payout) };
}

function optionsIn(db: Kysely<ReadModelTables>, filter: OptionFilter, range: TimeRange) {
  return matching(db, { ...filter, ...range })
    .where("settled_seq", ">", 0)
    .select([
      sql<number>`1::bigint`.as("options"),
      sql<string>`stake_units::numeric`.as("stake"),
      sql<string>`payout_units::numeric`.as("payout"),
    ]);
}

function optionDays(db: Kysely<ReadModelTables>, filter: OptionFilter, days: DayRange) {
  let query = db
    .selectFrom("option_days")
    .select(["options", sql<string>`stake_units`.as("stake"), sql<string>`payout_units`.as("payout")])
    .where("user_id", "=", filter.userId)
    .where(codeIn("status", filter.statuses.map(CODES.optionStatus.code)));
  if (days.from !== undefined) query = query.where("day", ">=", days.from);
  if (days.to !== undefined) query = query.where("day", "<", days.to);
  if (filter.marketId !== undefined) query = query.where("market_id", "=", filter.marketId);
  if (filter.direction !== undefined)
    query = query.where("direction", "=", CODES.direction.code(filter.direction));
  return query;
}

/** Returns one of the user's timed options, or `undefined` if there is none with this id or it is another user's. */
export async function optionOf(
  db: Kysely<ReadModelTables>,
  userId: number,
  optionId: number,
): Promise<OptionRecord | undefined> {
  const row = await db
    .selectFrom("options")
    .selectAll()
    .where("option_id", "=", optionId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row && recordOfRow(row);
}

/** Returns the one that the user's command bought. */
export async function optionSoldBy(
  db: Kysely<ReadModelTables>,
  userId: number,
  seq: number,
): Promise<OptionRecord | undefined> {
  const row = await db
    .selectFrom("options")
    .selectAll()
    .where("accepted_seq", "=", seq)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row && recordOfRow(row);
}

/** Returns a market's ticks from one command to another, in order. */
export async function optionTicks(
  db: Kysely<ReadModelTables>,
  marketId: number,
  fromSeq: number,
  toSeq: number,
): Promise<readonly OptionTick[]> {
  const rows = await db
    .selectFrom("option_ticks")
    .selectAll()
    .where("market_id", "=", marketId)
    .where("seq", ">=", fromSeq)
    .where("seq", "<=", toSeq)
    .orderBy("seq")
    .execute();
  return rows.map(({ seq, time_ms, price_e8, sources }) => ({
    seq,
    timeMs: time_ms,
    priceE8: price_e8,
    sources,
  }));
}

function matching(db: Kysely<ReadModelTables>, filter: OptionFilter) {
  let query = db
    .selectFrom("options")
    .where("user_id", "=", filter.userId)
    .where("status", "in", filter.statuses.map(CODES.optionStatus.code));
  if (filter.marketId !== undefined) query = query.where("market_id", "=", filter.marketId);
  if (filter.direction !== undefined)
    query = query.where("direction", "=", CODES.direction.code(filter.direction));
  if (filter.sinceMs !== undefined) query = query.where("accepted_at_ms", ">=", filter.sinceMs);
  if (filter.untilMs !== undefined) query = query.where("accepted_at_ms", "<", filter.untilMs);
  return query;
}

function recordOfRow(row: Selectable<OptionsTable>): OptionRecord {
  return {
    optionId: row.option_id,
    userId: row.user_id,
    marketId: row.market_id,
    direction: CODES.direction.name(row.direction),
    status: CODES.optionStatus.name(row.status),
    stakeUnits: row.stake_units as Units,
    payoutPpm: row.payout_ppm,
    incomeUnits: row.income_units as Units,
    durationSeconds: row.duration_seconds,
    acceptedSeq: row.accepted_seq,
    acceptedAtMs: row.accepted_at_ms,
    expiresAtMs: row.expires_at_ms,
    strikeE8: row.strike_e8 as PriceE8,
    strikeSeq: row.strike_seq,
    strikeAtMs: row.strike_at_ms,
    sellE8: row.sell_e8 as PriceE8,
    tickCount: row.tick_count,
    firstTickSeq: row.first_tick_seq,
    lastTickSeq: row.last_tick_seq,
    payoutUnits: row.payout_units as Units,
    settledSeq: row.settled_seq,
    key: row.key,
  };
}
