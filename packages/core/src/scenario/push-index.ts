import type { PushIndex } from "@candor/domain/commands/scenario-commands";
import { LIMITS } from "@candor/domain/limits";
import { indexSetting } from "@candor/domain/setting-names";
import { fitsTicks, setIndex } from "../market/follow-index.ts";
import { registerSetting } from "../settings-register/register-setting.ts";
import type { ExchangeState } from "../state/exchange-state.ts";

/**
 * Sets the index of a spot market at once, in a test rig. Rejections: request.featureOff (no test rig),
 * request.parameterError (unknown market or a contract, no source, no price or one that does not fit the ticks, and while
 * the clock is held).
 */
export function pushIndex(state: ExchangeState, { marketId, sourceId, priceE8 }: PushIndex): void {
  if (!state.isScenario) return state.reject("request.featureOff");
  const market = state.markets[marketId];
  const isSource = Number.isInteger(sourceId) && sourceId >= 0 && sourceId < LIMITS.maxSourcesPerMarket;
  const isPrice = Number.isInteger(priceE8) && priceE8 > 0 && priceE8 <= LIMITS.maxUnits;
  if (market === undefined || market.contract !== undefined || state.isClockHeld || !isSource || !isPrice)
    return state.reject("request.parameterError");
  if (!fitsTicks(market, priceE8)) return state.reject("request.parameterError");
  // The next start reads from it what the price sources must repeat.
  registerSetting(state, indexSetting(market.spec.symbol), priceE8);
  setIndex(state, market, sourceId, priceE8);
}
