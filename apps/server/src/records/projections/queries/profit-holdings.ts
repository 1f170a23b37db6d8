import type { ProfitWallet } from "@candor/domain/enumerations";
import type { Kysely } from "kysely";
import { CODES } from "../codes.ts";
import { dayOf } from "../day.ts";
import { NO_MARGIN } from "../fund-record-rows.ts";
import { positionOfRow } from "../profit/position-rows.ts";
import type { HeldAccount, ProfitState } from "../profit/profit-state.ts";
import { valueE16 } from "../profit/values.ts";
import type { ReadModelTables } from "../tables.ts";
import { acquiredDays, type FifoCost, fifoCost } from "./profit-fifo.ts";
import { type ProfitListing, profitListing } from "./profit-listing.ts";
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
interface FifoHolding extends FifoCost {
  readonly assetId: number;
  readonly units: number;
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
      const state = await profitStateOf(tx, userId);
      const accounts = accountsOf(state);
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
      const prices = await dayPrices(tx, listing, assets, contracts, today, today);
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
      const fifo = state === undefined ? [] : await fifoOf(tx, listing, state, holdings);
      return { holdings, fifo, positions };
    });
}

/** Each coin but USDT, in the order of coins. */
async function fifoOf(
  db: Kysely<ReadModelTables>,
  listing: ProfitListing,
  state: ProfitState,
  holdings: readonly ProfitHolding[],
): Promise<readonly FifoHolding[]> {
  const held = new Map<number, { units: number; valueE16: bigint }>();
  for (const { assetId, marginMarketId, units, valueE16: value } of holdings) {
    if (assetId === listing.valueAssetId || marginMarketId !== NO_MARGIN) continue;
    const sum = held.get(assetId) ?? { units: 0, valueE16: 0n };
    held.set(assetId, { units: sum.units + units, valueE16: sum.valueE16 + value });
  }
  if (held.size === 0) return [];
  const { userId } = state;
  const acquired = await acquiredDays(db, state);
  const fifo: FifoHolding[] = [];
  for (const [assetId, { units, valueE16: value }] of held) {
    if (units === 0) continue;
    const days = acquired.get(assetId)?.values() ?? [];
    const cost = await fifoCost(db, listing, days, { userId, assetId, units });
    fifo.push({ assetId, units, valueE16: value, ...cost });
  }
  return fifo;
}

/** Accounts with coins or a debt, in the order of wallets, pairs and coins. */
function accountsOf(state: ProfitState | undefined): readonly HeldAccount[] {
  return [...(state?.accounts ?? [])]
    .filter(({ units }) => units !== 0)
    .sort(
      (a, b) =>
        CODES.wallet.code(a.wallet) - CODES.wallet.code(b.wallet) ||
        a.marginMarketId - b.marginMarketId ||
        a.assetId - b.assetId,
    );
}
