import { type Kysely, type Selectable, type SqlBool, sql } from "kysely";
import type { FundingPaymentsTable, FundingRoundsTable, ReadModelTables } from "../tables.ts";
import { codeIn } from "./code-in.ts";
import { BAD_CURSOR, type BadCursor, type Page, pageOf, readCursor, writeCursor } from "./cursor.ts";

/** One funding of a contract, with all inputs of its rate. */
export interface FundingRound {
  readonly marketId: number;
  readonly round: number;
  readonly seq: number;
  readonly dueAtMs: number;
  readonly ratePpm: number;
  readonly premiumPpm: number;
  readonly interestPpm: number;
  readonly capPpm: number;
  readonly markTicks: number;
  readonly indexE8: number;
  readonly samplesPpm: readonly number[];
  /** 0 until everybody has paid. */
  readonly closedSeq: number;
  readonly remainderUnits: number;
}

/** Amount that one position paid (negative) or received. */
export interface FundingPayment {
  readonly fundingId: number;
  readonly marketId: number;
  readonly round: number;
  readonly seq: number;
  readonly timeMs: number;
  readonly lots: number;
  readonly ratePpm: number;
  readonly markTicks: number;
  readonly amountUnits: number;
  readonly missingUnits: number;
}

/** Absent filters match everything; since ≤ t < until. */
export interface FundingFilter {
  readonly userId: number;
  readonly marketId?: number | undefined;
  readonly sinceMs?: number | undefined;
  readonly untilMs?: number | undefined;
}

const PAYMENTS = "funding-payments";
const ROUNDS = "funding-rounds";

/** Returns a user's funding payments, newest first, ties by id descending. */
export async function fundingPayments(
  db: Kysely<ReadModelTables>,
  filter: FundingFilter,
  limit: number,
  cursor?: string,
): Promise<Page<FundingPayment> | BadCursor> {
  const after = readCursor(PAYMENTS, filter, cursor);
  if (after === BAD_CURSOR) return BAD_CURSOR;
  let query = db.selectFrom("funding_payments").selectAll().where("user_id", "=", filter.userId);
  if (filter.marketId !== undefined) query = query.where("market_id", "=", filter.marketId);
  if (filter.sinceMs !== undefined) query = query.where("time_ms", ">=", filter.sinceMs);
  if (filter.untilMs !== undefined) query = query.where("time_ms", "<", filter.untilMs);
  if (after !== undefined)
    query = query.where(sql<SqlBool>`(time_ms, funding_id) < (${after[0]}::bigint, ${after[1]}::bigint)`);
  const rows = await query
    .orderBy("time_ms", "desc")
    .orderBy("funding_id", "desc")
    .limit(limit + 1)
    .execute();
  return pageOf(rows, limit, paymentOfRow, (last) =>
    writeCursor(PAYMENTS, filter, [last.time_ms, last.funding_id]),
  );
}

/**
 * Returns one payment of the user with its round, or `undefined` if there is none with this id or it is another user's.
 */
export async function fundingOf(
  db: Kysely<ReadModelTables>,
  userId: number,
  fundingId: number,
): Promise<{ readonly payment: FundingPayment; readonly round: FundingRound } | undefined> {
  const payment = await db
    .selectFrom("funding_payments")
    .selectAll()
    .where("funding_id", "=", fundingId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (payment === undefined) return undefined;
  const round = await db
    .selectFrom("funding_rounds")
    .selectAll()
    .where("market_id", "=", payment.market_id)
    .where("round", "=", payment.round)
    .executeTakeFirstOrThrow();
  return { payment: paymentOfRow(payment), round: roundOfRow(round) };
}

/** Returns a contract's fundings, newest first. */
export async function fundingRounds(
  db: Kysely<ReadModelTables>,
  marketId: number,
  limit: number,
  cursor?: string,
): Promise<Page<FundingRound> | BadCursor> {
  const filter = { marketId };
  const after = readCursor(ROUNDS, filter, cursor);
  if (after === BAD_CURSOR) return BAD_CURSOR;
  let query = db.selectFrom("funding_rounds").selectAll().where("market_id", "=", marketId);
  if (after !== undefined) query = query.where("round", "<", after[1]);
  const rows = await query
    .orderBy("round", "desc")
    .limit(limit + 1)
    .execute();
  return pageOf(rows, limit, roundOfRow, (last) => writeCursor(ROUNDS, filter, [last.due_at_ms, last.round]));
}

/** Since ≤ t < until, by due time. */
export interface RoundFilter {
  readonly marketIds: readonly number[];
  readonly sinceMs?: number | undefined;
  readonly untilMs?: number | undefined;
}

/** Returns fundings of some contracts, oldest first: those since a given time, or the newest ones. */
export async function fundingRoundsOf(
  db: Kysely<ReadModelTables>,
  { marketIds, sinceMs, untilMs }: RoundFilter,
  limit: number,
): Promise<FundingRound[]> {
  let query = db.selectFrom("funding_rounds").selectAll().where(codeIn("market_id", marketIds));
  if (sinceMs !== undefined) query = query.where("due_at_ms", ">=", sinceMs);
  if (untilMs !== undefined) query = query.where("due_at_ms", "<", untilMs);
  const direction = sinceMs === undefined ? "desc" : "asc";
  const rows = await query
    .orderBy("due_at_ms", direction)
    .orderBy("market_id", direction)
    .limit(limit)
    .execute();
  return (direction === "asc" ? rows : rows.reverse()).map(roundOfRow);
}

function paymentOfRow(row: Selectable<FundingPaymentsTable>): FundingPayment {
  return {
    fundingId: row.funding_id,
    marketId: row.market_id,
    round: row.round,
    seq: row.seq,
    timeMs: row.time_ms,
    lots: row.lots,
    ratePpm: row.rate_ppm,
    markTicks: row.mark_ticks,
    amountUnits: row.amount_units,
    missingUnits: row.missing_units,
  };
}

function roundOfRow(row: Selectable<FundingRoundsTable>): FundingRound {
  return {
    marketId: row.market_id,
    round: row.round,
    seq: row.seq,
    dueAtMs: row.due_at_ms,
    ratePpm: row.rate_ppm,
    premiumPpm: row.premium_ppm,
    interestPpm: row.interest_ppm,
    capPpm: row.cap_ppm,
    markTicks: row.mark_ticks,
    indexE8: row.index_e8,
    samplesPpm: row.samples_ppm,
    closedSeq: row.closed_seq,
    remainderUnits: row.remainder_units,
  };
}
