import type { HoldClock } from "@candor/domain/commands/setting-commands";
import { CLOCK_SETTING } from "@candor/domain/setting-names";
import { silenceIndex } from "../market/follow-index.ts";
import { refreshStatus } from "../market/market-status.ts";
import { registerSetting } from "../settings-register/register-setting.ts";
import type { ExchangeState } from "../state/exchange-state.ts";
import { BY_CLOCK, NO_REASON } from "../state/market/market.ts";

/**
 * Handles a clock jump: every market loses its index, and with it trading, marks, funding and liquidations, until
 * prices are observed after the clock returned or was accepted. Rejection: request.parameterError (malformed).
 */
export function holdClock(state: ExchangeState, { isHeld, deviationMs }: HoldClock): void {
  if (typeof isHeld !== "boolean" || !Number.isSafeInteger(deviationMs))
    return state.reject("request.parameterError");
  registerSetting(state, CLOCK_SETTING, { isHeld, deviationMs });
  state.isClockHeld = isHeld;
  // All statuses first, so that nothing trades on the consequences of one index.
  for (const market of state.markets) {
    market.holdReason = isHeld ? BY_CLOCK : NO_REASON;
    refreshStatus(state, market);
  }
  if (isHeld)
    for (const market of state.markets) if (market.contract === undefined) silenceIndex(state, market);
}
