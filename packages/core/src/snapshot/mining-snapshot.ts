import { MINER_RELEASE_REASONS } from "@candor/domain/enumerations";
import type { MiningPlan } from "@candor/domain/specs/mining-plan";
import { planOf } from "../mining/set-mining-plan.ts";
import type { ExchangeState } from "../state/exchange-state.ts";
import type { Miner } from "../state/mining-state.ts";
import { SnapshotError, type SnapshotReader, type SnapshotWriter } from "./snapshot-bytes.ts";

/** Writes plans, machines in production by id, and the remembered ones. Locked amounts are derived from them. */
export function writeMining(state: ExchangeState, to: SnapshotWriter): void {
  const { mining } = state;
  to.integer(mining.lastMinerId);
  to.list((one) => {
    for (const { spec } of mining.plans) {
      one();
      to.text(JSON.stringify(spec));
    }
  });
  to.list((one) => {
    mining.forEach((miner) => {
      one();
      writeMiner(miner, to);
    });
  });
  to.list((one) => {
    mining.forEachReleased((minerId, { userId, reason }) => {
      one();
      to.integer(minerId);
      to.u32(userId);
      to.u8(MINER_RELEASE_REASONS.indexOf(reason));
    });
  });
}

function writeMiner(miner: Miner, to: SnapshotWriter): void {
  to.integer(miner.minerId);
  to.u32(miner.userId);
  to.u8(miner.planId);
  to.u8(miner.assetId);
  to.integer(miner.priceUnits);
  to.integer(miner.totalOutputUnits);
  to.u32(miner.durationDays);
  to.u32(miner.refundPpm);
  to.u32(miner.hashRateGhs);
  to.integer(miner.boughtAtMs);
  to.integer(miner.claimedUnits);
}

/** Reads the output of writeMining. Assets and users must already be restored. */
export function readMining(state: ExchangeState, from: SnapshotReader): void {
  const { mining } = state;
  mining.lastMinerId = from.integer();
  from.list(() => {
    const spec = JSON.parse(from.text()) as MiningPlan;
    const plan = planOf(state, mining.plans.length, spec, 0);
    if (plan === undefined) throw new SnapshotError(`mining plan ${spec.name} does not match its asset`);
    mining.plans.push(plan);
  });
  from.list(() => mining.add(readMiner(from)));
  from.list(() => {
    const minerId = from.integer();
    const userId = from.u32();
    const reason = MINER_RELEASE_REASONS[from.u8()];
    if (reason === undefined || reason === "none")
      throw new SnapshotError(`mining machine ${minerId} was released without a valid reason`);
    mining.remember(minerId, { userId, reason });
  });
}

function readMiner(from: SnapshotReader): Miner {
  return {
    minerId: from.integer(),
    userId: from.u32(),
    planId: from.u8(),
    assetId: from.u8(),
    priceUnits: from.integer(),
    totalOutputUnits: from.integer(),
    durationDays: from.u32(),
    refundPpm: from.u32(),
    hashRateGhs: from.u32(),
    boughtAtMs: from.integer(),
    claimedUnits: from.integer(),
  };
}
