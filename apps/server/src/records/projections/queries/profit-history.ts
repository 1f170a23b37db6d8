import { PROFIT_WALLETS, type ProfitWallet } from "@candor/domain/enumerations";
import type { Kysely } from "kysely";
import { CODES } from "../codes.ts";
import { NO_MARGIN } from "../fund-record-rows.ts";
import { valueE16 } from "../profit/values.ts";
import type { ReadModelTables } from "../tables.ts";
import {
  heldWalk,
  type PositionDay,
  type ProfitDayRows,
  profitDayRows,
  type Realized,
} from "./profit-day-rows.ts";
import { type ProfitListing, profitListing } from "./profit-listing.ts";
import { type DayPrices, dayPrices, unrealizedUnits } from "./profit-prices.ts";

/** By wallet; `lever` is the sum of all margin accounts. In 1e-16 USDT. */
export type ByWallet = Readonly<Record<ProfitWallet, bigint>>;

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
    .execute(async (tx) => (await readHistory(tx, userId, fromDay, toDay)).history);
}

/** Returns the same with what it was calculated from. `tx` must see one state of the tables. */
export async function readHistory(
  tx: Kysely<ReadModelTables>,
  userId: number,
  fromDay: number,
  toDay: number,
): Promise<{
  readonly listing: ProfitListing;
  readonly rows: ProfitDayRows;
  readonly prices: DayPrices;
  readonly history: ProfitHistory;
}> {
  const listing = await profitListing(tx);
  const rows = await profitDayRows(tx, userId, fromDay, toDay);
  const assets = new Set(rows.holdings.map(({ assetId }) => assetId));
  const contracts = new Set(rows.positions.map(({ marketId }) => marketId));
  for (const marketId of contracts) assets.add(listing.market(marketId).quoteAssetId);
  const prices = await dayPrices(tx, listing, assets, contracts, fromDay - 1, toDay);
  return { listing, rows, prices, history: fold(rows, listing, prices, fromDay, toDay) };
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
  rows: ProfitDayRows,
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
function equityWalk(
  rows: ProfitDayRows,
  listing: ProfitListing,
  prices: DayPrices,
): (day: number) => ByWallet {
  const heldAt = heldWalk(rows);
  return (day) => {
    const { holdings, positions } = heldAt(day);
    const equity = nothing();
    for (const { wallet, marginMarketId, assetId, units } of holdings)
      equity[walletOf(wallet, marginMarketId)] += valueE16(
        units,
        listing.scale(assetId),
        prices.indexE8(assetId, day),
      );
    for (const position of positions) equity.contract += positionValueE16(position, listing, prices, day);
    return equity;
  };
}

/** Returns a position's unrealized profit at the mark of a day's end. */
export function positionValueE16(
  { marketId, lots, entryCostUnits }: PositionDay,
  listing: ProfitListing,
  prices: DayPrices,
  day: number,
): bigint {
  const market = listing.market(marketId);
  const units = unrealizedUnits(market, lots, entryCostUnits, prices.markE8(marketId, day));
  const { quoteAssetId } = market;
  return valueE16(units, listing.scale(quoteAssetId), prices.indexE8(quoteAssetId, day));
}

/** Returns the sum over all wallets. */
export const totalOf = (values: ByWallet): bigint =>
  PROFIT_WALLETS.reduce((sum, wallet) => sum + values[wallet], 0n);
