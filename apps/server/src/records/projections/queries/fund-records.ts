import type { FundRecordKind, Result, Wallet } from "@candor/domain/enumerations";
import { multiply } from "@candor/money/integer";
import {
  type Expression,
  type ExpressionBuilder,
  type Kysely,
  type Selectable,
  type SqlBool,
  sql,
} from "kysely";
import { CODES } from "../codes.ts";
import { NO_MARGIN, RECORDS_PER_COMMAND } from "../fund-record-rows.ts";
import type { FundRecordsTable, ReadModelTables } from "../tables.ts";
import { codeIn } from "./code-in.ts";
import { BAD_CURSOR, type BadCursor, type Page, pageOf, readCursor, writeCursor } from "./cursor.ts";

/** A ledger entry of a user. The amounts of an account's entries add up to its balance. */
export interface FundRecord {
  readonly recordId: number;
  readonly seq: number;
  readonly userId: number;
  readonly timeMs: number;
  readonly kind: FundRecordKind;
  readonly wallet: Wallet;
  readonly assetId: number;
  /** Signed; a fee has its own entry. */
  readonly amountUnits: number;
  /** available + frozen after the entry. */
  readonly afterUnits: number;
  /** Market of a margin account, whose entries have the wallet `coin`; −1 for a wallet's own entries. */
  readonly marginMarketId: number;
  /** Fee charged for it, for information: it is in the amount of its own entry, not of this one. */
  readonly feeUnits: number;
  /** The trade's id for trades and their fees; otherwise the sequence number of the transfer, deposit, … */
  readonly refId: number;
  /** Pending entries are not yet in any balance, except as frozen money. */
  readonly result: Result;
}

/** Absent filters match everything; since ≤ t < until. */
export interface FundRecordFilter {
  readonly userId: number;
  readonly wallet?: Wallet | undefined;
  /** true: only entries of margin accounts; false: none of them. */
  readonly margin?: boolean | undefined;
  readonly assetId?: number | undefined;
  readonly kinds?: readonly FundRecordKind[] | undefined;
  readonly result?: Result | undefined;
  readonly sinceMs?: number | undefined;
  readonly untilMs?: number | undefined;
  /** Excludes everything after this command. */
  readonly throughSeq?: number | undefined;
}

const LIST = "fund-records";
/** Same conditions as the partial indexes, so that the planner uses them. */
const WITHOUT_TRADES = sql<SqlBool>`kind not in (6, 7)`;
const NOT_SUCCEEDED = sql<SqlBool>`result <> 1`;
const OF_TRADES: readonly FundRecordKind[] = ["trade", "trade-fee"];
/** Wallets without trading: their entries are found among those without trades, which are few. */
const NEVER_TRADED: readonly Wallet[] = ["main", "option"];

/** Returns a user's fund records, newest first, ties by id descending. */
export async function fundRecords(
  db: Kysely<ReadModelTables>,
  filter: FundRecordFilter,
  limit: number,
  cursor?: string,
): Promise<Page<FundRecord> | BadCursor> {
  const after = readCursor(LIST, filter, cursor);
  if (after === BAD_CURSOR) return BAD_CURSOR;
  let query = db
    .selectFrom("fund_records")
    .selectAll()
    .where((eb) => matches(eb, filter));
  if (after !== undefined)
    query = query.where(sql<SqlBool>`(time_ms, record_id) < (${after[0]}::bigint, ${after[1]}::bigint)`);
  const rows = await query
    .orderBy("time_ms", "desc")
    .orderBy("record_id", "desc")
    .limit(limit + 1)
    .execute();
  return pageOf(rows, limit, recordOfRow, (last) =>
    writeCursor(LIST, filter, [last.time_ms, last.record_id]),
  );
}

