import { PROFIT_WALLETS, type ProfitSource, type ProfitWallet } from "@candor/domain/enumerations";
import { type Kysely, sql } from "kysely";
import { CODES } from "../codes.ts";
import { NO_MARGIN } from "../fund-record-rows.ts";
import type { ProfitState } from "../profit/profit-state.ts";
import { valueE16 } from "../profit/values.ts";
import type { ReadModelTables } from "../tables.ts";
import { packedRows } from "./packed-rows.ts";
import { type ProfitListing, profitListing } from "./profit-listing.ts";
import { type DayPrices, dayPrices, unrealizedUnits } from "./profit-prices.ts";
import { profitStateOf } from "./profit-state.ts";

/** By wallet; `lever` is the sum of all margin accounts. In 1e-16 USDT. */
export type ByWallet = Readonly<Record<ProfitWallet, bigint>>;

/** What one product realized in one market. */
interface Realized {
  readonly source: ProfitSource;
  /** -1 where there is no market. */
  readonly marketId: number;
  readonly profitE16: bigint;
}

/** One day (UTC) of a user: equity at its end, and what came and went, at its value then. */
export interface ProfitDay {
  /** Days since the start of 1970. */
  readonly day: number;
  readonly equityE16: ByWallet;
  /** From others minus to others. */
  readonly flowE16: ByWallet;
  /** From own other wallets minus to them; adds up to zero. */
  readonly transferE16: ByWallet;
  readonly realized: readonly Realized[];
}

/** Consecutive days, and the equity before the first one. */
export interface ProfitHistory {
  readonly openingE16: ByWallet;
  readonly days: readonly ProfitDay[];
}

/**
 * Returns a user's days `fromDay` … `toDay`, inclusive, at index and mark of each day's end; for the current day, at the
 * last ones. For every wallet and period, profit = equity at its end − equity before it − flows − transfers.
 */
export async function profitHistory(
  db: Kysely<ReadModelTables>,
  userId: number,
  fromDay: number,
  toDay: number,
): Promise<ProfitHistory> {
  return await db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (tx) => {
      const listing = await profitListing(tx);
      const rows = await rowsOf(tx, userId, fromDay, toDay);
      const assets = new Set(rows.holdings.map(({ assetId }) => assetId));
      const contracts = new Set(rows.positions.map(({ marketId }) => marketId));
      for (const marketId of contracts) assets.add(listing.market(marketId).quoteAssetId);
      const prices = await dayPrices(tx, listing, assets, contracts, fromDay - 1, toDay);
      return fold(rows, listing, prices, fromDay, toDay);
    });
}

type Rows = Awaited<ReturnType<typeof rowsOf>>;

/** What an account holds from the end of a day on, until the next row. */
interface HoldingDay {
  readonly day: number;
  readonly wallet: number;
  readonly marginMarketId: number;
  readonly assetId: number;
  readonly units: number;
}

/** A position from the end of a day on, until the next row. */
interface PositionDay {
  readonly day: number;
  readonly marketId: number;
  readonly leg: number;
  /** Signed. */
  readonly lots: number;
  readonly entryCostUnits: number;
}

async function rowsOf(db: Kysely<ReadModelTables>, userId: number, fromDay: number, toDay: number) {
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

const nothing = (): Record<ProfitWallet, bigint> => ({
  main: 0n,
  coin: 0n,
  contract: 0n,
  option: 0n,
  lever: 0n,
});

const walletOf = (wallet: number, marginMarketId: number): ProfitWallet =>
  marginMarketId === NO_MARGIN ? CODES.wallet.name(wallet) : "lever";

/** Walks the days, with what each account holds at the end of each. */
function fold(
  rows: Rows,
  listing: ProfitListing,
  prices: DayPrices,
  fromDay: number,
  toDay: number,
): ProfitHistory {
  const equityAt = equityWalk(rows, listing, prices);
  const openingE16 = equityAt(fromDay - 1);
  const days: (ProfitDay & {
    readonly flowE16: Record<ProfitWallet, bigint>;
    readonly transferE16: Record<ProfitWallet, bigint>;
    readonly realized: Realized[];
  })[] = [];
  for (let day = fromDay; day <= toDay; day++)
    days.push({
      day,
      equityE16: equityAt(day),
      flowE16: nothing(),
      transferE16: nothing(),
      realized: [],
    });
  for (const row of rows.flows) {
    const wallet = walletOf(row.wallet, row.margin_market_id);
    const day = days[row.day - fromDay];
    if (day === undefined) continue;
    day.flowE16[wallet] += BigInt(row.flow_e16);
    day.transferE16[wallet] += BigInt(row.transfer_e16);
  }
  for (const { day, ...realized } of rows.realized) days[day - fromDay]?.realized.push(realized);
  return { openingE16, days };
}

/** Returns a function that gives the equity at the end of a day; it must be called with increasing days. */
function equityWalk(rows: Rows, listing: ProfitListing, prices: DayPrices): (day: number) => ByWallet {
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
    const equity = nothing();
    const value = (assetId: number, units: number): bigint =>
      valueE16(units, listing.scale(assetId), prices.indexE8(assetId, day));
    for (const { wallet, marginMarketId, assetId, units } of holdings.values())
      equity[walletOf(wallet, marginMarketId)] += value(assetId, units);
    for (const { marketId, lots, entryCostUnits } of positions.values()) {
      const market = listing.market(marketId);
      const units = unrealizedUnits(market, lots, entryCostUnits, prices.markE8(marketId, day));
      equity.contract += value(market.quoteAssetId, units);
    }
    return equity;
  };
}

/** Returns the sum over all wallets. */
export const totalOf = (values: ByWallet): bigint =>
  PROFIT_WALLETS.reduce((sum, wallet) => sum + values[wallet], 0n);
