import { LAYOUT } from "@candor/codec/event-layouts";
import type { SetMarketFees } from "@candor/domain/commands/setting-commands";
import { LIMITS } from "@candor/domain/limits";
import { RULES } from "@candor/domain/rules";
import { feesSetting } from "@candor/domain/setting-names";
import { registerSetting } from "../settings-register/register-setting.ts";
import type { ExchangeState } from "../state/exchange-state.ts";
import type { ListedMarket } from "../state/listed-market.ts";

const PPM = 1_000_000;

/**
 * Sets the trading fees of a market. Rejection: request.parameterError (unknown market, or not a rate from 0 to
 * LIMITS.maxFeePpm).
 */
export function setMarketFees(state: ExchangeState, command: SetMarketFees): void {
  const { marketId, makerFeePpm, takerFeePpm } = command;
  const market = state.markets[marketId];
  if (market === undefined || !isFee(state, makerFeePpm) || !isFee(state, takerFeePpm))
    return state.reject("request.parameterError");
  if (market.makerFeePpm === makerFeePpm && market.takerFeePpm === takerFeePpm) return;
  market.setFees(makerFeePpm, takerFeePpm);
  LAYOUT.marketFeesSet.write(state.out, { marketId, makerFeePpm, takerFeePpm });
  registerFees(state, market);
}

export function registerFees(state: ExchangeState, market: ListedMarket): void {
  const { makerFeePpm, takerFeePpm } = market;
  registerSetting(state, feesSetting(market.kind, market.spec.symbol), { makerFeePpm, takerFeePpm });
}

/** Whether a fee rate is allowed: at most a tenth; before version 3 of the rules anything below the whole. */
export function isFee(state: ExchangeState, ppm: number): boolean {
  const most = state.rules < RULES.boundedNumbers ? PPM - 1 : LIMITS.maxFeePpm;
  return Number.isInteger(ppm) && ppm >= 0 && ppm <= most;
}