/** Counts the records that match the filter, up to `most` + 1. */
export async function countFundRecords(
  db: Kysely<ReadModelTables>,
  filter: FundRecordFilter,
  most: number,
): Promise<number> {
  const { count } = await db
    .selectFrom((eb) =>
      eb
        .selectFrom("fund_records")
        .select("record_id")
        .where((conditions) => matches(conditions, filter))
        .limit(most + 1)
        .as("found"),
    )
    .select((eb) => eb.fn.countAll<number | string>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Returns the user's records of one transfer, deposit, …, in order. Not for trades. */
export async function fundRecordsOfReference(
  db: Kysely<ReadModelTables>,
  userId: number,
  refId: number,
): Promise<FundRecord[]> {
  const rows = await db
    .selectFrom("fund_records")
    .selectAll()
    .where("user_id", "=", userId)
    .where("ref_id", "=", refId)
    .where(WITHOUT_TRADES)
    .orderBy("record_id")
    .execute();
  return rows.map(recordOfRow);
}

/** Returns what the faucet has given the user since a given time, by asset, in units. */
export async function faucetGivenSince(
  db: Kysely<ReadModelTables>,
  userId: number,
  sinceMs: number,
): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom("fund_records")
    .select(["asset_id", sql<number>`sum(amount_units)::bigint`.as("amount")])
    .where("user_id", "=", userId)
    .where("time_ms", ">=", sinceMs)
    .where("kind", "=", CODES.fundRecordKind.code("faucet"))
    .where(WITHOUT_TRADES)
    .groupBy("asset_id")
    .execute();
  return new Map(rows.map((row) => [row.asset_id, row.amount]));
}

function recordOfRow(row: Selectable<FundRecordsTable>): FundRecord {
  return {
    recordId: row.record_id,
    seq: Math.floor(row.record_id / RECORDS_PER_COMMAND),
    userId: row.user_id,
    timeMs: row.time_ms,
    kind: CODES.fundRecordKind.name(row.kind),
    wallet: CODES.wallet.name(row.wallet),
    assetId: row.asset_id,
    amountUnits: row.amount_units,
    afterUnits: row.after_units,
    marginMarketId: row.margin_market_id,
    feeUnits: row.fee_units,
    refId: row.ref_id,
    result: CODES.result.name(row.result),
  };
}

function matches(eb: ExpressionBuilder<ReadModelTables, "fund_records">, filter: FundRecordFilter) {
  const conditions: Expression<SqlBool>[] = [eb("user_id", "=", filter.userId)];
  if (filter.wallet !== undefined) conditions.push(eb("wallet", "=", CODES.wallet.code(filter.wallet)));
  if (filter.margin !== undefined)
    conditions.push(eb("margin_market_id", filter.margin ? "<>" : "=", NO_MARGIN));
  if (filter.assetId !== undefined) conditions.push(eb("asset_id", "=", filter.assetId));
  if (filter.kinds !== undefined) {
    conditions.push(codeIn("kind", filter.kinds.map(CODES.fundRecordKind.code)));
  }
  if (cannotBeTrades(filter)) conditions.push(WITHOUT_TRADES);
  if (filter.result !== undefined) {
    conditions.push(eb("result", "=", CODES.result.code(filter.result)));
    if (filter.result !== "success") conditions.push(NOT_SUCCEEDED);
  }
  if (filter.throughSeq !== undefined)
    conditions.push(eb("record_id", "<", multiply(filter.throughSeq + 1, RECORDS_PER_COMMAND)));
  if (filter.sinceMs !== undefined) conditions.push(eb("time_ms", ">=", filter.sinceMs));
  if (filter.untilMs !== undefined) conditions.push(eb("time_ms", "<", filter.untilMs));
  return eb.and(conditions);
}

function cannotBeTrades({ kinds, wallet }: FundRecordFilter): boolean {
  if (wallet !== undefined && NEVER_TRADED.includes(wallet)) return true;
  return kinds !== undefined && !kinds.some((kind) => OF_TRADES.includes(kind));
}
