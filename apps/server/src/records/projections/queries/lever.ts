import type { LeverLiquidationMethod, LoanKind } from "@candor/domain/events/lever-events";
import { type Kysely, type Selectable, type SqlBool, sql } from "kysely";
import { CODES } from "../codes.ts";
import type { LeverLiquidationsTable, LoansTable } from "../product-tables.ts";
import type { ReadModelTables } from "../tables.ts";
import { BAD_CURSOR, type BadCursor, type Page, pageOf, readCursor, writeCursor } from "./cursor.ts";
import { type Fill, fillOfRow } from "./fills.ts";

/** A change of a debt: see LoanChanged in lever-events.ts. */
export interface LoanRecord {
  readonly loanId: number;
  readonly marketId: number;
  readonly assetId: number;
  readonly seq: number;
  readonly timeMs: number;
  readonly loanKind: LoanKind;
  readonly amountUnits: number;
  readonly interestUnits: number;
  readonly chargedUnits: number;
  readonly hourlyPpm: number;
  readonly hours: number;
  readonly debtUnits: number;
  readonly owedInterestUnits: number;
}

/** A liquidation step: see LeverLiquidated in lever-events.ts. */
export interface LeverLiquidationRecord {
  readonly stepId: number;
  readonly liquidationId: number;
  readonly marketId: number;
  readonly seq: number;
  readonly timeMs: number;
  readonly method: LeverLiquidationMethod;
  readonly indexE8: number;
  readonly indexTicks: number;
  readonly baseUnits: number;
  readonly quoteUnits: number;
  readonly baseOwedUnits: number;
  readonly quoteOwedUnits: number;
  readonly levelE4: number;
  readonly orderId: number;
  readonly closedLots: number;
  readonly closedQuoteUnits: number;
  readonly feeUnits: number;
  readonly baseRepaidUnits: number;
  readonly quoteRepaidUnits: number;
  readonly baseFundUnits: number;
  readonly quoteFundUnits: number;
  readonly baseLossUnits: number;
  readonly quoteLossUnits: number;
  readonly baseLeftUnits: number;
  readonly quoteLeftUnits: number;
}

/** Absent filters match everything; since ≤ t < until. */
export interface LeverFilter {
  readonly userId: number;
  readonly marketId?: number | undefined;
  readonly sinceMs?: number | undefined;
  readonly untilMs?: number | undefined;
}

const LOANS = "loans";
const LIQUIDATIONS = "lever-liquidations";

/** Returns a user's loans, interest and repayments, newest first. */
export async function loans(
  db: Kysely<ReadModelTables>,
  filter: LeverFilter,
  limit: number,
  cursor?: string,
): Promise<Page<LoanRecord> | BadCursor> {
  const after = readCursor(LOANS, filter, cursor);
  if (after === BAD_CURSOR) return BAD_CURSOR;
  let query = db.selectFrom("loans").selectAll().where("user_id", "=", filter.userId);
  if (filter.marketId !== undefined) query = query.where("market_id", "=", filter.marketId);
  if (filter.sinceMs !== undefined) query = query.where("time_ms", ">=", filter.sinceMs);
  if (filter.untilMs !== undefined) query = query.where("time_ms", "<", filter.untilMs);
  if (after !== undefined) query = query.where("loan_id", "<", after[1]);
  const rows = await query
    .orderBy("loan_id", "desc")
    .limit(limit + 1)
    .execute();
  return pageOf(rows, limit, loanOfRow, (last) => writeCursor(LOANS, filter, [last.time_ms, last.loan_id]));
}

/** Returns the user's loans that a command changed, in order. */
export async function loansOfCommand(
  db: Kysely<ReadModelTables>,
  userId: number,
  seq: number,
): Promise<readonly LoanRecord[]> {
  const rows = await db
    .selectFrom("loans")
    .selectAll()
    .where("seq", "=", seq)
    .where("user_id", "=", userId)
    .orderBy("loan_id")
    .execute();
  return rows.map(loanOfRow);
}

