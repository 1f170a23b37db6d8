import { LIMITS } from "@candor/domain/limits";
import { CORE_LIMITS } from "../core-limits.ts";
import type { ExchangeState } from "../state/exchange-state.ts";

const { maxFillsPerCommand } = LIMITS;

/** Bounds how much work the next command may do; what is left over is done by the commands after it. */
export function renewBudgets(state: ExchangeState): void {
  state.fillsLeft = maxFillsPerCommand;
  state.triggersLeft = CORE_LIMITS.maxTriggeredPerCommand;
  state.options.stepsLeft = CORE_LIMITS.maxOptionStepsPerCommand;
  state.perpetual.stepsLeft = CORE_LIMITS.maxLiquidationsPerCommand;
  state.leverage.stepsLeft = CORE_LIMITS.maxLeverStepsPerCommand;
  state.leverage.ruinedLeft = CORE_LIMITS.maxRuinedOrdersPerCommand;
  state.leverage.chargesLeft = CORE_LIMITS.maxChargesPerCommand;
}
