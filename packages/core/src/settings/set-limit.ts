import { MAX_REFERRAL_PPM } from "@candor/domain/commands/referral-commands";
import type { LimitCommand } from "@candor/domain/commands/setting-commands";
import { ENDOWABLE_ACCOUNTS } from "@candor/domain/enumerations";
import type { SettingValue } from "@candor/domain/events/setting-events";
import { LIMITS } from "@candor/domain/limits";
import { RULES } from "@candor/domain/rules";
import { raisedLimits } from "@candor/domain/setting-limits";
import {
  endowmentSetting,
  feesSetting,
  leverSetting,
  miningPlanSetting,
  OPTION_TERMS_SETTING,
  REFERRAL_RATE_SETTING,
  WITHDRAWAL_RULES_SETTING,
  withdrawalFeeSetting,
} from "@candor/domain/setting-names";
import { exceedsMaxOutput, miningPlanScale } from "@candor/domain/specs/mining-plan";
import { readWithdrawalRules } from "@candor/domain/specs/withdrawal-rules";
import { parseDecimal } from "@candor/money/decimal";
import { hasHiddenCharacters } from "@candor/text/visible-text";
import { copyLever } from "../leverage/list-lever.ts";
import { leverScaleOf, setLeverTerms } from "../leverage/set-lever-terms.ts";
import { setMarketFees } from "../market/set-market-fees.ts";
import { copyPlan, planOf, setMiningPlan } from "../mining/set-mining-plan.ts";
import { setReferralRate } from "../referral/set-referral-rate.ts";
import { type ExchangeState, isAmount } from "../state/exchange-state.ts";
import { activeTerms, setOptionTerms, termsValue } from "../timed-option/set-option-terms.ts";
import { setWithdrawalFee } from "../wallet-movements/set-withdrawal-fee.ts";
import { setWithdrawalRules } from "../wallet-movements/set-withdrawal-rules.ts";
import { endowPool } from "./endow-pool.ts";

/** A setting, with its current value and the value that a command would set. */
export interface LimitChange {
  readonly setting: string;
  /** undefined: not set yet. */
  readonly before: SettingValue | undefined;
  readonly after: SettingValue;
}

/**
 * Sets a value from the next command on. Rejections, in addition to the handlers' own: request.parameterError. Under
 * RULES.announcedRaises, when it lets more out than before or makes terms worse for users and there are traders (it
 * must be announced), or pays out too much of what is paid in. Under RULES.visibleTexts, for a name with hidden
 * characters.
 */
export function setLimit(state: ExchangeState, command: LimitCommand): void {
  if (state.rules >= RULES.announcedRaises) {
    const change = changeOf(state, command);
    const isHeldBack =
      change !== undefined &&
      state.users.hasTraders &&
      raisedLimits(change.setting, change.before, change.after).length > 0;
    if (isHeldBack || paysOutTooMuch(state, command) || hidesName(state, command))
      return state.reject("request.parameterError");
  }
  execute(state, command);
}

/** Executes the setting's own handler. */
export function execute(state: ExchangeState, command: LimitCommand): void {
  switch (command.kind) {
    case "set-market-fees":
      return setMarketFees(state, command);
    case "set-lever-terms":
      return setLeverTerms(state, command);
    case "set-withdrawal-fee":
      return setWithdrawalFee(state, command);
    case "set-withdrawal-rules":
      return setWithdrawalRules(state, command);
    case "set-mining-plan":
      return setMiningPlan(state, command);
    case "set-option-terms":
      return setOptionTerms(state, command);
    case "set-referral-rate":
      return setReferralRate(state, command);
    case "endow-pool":
      return endowPool(state, command);
  }
}

/**
 * Whether the setting pays out more than a fixed multiple of what is paid in. Timed options have this bound in their
 * terms: a winner gets at most the stake on top of it.
 */
