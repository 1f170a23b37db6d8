import type { FundRecordKind } from "@candor/domain/enumerations";
import { type Kysely, sql } from "kysely";
import { CODES } from "../codes.ts";
import type { ReadModelTables } from "../tables.ts";
import { codeIn } from "./code-in.ts";

/** A contract wallet entry with the contract it comes from. */
export interface ContractIncome {
  readonly recordId: number;
  readonly timeMs: number;
  readonly kind: FundRecordKind;
  readonly assetId: number;
  readonly amountUnits: number;
  /** For realized PnL and fees: the trade's number in its market. */
  readonly marketTradeId: number | undefined;
  /** `undefined` if it comes from no contract. */
  readonly marketId: number | undefined;
}

/** Since ≤ t < until. */
export interface IncomeFilter {
  readonly userId: number;
  readonly kinds: readonly FundRecordKind[];
  readonly marketId?: number | undefined;
  readonly sinceMs?: number | undefined;
  readonly untilMs?: number | undefined;
}

const kindCodes = (...kinds: FundRecordKind[]) => sql.join(kinds.map(CODES.fundRecordKind.code));

/** Returns a user's income from contracts, oldest first: since a given time, or the newest. */
export async function contractIncome(
  db: Kysely<ReadModelTables>,
  { userId, kinds, marketId, sinceMs, untilMs }: IncomeFilter,
  limit: number,
  offset: number,
): Promise<ContractIncome[]> {
  const direction = sinceMs === undefined ? "desc" : "asc";
  // A trade's records have the time of its fill, so the fill is found by its key.
  const fill = sql`from fills
      where record.kind in (${kindCodes("trade-fee", "realized-profit")}) and fills.user_id = record.user_id
        and fills.time_ms = record.time_ms and fills.trade_id = record.ref_id limit 1`;
  const tradeId = sql<number | null>`(select market_trade_id ${fill})`;
  const market = sql<number | null>`coalesce(
    (select market_id ${fill}),
    (select market_id from funding_payments
      where record.kind = ${CODES.fundRecordKind.code("funding")} and funding_id = record.ref_id limit 1),
    (select market_id from liquidation_steps
      where record.kind in (${kindCodes("liquidation", "adl")}) and liquidation_id = record.ref_id limit 1)
  )`;
  let entries = db
    .selectFrom("fund_records as record")
    .select(["record_id", "time_ms", "kind", "asset_id", "amount_units"])
    .select([market.as("market_id"), tradeId.as("market_trade_id")])
    .where("user_id", "=", userId)
    .where("wallet", "=", CODES.wallet.code("contract"))
    .where(codeIn("kind", kinds.map(CODES.fundRecordKind.code)));
  if (sinceMs !== undefined) entries = entries.where("time_ms", ">=", sinceMs);
  if (untilMs !== undefined) entries = entries.where("time_ms", "<", untilMs);
  let query = db.selectFrom(entries.as("entry")).selectAll();
  if (marketId !== undefined) query = query.where("market_id", "=", marketId);
  const rows = await query
    .orderBy("time_ms", direction)
    .orderBy("record_id", direction)
    .limit(limit)
    .offset(offset)
    .execute();
  return (direction === "asc" ? rows : rows.reverse()).map((row) => ({
    recordId: row.record_id,
    timeMs: row.time_ms,
    kind: CODES.fundRecordKind.name(row.kind),
    assetId: row.asset_id,
    amountUnits: row.amount_units,
    marketTradeId: row.market_trade_id ?? undefined,
    marketId: row.market_id ?? undefined,
  }));
}
