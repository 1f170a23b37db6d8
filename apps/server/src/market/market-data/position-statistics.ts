import type { OpenPosition } from "@candor/domain/engine-port";
import { valueOf } from "@candor/formulas/perpetual/margin";
import { unrealizedOf } from "@candor/formulas/perpetual/profit";
import type { PositionStatistics } from "../../records/projections/queries/position-statistics.ts";
import { contractOf, type ListedMarket } from "./listings.ts";
import type { MirroredMarket } from "./market-data-mirror.ts";

/** Of the accounts with positions, every fifth is a top account. */
const ACCOUNTS_PER_TOP_ACCOUNT = 5;

/** Returns the statistics of each contract, from all open positions. */
export function positionStatistics(
  markets: readonly Pick<MirroredMarket, "listed" | "figures">[],
  positions: readonly OpenPosition[],
  timeMs: number,
): PositionStatistics[] {
  const contracts = markets.filter(({ listed }) => listed.kind === "contract");
  const listedById = new Map(contracts.map(({ listed }) => [listed.marketId, listed]));
  const known = positions.filter(({ marketId }) => listedById.has(marketId));
  const top = topAccountsOf(listedById, known);
  return contracts.map(({ listed, figures }) => {
    const { marketId, quote } = listed;
    const accounts = [...netLotsOf(known.filter((position) => position.marketId === marketId))];
    const topAccounts = accounts.filter(([userId]) => top.has(`${quote.assetId} ${userId}`));
    return {
      marketId,
      timeMs,
      markTicks: figures?.markTicks ?? 0,
      openInterestLots: figures?.openInterestLots ?? 0,
      longAccounts: accounts.filter(([, lots]) => lots > 0).length,
      shortAccounts: accounts.filter(([, lots]) => lots < 0).length,
      topLongAccounts: topAccounts.filter(([, lots]) => lots > 0).length,
      topShortAccounts: topAccounts.filter(([, lots]) => lots < 0).length,
      topLongLots: topAccounts.reduce((sum, [, lots]) => sum + Math.max(0, lots), 0),
      topShortLots: topAccounts.reduce((sum, [, lots]) => sum + Math.max(0, -lots), 0),
    };
  });
}

/** Sums both sides of hedge mode. */
function netLotsOf(positions: readonly OpenPosition[]): Map<number, number> {
  const lots = new Map<number, number>();
  for (const position of positions)
    lots.set(position.userId, (lots.get(position.userId) ?? 0) + position.lots);
  return lots;
}

/**
 * Returns the fifth of the accounts with the highest margin balance (wallet and unrealized profit), at least one, by
 * coin: contracts of different coins do not share margin.
 */
function topAccountsOf(
  listedById: ReadonlyMap<number, ListedMarket>,
  positions: readonly OpenPosition[],
): Set<string> {
  const byCoin = new Map<number, Map<number, number>>();
  for (const { userId, marketId, lots, entryCostUnits, markTicks, walletUnits } of positions) {
    const listed = listedById.get(marketId);
    if (listed === undefined) continue;
    const { quoteUnitsPerTickLot } = contractOf(listed).scale;
    const balances = byCoin.get(listed.quote.assetId) ?? new Map<number, number>();
    const valueUnits = valueOf(lots, markTicks, quoteUnitsPerTickLot);
    const profitUnits = markTicks === 0 ? 0 : unrealizedOf(lots, entryCostUnits, valueUnits);
    balances.set(userId, (balances.get(userId) ?? walletUnits) + profitUnits);
    byCoin.set(listed.quote.assetId, balances);
  }
  const top = new Set<string>();
  for (const [assetId, balances] of byCoin) {
    const richest = [...balances].sort(([a, one], [b, other]) => other - one || a - b);
    const count = Math.ceil(richest.length / ACCOUNTS_PER_TOP_ACCOUNT);
    for (const [userId] of richest.slice(0, count)) top.add(`${assetId} ${userId}`);
  }
  return top;
}