export function paysOutTooMuch(state: ExchangeState, command: LimitCommand): boolean {
  if (command.kind === "set-referral-rate") return command.ratePpm > MAX_REFERRAL_PPM;
  if (command.kind !== "set-mining-plan") return false;
  const asset = state.assets.find(({ spec }) => spec.symbol === command.plan.asset);
  const scale = asset === undefined ? undefined : miningPlanScale(command.plan, asset.spec);
  return scale !== undefined && exceedsMaxOutput(scale);
}

/** Whether a plan's name contains characters that hide its real text. */
export function hidesName(state: ExchangeState, command: LimitCommand): boolean {
  return (
    state.rules >= RULES.visibleTexts &&
    command.kind === "set-mining-plan" &&
    hasHiddenCharacters(command.plan.name)
  );
}

/** Returns undefined when the setting does not exist, or its value does not fit the current state. */
export function changeOf(state: ExchangeState, command: LimitCommand): LimitChange | undefined {
  const change = (setting: string, after: SettingValue, before = inForce(state, setting)): LimitChange => ({
    setting,
    before,
    after,
  });
  switch (command.kind) {
    case "set-market-fees": {
      const market = state.markets[command.marketId];
      if (market === undefined) return undefined;
      const { makerFeePpm, takerFeePpm } = market;
      const after = { makerFeePpm: command.makerFeePpm, takerFeePpm: command.takerFeePpm };
      return change(feesSetting(market.kind, market.spec.symbol), after, { makerFeePpm, takerFeePpm });
    }
    case "set-lever-terms": {
      const pair = state.markets[command.marketId]?.lever;
      if (pair === undefined || !Array.isArray(command.lever.leverages)) return undefined;
      const after = copyLever(command.lever);
      return leverScaleOf(state, pair, after) === undefined
        ? undefined
        : change(leverSetting(pair.market.spec.symbol), { ...after }, { ...pair.spec });
    }
    case "set-withdrawal-fee": {
      const asset = state.assets[command.assetId];
      const isFee =
        asset !== undefined &&
        typeof command.fee === "string" &&
        typeof parseDecimal(command.fee, asset.spec.scale) === "number";
      return isFee
        ? change(withdrawalFeeSetting(command.chain, asset.spec.symbol), { fee: command.fee })
        : undefined;
    }
    case "set-withdrawal-rules": {
      const rules = readWithdrawalRules(command.rules);
      return rules && change(WITHDRAWAL_RULES_SETTING, { ...rules });
    }
    case "set-mining-plan": {
      const { planId } = command;
      const known = state.mining.plans[planId];
      const plan = planOf(state, planId, copyPlan(command.plan), 0);
      const fits =
        isPlanId(planId) && plan !== undefined && (known?.assetId ?? plan.assetId) === plan.assetId;
      return fits
        ? change(miningPlanSetting(planId), { ...plan.spec }, known && { ...known.spec })
        : undefined;
    }
    case "set-option-terms": {
      const active = activeTerms(state, command.terms);
      const before = state.options.active?.terms;
      return active && change(OPTION_TERMS_SETTING, termsValue(active.terms), before && termsValue(before));
    }
    case "set-referral-rate":
      return change(
        REFERRAL_RATE_SETTING,
        { ratePpm: command.ratePpm },
        { ratePpm: state.referrals.ratePpm },
      );
    case "endow-pool": {
      const { assetId, totalUnits } = command;
      const asset = state.assets[assetId];
      const number = ENDOWABLE_ACCOUNTS.indexOf(command.pool);
      if (asset === undefined || number < 0 || !isAmount(totalUnits)) return undefined;
      const given = state.endowments.of(number, assetId);
      // Endowments are never taken back: a smaller total changes nothing.
      const after = { totalUnits: Math.max(totalUnits, given) };
      return change(endowmentSetting(command.pool, asset.spec.symbol), after, { totalUnits: given });
    }
  }
}

/** Plans before it may also be announced, so the id need not be the next number yet. */
const isPlanId = (planId: number): boolean =>
  Number.isInteger(planId) && planId >= 0 && planId < LIMITS.maxMiningPlans;

function inForce(state: ExchangeState, setting: string): SettingValue | undefined {
  return state.settings.find(setting)?.value;
}
