import { LAYOUT } from "@candor/codec/event-layouts";
import type { SetOptionTerms } from "@candor/domain/commands/option-commands";
import type { SettingValue } from "@candor/domain/events/setting-events";
import { OPTION_TERMS_SETTING } from "@candor/domain/setting-names";
import { type OptionTerms, optionScale } from "@candor/domain/specs/option-terms";
import { registerSetting } from "../settings-register/register-setting.ts";
import type { ExchangeState } from "../state/exchange-state.ts";
import type { Market } from "../state/market/market.ts";
import { OptionMarket } from "../state/timed-option/option-market.ts";
import type { ActiveTerms } from "../state/timed-option/option-state.ts";

/**
 * Sets the terms offered from now on. Open options do not change. Rejection: request.parameterError, for anything
 * invalid.
 */
export function setOptionTerms(state: ExchangeState, command: SetOptionTerms): void {
  const active = activeTerms(state, copyOf(command.terms));
  if (active === undefined) return state.reject("request.parameterError");
  applyTerms(state, active);
  LAYOUT.optionTermsSet.write(state.out, { terms: active.terms });
  registerSetting(state, OPTION_TERMS_SETTING, termsValue(active.terms));
}

export const termsValue = (terms: OptionTerms): SettingValue => ({
  ...terms,
  offers: terms.offers.map(({ symbol, durations }) => ({
    symbol,
    durations: durations.map((duration) => ({ ...duration })),
  })),
});

/** The terms with their integers; undefined when they do not fit this exchange. */
export function activeTerms(state: ExchangeState, terms: OptionTerms): ActiveTerms | undefined {
  const asset = state.assets.find(({ spec }) => spec.symbol === terms.asset);
  if (asset === undefined) return undefined;
  const scale = optionScale(terms, asset.spec);
  const symbols = new Set(terms.offers.map(({ symbol }) => symbol));
  const fits =
    symbols.size === terms.offers.length &&
    terms.offers.every(({ symbol }) => spotMarket(state, symbol)?.quoteAsset === asset.id);
  // Open options have their escrow in the current coin.
  const { active, open } = state.options;
  if (open.size > 0 && active !== undefined && active.assetId !== asset.id) return undefined;
  return scale !== undefined && fits ? { terms, scale, assetId: asset.id } : undefined;
}

/** Updates the markets to the terms. Markets no longer offered stay for their open options. */
export function applyTerms(state: ExchangeState, active: ActiveTerms): void {
  const { options } = state;
  options.active = active;
  for (const at of options.markets) at.durations = [];
  for (const { symbol, durations } of active.terms.offers) {
    const market = spotMarket(state, symbol) as Market;
    let at = options.find(market.id);
    if (at === undefined) {
      at = new OptionMarket(market);
      options.markets.push(at);
    }
    at.durations = durations;
  }
  options.markets.sort((a, b) => a.market.id - b.market.id);
}

function spotMarket(state: ExchangeState, symbol: string): Market | undefined {
  return state.markets.find(({ contract, spec }) => contract === undefined && spec.symbol === symbol);
}

/** Copies the known fields in order, so that other fields of a command do not enter the state. */
function copyOf(terms: OptionTerms): OptionTerms {
  return {
    asset: terms.asset,
    minStake: terms.minStake,
    maxStake: terms.maxStake,
    userCap: terms.userCap,
    expiryCap: terms.expiryCap,
    poolCap: terms.poolCap,
    offers: terms.offers.map(({ symbol, durations }) => ({
      symbol,
      durations: durations.map(({ durationSeconds, payoutPpm }) => ({ durationSeconds, payoutPpm })),
    })),
  };
}
