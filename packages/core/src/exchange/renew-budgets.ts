import { LIMITS } from "@candor/domain/limits";
import { CORE_LIMITS } from "../core-limits.ts";
import type { ExchangeState } from "../state/exchange-state.ts";

const { maxFillsPerCommand } = LIMITS;

/** Resets the budgets that bound the next command's work. Remaining work is done by later commands. */
export function renewBudgets(state: ExchangeState): void {
  state.fillsLeft = maxFillsPerCommand;
  state.preventedMatches = 0;
  state.triggersLeft = CORE_LIMITS.maxTriggeredPerCommand;
  state.options.stepsLeft = CORE_LIMITS.maxOptionStepsPerCommand;
  state.perpetual.stepsLeft = CORE_LIMITS.maxLiquidationsPerCommand;
  state.leverage.stepsLeft = CORE_LIMITS.maxLeverStepsPerCommand;
  state.leverage.ruinedLeft = CORE_LIMITS.maxRuinedOrdersPerCommand;
  state.leverage.chargesLeft = CORE_LIMITS.maxChargesPerCommand;
}
