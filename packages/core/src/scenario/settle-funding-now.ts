import type { SettleFundingNow } from "@candor/domain/commands/scenario-commands";
import { tickContract } from "../perpetual/mark/mark-tick.ts";
import type { ExchangeState } from "../state/exchange-state.ts";

/**
 * Ends a contract's funding interval now, in a test rig. Rejections: request.featureOff (no test rig),
 * request.parameterError (no contract), trade.marketUnavailable (it has no index).
 */
export function settleFundingNow(state: ExchangeState, { marketId }: SettleFundingNow): void {
  if (!state.isScenario) return state.reject("request.featureOff");
  const contract = state.markets[marketId]?.contract;
  if (contract === undefined) return state.reject("request.parameterError");
  if (!contract.isLive) return state.reject("trade.marketUnavailable");
  contract.nextFundingAtMs = state.timeMs;
  tickContract(state, contract, false);
}