/** Returns one change of the user's debts, or `undefined` if there is no such one. */
export async function loanOf(
  db: Kysely<ReadModelTables>,
  userId: number,
  loanId: number,
): Promise<LoanRecord | undefined> {
  const row = await db
    .selectFrom("loans")
    .selectAll()
    .where("loan_id", "=", loanId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row && loanOfRow(row);
}

/** Returns liquidation steps of the user's margin accounts, newest first. */
export async function leverLiquidations(
  db: Kysely<ReadModelTables>,
  filter: LeverFilter,
  limit: number,
  cursor?: string,
): Promise<Page<LeverLiquidationRecord> | BadCursor> {
  const after = readCursor(LIQUIDATIONS, filter, cursor);
  if (after === BAD_CURSOR) return BAD_CURSOR;
  let query = db.selectFrom("lever_liquidations").selectAll().where("user_id", "=", filter.userId);
  if (filter.marketId !== undefined) query = query.where("market_id", "=", filter.marketId);
  if (filter.sinceMs !== undefined) query = query.where("time_ms", ">=", filter.sinceMs);
  if (filter.untilMs !== undefined) query = query.where("time_ms", "<", filter.untilMs);
  if (after !== undefined) query = query.where(sql<SqlBool>`step_id < ${after[1]}::bigint`);
  const rows = await query
    .orderBy("step_id", "desc")
    .limit(limit + 1)
    .execute();
  return pageOf(rows, limit, stepOfRow, (last) =>
    writeCursor(LIQUIDATIONS, filter, [last.time_ms, last.step_id]),
  );
}

/** Returns one liquidation step of the user, with its trades on the book. */
export async function leverLiquidationOf(
  db: Kysely<ReadModelTables>,
  userId: number,
  stepId: number,
): Promise<{ readonly step: LeverLiquidationRecord; readonly fills: readonly Fill[] } | undefined> {
  const row = await db
    .selectFrom("lever_liquidations")
    .selectAll()
    .where("step_id", "=", stepId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const fills = await db
    .selectFrom("fills")
    .selectAll()
    .where("order_id", "=", row.order_id)
    .where("user_id", "=", userId)
    .orderBy("trade_id")
    .execute();
  return { step: stepOfRow(row), fills: fills.map(fillOfRow) };
}

function loanOfRow(row: Selectable<LoansTable>): LoanRecord {
  return {
    loanId: row.loan_id,
    marketId: row.market_id,
    assetId: row.asset_id,
    seq: row.seq,
    timeMs: row.time_ms,
    loanKind: CODES.loanKind.name(row.kind),
    amountUnits: row.amount_units,
    interestUnits: row.interest_units,
    chargedUnits: row.charged_units,
    hourlyPpm: row.hourly_ppm,
    hours: row.hours,
    debtUnits: row.debt_units,
    owedInterestUnits: row.owed_interest_units,
  };
}

function stepOfRow(row: Selectable<LeverLiquidationsTable>): LeverLiquidationRecord {
  return {
    stepId: row.step_id,
    liquidationId: row.liquidation_id,
    marketId: row.market_id,
    seq: row.seq,
    timeMs: row.time_ms,
    method: CODES.leverLiquidationMethod.name(row.method),
    indexE8: row.index_e8,
    indexTicks: row.index_ticks,
    baseUnits: row.base_units,
    quoteUnits: row.quote_units,
    baseOwedUnits: row.base_owed_units,
    quoteOwedUnits: row.quote_owed_units,
    levelE4: row.level_e4,
    orderId: row.order_id,
    closedLots: row.closed_lots,
    closedQuoteUnits: row.closed_quote_units,
    feeUnits: row.fee_units,
    baseRepaidUnits: row.base_repaid_units,
    quoteRepaidUnits: row.quote_repaid_units,
    baseFundUnits: row.base_fund_units,
    quoteFundUnits: row.quote_fund_units,
    baseLossUnits: row.base_loss_units,
    quoteLossUnits: row.quote_loss_units,
    baseLeftUnits: row.base_left_units,
    quoteLeftUnits: row.quote_left_units,
  };
}
