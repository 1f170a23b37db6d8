import { LAYOUT } from "@candor/codec/event-layouts";
import type { SetMiningPlan } from "@candor/domain/commands/mining-commands";
import { LIMITS } from "@candor/domain/limits";
import { miningPlanSetting } from "@candor/domain/setting-names";
import { type MiningPlan, miningPlanScale } from "@candor/domain/specs/mining-plan";
import { registerSetting } from "../settings-register/register-setting.ts";
import type { ExchangeState } from "../state/exchange-state.ts";
import type { Plan } from "../state/mining-state.ts";

/**
 * Adds a plan, or changes one for machines bought from now on; its asset cannot change. Rejection:
 * request.parameterError, for anything invalid.
 */
export function setMiningPlan(state: ExchangeState, command: SetMiningPlan): void {
  const { planId } = command;
  const { plans } = state.mining;
  const isNumber = Number.isInteger(planId) && planId >= 0 && planId <= plans.length;
  if (!isNumber || planId >= LIMITS.maxMiningPlans) return state.reject("request.parameterError");
  const plan = planOf(state, planId, copyPlan(command.plan), plans[planId]?.running ?? 0);
  const known = plans[planId];
  if (plan === undefined || (known !== undefined && known.assetId !== plan.assetId))
    return state.reject("request.parameterError");
  plans[planId] = plan;
  LAYOUT.miningPlanChanged.write(state.out, { planId, plan: plan.spec });
  registerSetting(state, miningPlanSetting(planId), { ...plan.spec });
}

/** The plan with its integers, or undefined when it does not fit its asset or the limits. */
export function planOf(
  state: ExchangeState,
  id: number,
  spec: MiningPlan,
  running: number,
): Plan | undefined {
  const asset = state.assets.find((each) => each.spec.symbol === spec.asset);
  const scale = asset === undefined ? undefined : miningPlanScale(spec, asset.spec);
  return asset === undefined || scale === undefined
    ? undefined
    : { id, spec, assetId: asset.id, ...scale, running };
}

/** Copies the known fields in order, so that other fields of a command do not enter the state. */
export function copyPlan(plan: MiningPlan): MiningPlan {
  return {
    name: plan.name,
    asset: plan.asset,
    price: plan.price,
    totalOutput: plan.totalOutput,
    durationDays: plan.durationDays,
    hashRateGhs: plan.hashRateGhs,
    stock: plan.stock,
    limitPerUser: plan.limitPerUser,
    refundPpm: plan.refundPpm,
  };
}
