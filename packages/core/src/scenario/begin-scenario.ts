import { SCENARIO_SETTING } from "@candor/domain/setting-names";
import { registerSetting } from "../settings-register/register-setting.ts";
import type { ExchangeState } from "../state/exchange-state.ts";

const FIRST_SEQ = 1;

/** Makes a new exchange a test rig. Rejection: request.featureOff (not the first command of the journal). */
export function beginScenario(state: ExchangeState): void {
  if (state.lastSeq !== FIRST_SEQ) return state.reject("request.featureOff");
  registerSetting(state, SCENARIO_SETTING, true);
}
