import type { AdoptRules } from "@candor/domain/commands/setting-commands";
import { NEWEST_RULES, RULES } from "@candor/domain/rules";
import { RULES_SETTING } from "@candor/domain/setting-names";
import { refreshRisk } from "../leverage/lever-risk.ts";
import { startDisputes } from "../market/follow-index.ts";
import { startCounting } from "../orders/number-trade.ts";
import { orderMarginOf } from "../perpetual/position/order-margin.ts";
import { registerSetting } from "../settings-register/register-setting.ts";
import type { ExchangeState } from "../state/exchange-state.ts";

/**
 * Puts a version of the rules in force from the next command on, and starts the checks that older rules did not have.
 * Rejection: request.parameterError (older than the rules in force, or unknown).
 */
export function adoptRules(state: ExchangeState, { version }: AdoptRules): void {
  if (!Number.isInteger(version) || version < state.rules || version > NEWEST_RULES)
    return state.reject("request.parameterError");
  const before = state.rules;
  if (before < RULES.boundedMark && version >= RULES.boundedMark)
    for (const contract of state.perpetual.contracts) contract.forgetSamples();
  state.rules = version;
  registerSetting(state, RULES_SETTING, { version });
  if (before < RULES.disputedIndex && version >= RULES.disputedIndex) startDisputes(state);
  if (before < RULES.freedMargins && version >= RULES.freedMargins) freeMargins(state);
  if (before < RULES.marketTradeIds && version >= RULES.marketTradeIds) startCounting(state);
  state.options.refreshDue(version >= RULES.fairStrike);
  for (const account of state.leverage.accounts) refreshRisk(state, account);
}

/** Refreshes the positions that older rules left with margin frozen for orders that had ended. */
function freeMargins(state: ExchangeState): void {
  const { perpetual } = state;
  for (const { positions } of perpetual.contracts)
    for (const position of positions)
      if (position.orderMargin > orderMarginOf(position)) perpetual.touchAgain(position, "trade");
}
