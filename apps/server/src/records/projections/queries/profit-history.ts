import { PROFIT_WALLETS, type ProfitSource, type ProfitWallet } from "@candor/domain/enumerations";
import type { Kysely, Selectable } from "kysely";
import { CODES } from "../codes.ts";
import { NO_MARGIN } from "../fund-record-rows.ts";
import type { ProfitState } from "../profit/profit-state.ts";
import type { HoldingDaysTable } from "../profit/profit-tables.ts";
import { valueE16 } from "../profit/values.ts";
import type { ReadModelTables } from "../tables.ts";
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
      const assets = new Set(rows.holdings.map((row) => row.asset_id));
      const contracts = new Set(rows.positions.map((row) => row.market_id));
      for (const marketId of contracts) assets.add(listing.market(marketId).quoteAssetId);
      const prices = await dayPrices(tx, listing, assets, contracts, toDay);
      return fold(rows, listing, prices, fromDay, toDay);
    });
}

type Rows = Awaited<ReturnType<typeof rowsOf>>;
type HoldingDay = Selectable<HoldingDaysTable>;
type PositionDay = Rows["positions"][number];

async function rowsOf(db: Kysely<ReadModelTables>, userId: number, fromDay: number, toDay: number) {
  const holdings = await db
    .selectFrom("holding_days")
    .selectAll()
    .where("user_id", "=", userId)
    .where("day", "<=", toDay)
    .orderBy("day")
    .execute();
  const state = await profitStateOf(db, userId);
  if (state !== undefined && state.day <= toDay) holdings.push(...lastDayOf(state));
  const positions = await db
    .selectFrom("position_days")
    .selectAll()
    .where("user_id", "=", userId)
    .where("day", "<=", toDay)
    .orderBy("day")
    .execute();
  const flows = await db
    .selectFrom("flow_days")
    .selectAll()
    .where("user_id", "=", userId)
    .where("day", ">=", fromDay)
    .where("day", "<=", toDay)
    .execute();
  const realized = await db
    .selectFrom("profit_days")
    .selectAll()
    .where("user_id", "=", userId)
    .where("day", ">=", fromDay)
    .where("day", "<=", toDay)
    .execute();
  const profits = realized.map(
    (row): RealizedOn => ({
      day: row.day,
      source: CODES.profitSource.name(row.source),
      marketId: row.market_id,
      profitE16: BigInt(row.profit_e16),
    }),
  );
  if (state !== undefined)
    for (const each of state.realized) if (each.profitE16 !== 0n) profits.push({ ...each, day: state.day });
  return { holdings, positions, flows, realized: profits.toSorted(byProduct) };
}

type RealizedOn = Realized & { readonly day: number };

/** In the order of products, then of markets. */
const byProduct = (a: RealizedOn, b: RealizedOn): number =>
  CODES.profitSource.code(a.source) - CODES.profitSource.code(b.source) || a.marketId - b.marketId;

/** What changed on the last day with a change, which is not in `holding_days` yet. */
function lastDayOf({ userId, day, accounts }: ProfitState): HoldingDay[] {
  return [...accounts]
    .filter(({ changed }) => changed)
    .map((account) => ({
      user_id: userId,
      day,
      wallet: CODES.wallet.code(account.wallet),
      margin_market_id: account.marginMarketId,
      asset_id: account.assetId,
      units: account.units,
    }));
}

const nothing = (): Record<ProfitWallet, bigint> => ({
  main: 0n,
  coin: 0n,
  contract: 0n,
  option: 0n,
  lever: 0n,
});

const walletOf = (row: { readonly wallet: number; readonly margin_market_id: number }): ProfitWallet =>
  row.margin_market_id === NO_MARGIN ? CODES.wallet.name(row.wallet) : "lever";

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
    const wallet = walletOf(row);
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
      holdings.set(`${row.wallet} ${row.margin_market_id} ${row.asset_id}`, row);
      row = rows.holdings[++nextHolding];
    }
    for (let row = rows.positions[nextPosition]; row !== undefined && row.day <= day; ) {
      positions.set(`${row.market_id} ${row.leg}`, row);
      row = rows.positions[++nextPosition];
    }
    const equity = nothing();
    const value = (assetId: number, units: number): bigint =>
      valueE16(units, listing.scale(assetId), prices.indexE8(assetId, day));
    for (const row of holdings.values()) equity[walletOf(row)] += value(row.asset_id, row.units);
    for (const { market_id, lots, entry_cost_units } of positions.values()) {
      const market = listing.market(market_id);
      const units = unrealizedUnits(market, lots, entry_cost_units, prices.markE8(market_id, day));
      equity.contract += value(market.quoteAssetId, units);
    }
    return equity;
  };
}

/** Returns the sum over all wallets. */
export const totalOf = (values: ByWallet): bigint =>
  PROFIT_WALLETS.reduce((sum, wallet) => sum + values[wallet], 0n);
