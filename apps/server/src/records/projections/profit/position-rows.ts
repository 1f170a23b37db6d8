import { POSITION_ENDS } from "@candor/domain/enumerations";
import { type Kysely, type Selectable, sql } from "kysely";
import { CODES, legCode, legName } from "../codes.ts";
import { NumberArray } from "../number-array.ts";
import type { Pause } from "../pause.ts";
import { bigint, type Columns, insertRows, integer, numeric, smallint } from "../row-writer.ts";
import type { ReadModelTables } from "../tables.ts";
import type { CommandFacts } from "./position-facts.ts";
import { type FoldedPosition, type PositionDay, PositionFold, positionName } from "./position-fold.ts";
import type { PositionDaysTable, PositionsTable } from "./profit-tables.ts";

/** Applies the facts of one group to the open positions in the tables, in order, and writes the results. */
export async function writePositions(
  db: Kysely<ReadModelTables>,
  commands: readonly CommandFacts[],
  pause: Pause,
): Promise<void> {
  if (commands.length === 0) return;
  const users = new Set(commands.flatMap(({ facts }) => facts.map(({ userId }) => userId)));
  const fold = new PositionFold(await openPositions(db, users));
  for (const command of commands) {
    fold.add(command);
    await pause.whenDue();
  }
  await insertRows(db, "positions", POSITIONS, [...fold.changed], pause, SET_POSITION);
  await insertRows(db, "position_days", POSITION_DAYS, [...fold.days.values()], pause, SET_DAY);
}

async function openPositions(
  db: Kysely<ReadModelTables>,
  users: ReadonlySet<number>,
): Promise<Map<string, FoldedPosition>> {
  const ids = new NumberArray(Float64Array.from(users));
  const rows = await db
    .selectFrom("positions")
    .selectAll()
    .where(sql<boolean>`user_id = any(${ids}::bigint[])`)
    .where("closed_at_ms", "=", 0)
    .execute();
  return new Map(rows.map((row) => positionOfRow(row)).map((each) => [positionName(each), each]));
}

export function positionOfRow(row: Selectable<PositionsTable>): FoldedPosition {
  return {
    userId: row.user_id,
    marketId: row.market_id,
    leg: legName(row.leg),
    openedId: row.opened_id,
    positionId: row.position_id,
    marginMode: CODES.marginMode.name(row.margin_mode),
    leverage: row.leverage,
    side: CODES.side.name(row.side),
    openedAtMs: row.opened_at_ms,
    closedAtMs: row.closed_at_ms,
    endedBy: POSITION_ENDS[row.ended_by - 1],
    lots: row.lots,
    entryCostUnits: row.entry_cost_units,
    maxLots: row.max_lots,
    entryLots: row.entry_lots,
    entryQuoteUnits: BigInt(row.entry_quote_units),
    exitLots: row.exit_lots,
    exitQuoteUnits: BigInt(row.exit_quote_units),
    realizedUnits: row.realized_units,
    feeUnits: row.fee_units,
    fundingUnits: row.funding_units,
    maxCostUnits: row.max_cost_units,
  };
}

const SET_POSITION = sql`
  on conflict (opened_id) do update set
    position_id = excluded.position_id, margin_mode = excluded.margin_mode, leverage = excluded.leverage,
    closed_at_ms = excluded.closed_at_ms, ended_by = excluded.ended_by, lots = excluded.lots,
    entry_cost_units = excluded.entry_cost_units, max_lots = excluded.max_lots, entry_lots = excluded.entry_lots,
    entry_quote_units = excluded.entry_quote_units, exit_lots = excluded.exit_lots,
    exit_quote_units = excluded.exit_quote_units, realized_units = excluded.realized_units,
    fee_units = excluded.fee_units, funding_units = excluded.funding_units, max_cost_units = excluded.max_cost_units`;
const SET_DAY = sql`
  on conflict (user_id, day, market_id, leg) do update set
    lots = excluded.lots, entry_cost_units = excluded.entry_cost_units`;

const POSITIONS: Columns<PositionsTable, FoldedPosition> = {
  opened_id: bigint((row) => row.openedId),
  user_id: bigint((row) => row.userId),
  market_id: integer((row) => row.marketId),
  leg: smallint((row) => legCode(row.leg)),
  position_id: bigint((row) => row.positionId),
  margin_mode: smallint((row) => CODES.marginMode.code(row.marginMode)),
  leverage: integer((row) => row.leverage),
  side: smallint((row) => CODES.side.code(row.side)),
  opened_at_ms: bigint((row) => row.openedAtMs),
  closed_at_ms: bigint((row) => row.closedAtMs),
  ended_by: smallint((row) => (row.endedBy === undefined ? 0 : CODES.positionEnd.code(row.endedBy) + 1)),
  lots: bigint((row) => row.lots),
  entry_cost_units: bigint((row) => row.entryCostUnits),
  max_lots: bigint((row) => row.maxLots),
  entry_lots: bigint((row) => row.entryLots),
  entry_quote_units: numeric((row) => row.entryQuoteUnits),
  exit_lots: bigint((row) => row.exitLots),
  exit_quote_units: numeric((row) => row.exitQuoteUnits),
  realized_units: bigint((row) => row.realizedUnits),
  fee_units: bigint((row) => row.feeUnits),
  funding_units: bigint((row) => row.fundingUnits),
  max_cost_units: bigint((row) => row.maxCostUnits),
};

const POSITION_DAYS: Columns<PositionDaysTable, PositionDay> = {
  user_id: bigint((row) => row.userId),
  day: integer((row) => row.day),
  market_id: integer((row) => row.marketId),
  leg: smallint((row) => legCode(row.leg)),
  lots: bigint((row) => row.lots),
  entry_cost_units: bigint((row) => row.entryCostUnits),
};
