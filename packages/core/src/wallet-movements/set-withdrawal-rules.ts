import type { SetWithdrawalRules } from "@candor/domain/commands/setting-commands";
import { WITHDRAWAL_RULES_SETTING } from "@candor/domain/setting-names";
import { readWithdrawalRules } from "@candor/domain/specs/withdrawal-rules";
import { registerSetting } from "../settings-register/register-setting.ts";
import type { ExchangeState } from "../state/exchange-state.ts";

/** Records when withdrawals need a review. Rejection: request.parameterError, for anything invalid. */
export function setWithdrawalRules(state: ExchangeState, command: SetWithdrawalRules): void {
  const rules = readWithdrawalRules(command.rules);
  if (rules === undefined) return state.reject("request.parameterError");
  registerSetting(state, WITHDRAWAL_RULES_SETTING, { ...rules });
}
