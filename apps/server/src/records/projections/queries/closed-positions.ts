import { initialMarginOf } from "@candor/formulas/perpetual/margin";
import { returnPpmOf } from "@candor/formulas/perpetual/profit";
import { type Kysely, type SqlBool, sql } from "kysely";
import type { FoldedPosition } from "../profit/position-fold.ts";
import { positionOfRow } from "../profit/position-rows.ts";
import type { ReadModelTables } from "../tables.ts";
import { BAD_CURSOR, type BadCursor, type Page, pageOf, readCursor, writeCursor } from "./cursor.ts";

/** Absent filters match everything; since ≤ end < until. */
export interface ClosedPositionFilter {
  readonly userId: number;
  readonly marketId?: number | undefined;
  readonly sinceMs?: number | undefined;
  readonly untilMs?: number | undefined;
}

/** A position that has ended. Units of the contract's quote coin. */
export interface ClosedPosition extends Omit<FoldedPosition, "entryQuoteUnits" | "exitQuoteUnits"> {
  /** Value of all lots that were opened and closed; they are as many. */
  readonly entryQuoteUnits: bigint;
  readonly exitQuoteUnits: bigint;
  /** Realized − fees + funding. */
  readonly netUnits: number;
  /** Initial margin of its largest size at the leverage it had in the end. */
  readonly marginUnits: number;
  /** Net result ÷ margin, rounded down, so that a loss never looks smaller than it is; 0 without margin. */
  readonly roePpm: number;
}

const LIST = "closed-positions";

/** Returns a user's open contract positions. */
export async function openPositions(
  db: Kysely<ReadModelTables>,
  userId: number,
): Promise<readonly FoldedPosition[]> {
  const rows = await db
    .selectFrom("positions")
    .selectAll()
    .where("user_id", "=", userId)
    .where("closed_at_ms", "=", 0)
    .execute();
  return rows.map(positionOfRow);
}

/** Returns a user's ended contract positions, the last end first, ties by opening descending. */
export async function closedPositions(
  db: Kysely<ReadModelTables>,
  filter: ClosedPositionFilter,
  limit: number,
  cursor?: string,
): Promise<Page<ClosedPosition> | BadCursor> {
  const after = readCursor(LIST, filter, cursor);
  if (after === BAD_CURSOR) return BAD_CURSOR;
  const { userId, marketId, sinceMs, untilMs } = filter;
  let query = db
    .selectFrom("positions")
    .selectAll()
    .where("user_id", "=", userId)
    .where("closed_at_ms", ">", 0);
  if (marketId !== undefined) query = query.where("market_id", "=", marketId);
  if (sinceMs !== undefined) query = query.where("closed_at_ms", ">=", sinceMs);
  if (untilMs !== undefined) query = query.where("closed_at_ms", "<", untilMs);
  if (after !== undefined)
    query = query.where(sql<SqlBool>`(closed_at_ms, opened_id) < (${after[0]}::bigint, ${after[1]}::bigint)`);
  const rows = await query
    .orderBy("closed_at_ms", "desc")
    .orderBy("opened_id", "desc")
    .limit(limit + 1)
    .execute();
  return pageOf(
    rows,
    limit,
    (row) => withResult(positionOfRow(row)),
    (last) => writeCursor(LIST, filter, [last.closed_at_ms, last.opened_id]),
  );
}

function withResult(position: FoldedPosition): ClosedPosition {
  const { realizedUnits, feeUnits, fundingUnits, maxCostUnits, leverage } = position;
  const netUnits = realizedUnits - feeUnits + fundingUnits;
  const marginUnits = initialMarginOf(maxCostUnits, leverage);
  const roePpm = marginUnits === 0 ? 0 : returnPpmOf(netUnits, marginUnits);
  return { ...position, netUnits, marginUnits, roePpm };
}
