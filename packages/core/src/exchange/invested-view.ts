import type { InvestedView } from "@candor/domain/engine-port";
import { minerValueUnits } from "@candor/formulas/mining/miner-value";
import type { Units } from "@candor/money/brand";
import { add } from "@candor/money/integer";
import type { ExchangeState } from "../state/exchange-state.ts";

/** A user's money in machines and in open options, by asset: postings have taken it out of the wallets. */
export function viewInvested({ mining, options, markets }: ExchangeState, userId: number): InvestedView[] {
  const machines = new Map<number, number>();
  for (const miner of mining.of(userId))
    collect(machines, miner.assetId, minerValueUnits(miner, miner.claimedUnits));
  const stakes = new Map<number, number>();
  for (const { marketId, stakeUnits } of options.of(userId).values()) {
    const market = markets[marketId];
    if (market === undefined) throw new Error(`an open option of user ${userId} is in market ${marketId}`);
    collect(stakes, market.quoteAsset, stakeUnits);
  }
  return [...viewsOf("mining", machines), ...viewsOf("option", stakes)];
}

function collect(units: Map<number, number>, assetId: number, more: number): void {
  units.set(assetId, add(units.get(assetId) ?? 0, more));
}

function viewsOf(product: InvestedView["product"], units: ReadonlyMap<number, number>): InvestedView[] {
  return [...units]
    .filter(([, each]) => each > 0)
    .map(([assetId, each]) => ({ product, assetId, units: each as Units }));
}
