import type { MinerState } from "@candor/domain/events/mining-events";
import type { MiningView } from "@candor/domain/mining-view";
import type { ExchangeState } from "../state/exchange-state.ts";
import { freeReserve, isCovered } from "./buy-miners.ts";

/** Plans, the reserve behind them, and the given user's machines in production. */
export function viewMining(state: ExchangeState, userId?: number): Omit<MiningView, "asOfSeq"> {
  const { mining } = state;
  const assets = [...new Set(mining.plans.map(({ assetId }) => assetId))].sort((a, b) => a - b);
  const miners: MinerState[] = [];
  if (userId !== undefined)
    for (const miner of mining.of(userId)) miners.push({ ...miner, releaseReason: "none" });
  return {
    timeMs: state.timeMs,
    plans: mining.plans.map((plan) => ({
      planId: plan.id,
      spec: plan.spec,
      assetId: plan.assetId,
      priceUnits: plan.priceUnits,
      totalOutputUnits: plan.totalOutputUnits,
      running: plan.running,
      isCovered: isCovered(state, plan, 1),
    })),
    reserves: assets.map((assetId) => ({
      assetId,
      lockedUnits: mining.lockedUnits(assetId),
      freeUnits: freeReserve(state, assetId),
    })),
    miners,
  };
}
