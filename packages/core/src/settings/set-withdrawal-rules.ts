import type { SetWithdrawalRules } from "@candor/protocol/setting-commands";
import { WITHDRAWAL_RULES_SETTING } from "@candor/protocol/setting-names";
import { readWithdrawalRules } from "@candor/protocol/withdrawal-rules";
import type { ExchangeState } from "../exchange-state.ts";
import { registerSetting } from "./settings-register.ts";

/** Notes when withdrawals are looked at. Rejection: request.parameterError, for whatever is wrong with the rules. */
export function setWithdrawalRules(state: ExchangeState, command: SetWithdrawalRules): void {
  const rules = readWithdrawalRules(command.rules);
  if (rules === undefined) return state.reject("request.parameterError");
  registerSetting(state, WITHDRAWAL_RULES_SETTING, { ...rules });
}
