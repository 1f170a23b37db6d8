import type { PositionLeg } from "@candor/domain/enumerations";
import type { Kysely } from "kysely";
import { legName } from "../codes.ts";
import type { ReadModelTables } from "../tables.ts";
import type { LiquidationFilter } from "./liquidations.ts";

/** What auto-deleveraging closed of a user's position. */
export interface DeleveragedPosition {
  /** Unique among deleveraged positions. */
  readonly stepId: number;
  readonly timeMs: number;
  readonly marketId: number;
  /** Absent in one-way mode. */
  readonly leg?: PositionLeg | undefined;
  readonly isLong: boolean;
  readonly closedLots: number;
  readonly closedQuoteUnits: number;
  /** Bankruptcy price of the liquidated side. */
  readonly priceTicks: number;
}

/** Returns what auto-deleveraging closed of a user's positions, newest first. */
export async function deleveragedPositions(
  db: Kysely<ReadModelTables>,
  { marketId, sinceMs, untilMs, userId }: Omit<LiquidationFilter, "side">,
  limit: number,
): Promise<readonly DeleveragedPosition[]> {
  let query = db.selectFrom("deleveraged_positions").selectAll().where("user_id", "=", userId);
  if (marketId !== undefined) query = query.where("market_id", "=", marketId);
  if (sinceMs !== undefined) query = query.where("time_ms", ">=", sinceMs);
  if (untilMs !== undefined) query = query.where("time_ms", "<", untilMs);
  const rows = await query.orderBy("time_ms", "desc").orderBy("step_id", "desc").limit(limit).execute();
  return rows.map((row) => ({
    stepId: row.step_id,
    timeMs: row.time_ms,
    marketId: row.market_id,
    leg: legName(row.leg),
    isLong: row.is_long,
    closedLots: row.closed_lots,
    closedQuoteUnits: row.closed_quote_units,
    priceTicks: row.price_ticks,
  }));
}
