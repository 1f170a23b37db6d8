import type { EndowableAccount, MarketKind } from "./enumerations.ts";

/** Names of settings in the journal, the audit log and the operators' lists. */
export const SITE_SETTING = "site";
export const RULES_SETTING = "rules";
export const CLOCK_SETTING = "clock";
/** Registered by the first command of a test rig; see BeginScenario. */
export const SCENARIO_SETTING = "scenario";
/** Prices that were set in a test rig: 1e-8 of the quote coin, by spot symbol; see PushIndex. */
export const INDEX_SETTING = "index";
export const WITHDRAWAL_RULES_SETTING = "withdrawal-rules";
export const REFERRAL_RATE_SETTING = "referral-rate";
export const OPTION_TERMS_SETTING = "option-terms";
export const WITHDRAWAL_FEE_SETTING = "withdrawal-fee";
export const ENDOWMENT_SETTING = "endowment";

export const indexSetting = (symbol: string): string => `${INDEX_SETTING}.${symbol}`;
export const statusSetting = (kind: MarketKind, symbol: string): string => `status.${kind}.${symbol}`;
export const feesSetting = (kind: MarketKind, symbol: string): string => `fees.${kind}.${symbol}`;
export const fundingSetting = (symbol: string): string => `funding.${symbol}`;
export const withdrawalFeeSetting = (chain: string, asset: string): string =>
  `${WITHDRAWAL_FEE_SETTING}.${chain}.${asset}`;
export const leverSetting = (symbol: string): string => `lever.${symbol}`;
export const miningPlanSetting = (planId: number): string => `mining-plan.${planId}`;
export const endowmentSetting = (account: EndowableAccount, asset: string): string =>
  `${ENDOWMENT_SETTING}.${account}.${asset}`;

/** Value of CLOCK_SETTING, see HoldClock. */
export interface ClockSetting {
  readonly isHeld: boolean;
  readonly deviationMs: number;
}

/** Value of RULES_SETTING: the version in force, see rules.ts. */
export interface RulesSetting {
  readonly version: number;
}
