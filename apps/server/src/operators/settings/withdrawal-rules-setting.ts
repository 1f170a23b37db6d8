import { WITHDRAWAL_RULES_SETTING } from "@candor/domain/setting-names";
import { readWithdrawalRules, type WithdrawalRules } from "@candor/domain/specs/withdrawal-rules";
import type { LiveSettings } from "../../records/live-settings/live-settings.ts";

/** Returns the rules in effect, or `otherwise` if none were ever set. */
export function withdrawalRulesBy(live: LiveSettings, otherwise: WithdrawalRules): () => WithdrawalRules {
  return () => {
    const setting = live.find(WITHDRAWAL_RULES_SETTING);
    if (setting === undefined) return otherwise;
    const rules = readWithdrawalRules(setting.value);
    if (rules === undefined) throw new Error("the journal has invalid withdrawal rules");
    return rules;
  };
}
