import type { ProfitWallet } from "@candor/domain/enumerations";
import type { Kysely } from "kysely";
import { CODES } from "../codes.ts";
import { dayOf } from "../day.ts";
import { NO_MARGIN } from "../fund-record-rows.ts";
import { positionOfRow } from "../profit/position-rows.ts";
import type { HeldAccount } from "../profit/profit-state.ts";
import { valueE16 } from "../profit/values.ts";
import type { ReadModelTables } from "../tables.ts";
import { type FifoLot, fifoLots } from "./profit-fifo.ts";
import { profitListing } from "./profit-listing.ts";
import { dayPrices, unrealizedUnits } from "./profit-prices.ts";
import { profitStateOf } from "./profit-state.ts";

/** One coin in one account, with its average cost. Values in 1e-16 USDT. */
export interface ProfitHolding {
  readonly wallet: ProfitWallet;
  /** Market of a margin account; -1 for a wallet. */
  readonly marginMarketId: number;
  readonly assetId: number;
  /** Negative when more is owed than held. */
  readonly units: number;
  readonly costE16: bigint;
  readonly priceE8: number;
  readonly valueE16: bigint;
}

/** A coin in all wallets (not margin accounts), by both methods. */
interface FifoHolding {
  readonly assetId: number;
  readonly units: number;
  /** The lots that remain when the oldest leave first, newest first. */
  readonly lots: readonly FifoLot[];
  readonly costE16: bigint;
  readonly valueE16: bigint;
}

/** An open position at the last mark. */
interface OpenPositionValue {
  readonly marketId: number;
  readonly leg: "long" | "short" | undefined;
  /** Signed. */
  readonly lots: number;
  readonly entryCostUnits: number;
  readonly unrealizedUnits: number;
  readonly unrealizedE16: bigint;
}

export interface ProfitHoldings {
  readonly holdings: readonly ProfitHolding[];
  readonly fifo: readonly FifoHolding[];
  readonly positions: readonly OpenPositionValue[];
}

/** Returns what a user holds now, at the last index and mark in the tables. Empty accounts are left out. */
export async function profitHoldings(db: Kysely<ReadModelTables>, userId: number): Promise<ProfitHoldings> {
  return await db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (tx) => {
      const listing = await profitListing(tx);
      const { time_ms } = await tx.selectFrom("checkpoint").select("time_ms").executeTakeFirstOrThrow();
      const today = dayOf(time_ms);
      const accounts = await accountsOf(tx, userId);
      const open = await tx
        .selectFrom("positions")
        .selectAll()
        .where("user_id", "=", userId)
        .where("closed_at_ms", "=", 0)
        .orderBy("market_id")
        .orderBy("leg")
        .execute();
      const assets = new Set(accounts.map(({ assetId }) => assetId));
      const contracts = new Set(open.map((row) => row.market_id));
      for (const marketId of contracts) assets.add(listing.market(marketId).quoteAssetId);
      const prices = await dayPrices(tx, listing, assets, contracts, today);
      const holdings = accounts.map(({ wallet, marginMarketId, assetId, units, costE16 }): ProfitHolding => {
        const priceE8 = prices.indexE8(assetId, today);
        return {
          wallet: marginMarketId === NO_MARGIN ? wallet : "lever",
          marginMarketId,
          assetId,
          units,
          costE16,
          priceE8,
          valueE16: valueE16(units, listing.scale(assetId), priceE8),
        };
      });
      const positions = open.map(positionOfRow).map((position): OpenPositionValue => {
        const { marketId, leg, entryCostUnits } = position;
        const market = listing.market(marketId);
        const lots = position.side === "buy" ? position.lots : 0 - position.lots;
        const units = unrealizedUnits(market, lots, entryCostUnits, prices.markE8(marketId, today));
        const { quoteAssetId } = market;
        const unrealizedE16 = valueE16(
          units,
          listing.scale(quoteAssetId),
          prices.indexE8(quoteAssetId, today),
        );
        return { marketId, leg, lots, entryCostUnits, unrealizedUnits: units, unrealizedE16 };
      });
      const fifo: FifoHolding[] = [];
      for (const assetId of assets) {
        if (assetId === listing.valueAssetId) continue;
        const held = holdings.filter(
          (holding) => holding.assetId === assetId && holding.marginMarketId === NO_MARGIN,
        );
        const units = held.reduce((sum, holding) => sum + holding.units, 0);
        if (units === 0) continue;
        const lots = await fifoLots(tx, listing, userId, assetId, units);
        const costE16 = lots.reduce((sum, lot) => sum + lot.costE16, 0n);
        const value = held.reduce((sum, holding) => sum + holding.valueE16, 0n);
        fifo.push({ assetId, units, lots, costE16, valueE16: value });
      }
      return { holdings, fifo, positions };
    });
}

/** Accounts with coins or a debt, in the order of wallets, pairs and coins. */
async function accountsOf(db: Kysely<ReadModelTables>, userId: number): Promise<readonly HeldAccount[]> {
  const state = await profitStateOf(db, userId);
  return [...(state?.accounts ?? [])]
    .filter(({ units }) => units !== 0)
    .sort(
      (a, b) =>
        CODES.wallet.code(a.wallet) - CODES.wallet.code(b.wallet) ||
        a.marginMarketId - b.marginMarketId ||
        a.assetId - b.assetId,
    );
}
