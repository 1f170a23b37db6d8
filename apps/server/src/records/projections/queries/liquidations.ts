import type { LiquidationMethod, MarginMode, PositionLeg } from "@candor/domain/enumerations";
import type { AccountPosition, ForcedFill } from "@candor/domain/events/contract-events";
import { type Kysely, type Selectable, type SqlBool, sql } from "kysely";
import { CODES, legName } from "../codes.ts";
import type { LiquidationStepsTable, ReadModelTables } from "../tables.ts";
import { BAD_CURSOR, type BadCursor, type Page, pageOf, readCursor, writeCursor } from "./cursor.ts";
import { type Fill, fillOfRow } from "./fills.ts";

/** A liquidation step: the state before it and its effect (see LiquidationStep in contract-events.ts). */
export interface LiquidationRecord {
  readonly stepId: number;
  readonly liquidationId: number;
  readonly seq: number;
  readonly timeMs: number;
  readonly marketId: number;
  readonly positionId: number;
  readonly method: LiquidationMethod;
  readonly marginMode: MarginMode;
  /** Absent in one-way mode. */
  readonly leg?: PositionLeg | undefined;
  readonly lots: number;
  readonly entryCostUnits: number;
  readonly marginUnits: number;
  readonly equityUnits: number;
  readonly maintenanceUnits: number;
  readonly walletUnits: number;
  readonly tier: number;
  readonly markTicks: number;
  readonly indexE8: number;
  readonly fundingTermE8: number;
  readonly basisTermE8: number;
  readonly lastTermE8: number;
  readonly closedLots: number;
  readonly closedQuoteUnits: number;
  readonly priceTicks: number;
  readonly feeUnits: number;
  readonly lossUnits: number;
  readonly fundUnits: number;
  readonly fundLots: number;
  readonly fundEntryCostUnits: number;
  readonly orderId: number;
  readonly counterpartyRealizedUnits: number;
  readonly positions: readonly AccountPosition[];
  readonly fills: readonly ForcedFill[];
}

/** Absent filters match everything; since ≤ t < until. */
export interface LiquidationFilter {
  readonly userId: number;
  readonly marketId?: number | undefined;
  readonly side?: "long" | "short" | undefined;
  readonly sinceMs?: number | undefined;
  readonly untilMs?: number | undefined;
}

const LIST = "liquidations";

/** Returns the steps that closed some of a user's positions, newest first. */
export async function liquidations(
  db: Kysely<ReadModelTables>,
  filter: LiquidationFilter,
  limit: number,
  cursor?: string,
): Promise<Page<LiquidationRecord> | BadCursor> {
  const after = readCursor(LIST, filter, cursor);
  if (after === BAD_CURSOR) return BAD_CURSOR;
  let query = db
    .selectFrom("liquidation_steps")
    .selectAll()
    .where("user_id", "=", filter.userId)
    .where("closed_lots", ">", 0);
  if (filter.marketId !== undefined) query = query.where("market_id", "=", filter.marketId);
  if (filter.side !== undefined) query = query.where("lots", filter.side === "long" ? ">" : "<", 0);
  if (filter.sinceMs !== undefined) query = query.where("time_ms", ">=", filter.sinceMs);
  if (filter.untilMs !== undefined) query = query.where("time_ms", "<", filter.untilMs);
  if (after !== undefined)
    query = query.where(sql<SqlBool>`(time_ms, step_id) < (${after[0]}::bigint, ${after[1]}::bigint)`);
  const rows = await query
    .orderBy("time_ms", "desc")
    .orderBy("step_id", "desc")
    .limit(limit + 1)
    .execute();
  return pageOf(rows, limit, recordOfRow, (last) => writeCursor(LIST, filter, [last.time_ms, last.step_id]));
}

/**
 * Returns all steps of one liquidation of the user, in order, with their trades on the book; empty if there is no such
 * liquidation.
 */
export async function liquidationOf(
  db: Kysely<ReadModelTables>,
  userId: number,
  liquidationId: number,
): Promise<readonly { readonly step: LiquidationRecord; readonly fills: readonly Fill[] }[]> {
  const rows = await db
    .selectFrom("liquidation_steps")
    .selectAll()
    .where("liquidation_id", "=", liquidationId)
    .where("user_id", "=", userId)
    .orderBy("step_id")
    .execute();
  const orders = rows.map((row) => row.order_id).filter((orderId) => orderId > 0);
  const fills =
    orders.length === 0
      ? []
      : await db
          .selectFrom("fills")
          .selectAll()
          .where("order_id", "in", orders)
          .where("user_id", "=", userId)
          .orderBy("trade_id")
          .execute();
  return rows.map((row) => ({
    step: recordOfRow(row),
    fills: fills.filter((fill) => fill.order_id === row.order_id).map(fillOfRow),
  }));
}

function recordOfRow(row: Selectable<LiquidationStepsTable>): LiquidationRecord {
  return {
    stepId: row.step_id,
    liquidationId: row.liquidation_id,
    seq: row.seq,
    timeMs: row.time_ms,
    marketId: row.market_id,
    positionId: row.position_id,
    method: CODES.liquidationMethod.name(row.method),
    marginMode: CODES.marginMode.name(row.margin_mode),
    leg: legName(row.leg),
    lots: row.lots,
    entryCostUnits: row.entry_cost_units,
    marginUnits: row.margin_units,
    equityUnits: row.equity_units,
    maintenanceUnits: row.maintenance_units,
    walletUnits: row.wallet_units,
    tier: row.tier,
    markTicks: row.mark_ticks,
    indexE8: row.index_e8,
    fundingTermE8: row.funding_term_e8,
    basisTermE8: row.basis_term_e8,
    lastTermE8: row.last_term_e8,
    closedLots: row.closed_lots,
    closedQuoteUnits: row.closed_quote_units,
    priceTicks: row.price_ticks,
    feeUnits: row.fee_units,
    lossUnits: row.loss_units,
    fundUnits: row.fund_units,
    fundLots: row.fund_lots,
    fundEntryCostUnits: row.fund_cost_units,
    orderId: row.order_id,
    counterpartyRealizedUnits: row.counterparty_realized_units,
    positions: row.positions,
    fills: row.fills,
  };
}
