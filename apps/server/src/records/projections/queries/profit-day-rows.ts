import type { ProfitSource } from "@candor/domain/enumerations";
import { type Kysely, sql } from "kysely";
import { CODES } from "../codes.ts";
import type { ProfitState } from "../profit/profit-state.ts";
import type { ReadModelTables } from "../tables.ts";
import { packedRows } from "./packed-rows.ts";
import { profitStateOf } from "./profit-state.ts";

/** What one product realized in one market. */
export interface Realized {
  readonly source: ProfitSource;
  /** -1 where there is no market. */
  readonly marketId: number;
  readonly profitE16: bigint;
}

/** What an account holds from the end of a day on, until the next row. */
export interface HoldingDay {
  readonly day: number;
  readonly wallet: number;
  readonly marginMarketId: number;
  readonly assetId: number;
  readonly units: number;
}

/** A position from the end of a day on, until the next row. */
export interface PositionDay {
  readonly day: number;
  readonly marketId: number;
  readonly leg: number;
  /** Signed. */
  readonly lots: number;
  readonly entryCostUnits: number;
}

export type ProfitDayRows = Awaited<ReturnType<typeof profitDayRows>>;

/** Returns what changed on the days `fromDay` … `toDay`, and what each account and position was before. */
export async function profitDayRows(
  db: Kysely<ReadModelTables>,
  userId: number,
  fromDay: number,
  toDay: number,
) {
  const holdings = await holdingsOf(db, userId, fromDay, toDay);
  const state = await profitStateOf(db, userId);
  if (state !== undefined && state.day <= toDay) holdings.push(...lastDayOf(state));
  const positions = await positionsOf(db, userId, fromDay, toDay);
  const flows = await db
    .selectFrom("flow_days")
    .selectAll()
    .where("user_id", "=", userId)
    .where("day", ">=", fromDay)
    .where("day", "<=", toDay)
    .execute();
  const profits = await realizedOf(db, userId, fromDay, toDay);
  if (state !== undefined)
    for (const each of state.realized) if (each.profitE16 !== 0n) profits.push({ ...each, day: state.day });
  return { holdings, positions, flows, realized: profits.toSorted(byProduct) };
}

/** The changes on each day, and before them the last one of each account before `fromDay`. */
async function holdingsOf(
  db: Kysely<ReadModelTables>,
  userId: number,
  fromDay: number,
  toDay: number,
): Promise<HoldingDay[]> {
  const rows = await packedRows(
    db,
    ["day", "wallet", "margin_market_id", "asset_id", "units"],
    sql`
      select distinct on (wallet, margin_market_id, asset_id, in_force)
        day, wallet, margin_market_id, asset_id, units, greatest(day, ${fromDay - 1}::integer) as in_force
      from holding_days
      where user_id = ${userId}::bigint and day <= ${toDay}::integer
      order by wallet, margin_market_id, asset_id, in_force, day desc`,
  );
  return rows
    .map(([day, wallet, marginMarketId, assetId, units]) => ({
      day: Number(day),
      wallet: Number(wallet),
      marginMarketId: Number(marginMarketId),
      assetId: Number(assetId),
      units: Number(units),
    }))
    .sort((a, b) => a.day - b.day);
}

/** The same of positions. */
async function positionsOf(
  db: Kysely<ReadModelTables>,
  userId: number,
  fromDay: number,
  toDay: number,
): Promise<PositionDay[]> {
  const rows = await packedRows(
    db,
    ["day", "market_id", "leg", "lots", "entry_cost_units"],
    sql`
      select distinct on (market_id, leg, in_force)
        day, market_id, leg, lots, entry_cost_units, greatest(day, ${fromDay - 1}::integer) as in_force
      from position_days
      where user_id = ${userId}::bigint and day <= ${toDay}::integer
      order by market_id, leg, in_force, day desc`,
  );
  return rows
    .map(([day, marketId, leg, lots, entryCostUnits]) => ({
      day: Number(day),
      marketId: Number(marketId),
      leg: Number(leg),
      lots: Number(lots),
      entryCostUnits: Number(entryCostUnits),
    }))
    .sort((a, b) => a.day - b.day);
}

async function realizedOf(
  db: Kysely<ReadModelTables>,
  userId: number,
  fromDay: number,
  toDay: number,
): Promise<RealizedOn[]> {
  const rows = await packedRows(
    db,
    ["day", "source", "market_id", "profit_e16"],
    sql`
      select day, source, market_id, profit_e16 from profit_days
      where user_id = ${userId}::bigint and day >= ${fromDay}::integer and day <= ${toDay}::integer`,
  );
  return rows.map(([day, source, marketId, profitE16]) => ({
    day: Number(day),
    source: CODES.profitSource.name(Number(source)),
    marketId: Number(marketId),
    profitE16: BigInt(profitE16 as string),
  }));
}

type RealizedOn = Realized & { readonly day: number };

/** In the order of products, then of markets. */
const byProduct = (a: RealizedOn, b: RealizedOn): number =>
  CODES.profitSource.code(a.source) - CODES.profitSource.code(b.source) || a.marketId - b.marketId;

/** What changed on the last day with a change, which is not in `holding_days` yet. */
function lastDayOf({ day, accounts }: ProfitState): HoldingDay[] {
  return [...accounts]
    .filter(({ changed }) => changed)
    .map(({ wallet, marginMarketId, assetId, units }) => ({
      day,
      wallet: CODES.wallet.code(wallet),
      marginMarketId,
      assetId,
      units,
    }));
}

/** What is held at the end of a day. */
export interface HeldOn {
  readonly holdings: Iterable<HoldingDay>;
  readonly positions: Iterable<PositionDay>;
}

/** Returns a function that gives what is held at the end of a day; it must be called with increasing days. */
export function heldWalk(rows: Pick<ProfitDayRows, "holdings" | "positions">): (day: number) => HeldOn {
  const holdings = new Map<string, HoldingDay>();
  const positions = new Map<string, PositionDay>();
  let nextHolding = 0;
  let nextPosition = 0;
  return (day) => {
    for (let row = rows.holdings[nextHolding]; row !== undefined && row.day <= day; ) {
      holdings.set(`${row.wallet} ${row.marginMarketId} ${row.assetId}`, row);
      row = rows.holdings[++nextHolding];
    }
    for (let row = rows.positions[nextPosition]; row !== undefined && row.day <= day; ) {
      positions.set(`${row.marketId} ${row.leg}`, row);
      row = rows.positions[++nextPosition];
    }
    return { holdings: holdings.values(), positions: positions.values() };
  };
}
