import { LAYOUT } from "@candor/codec/event-layouts";
import type { SetFundingTerms } from "@candor/domain/commands/setting-commands";
import { fundingSetting } from "@candor/domain/setting-names";
import { fundingTermsFromMs, readFundingTerms } from "@candor/domain/specs/funding-terms";
import { registerSetting } from "../../settings-register/register-setting.ts";
import type { ExchangeState } from "../../state/exchange-state.ts";
import type { Contract } from "../../state/perpetual/contract.ts";

/** Announces a contract's funding terms. Rejection: request.parameterError (not a contract, or out of bounds). */
export function setFundingTerms(state: ExchangeState, command: SetFundingTerms): void {
  const contract = state.markets[command.marketId]?.contract;
  const terms = readFundingTerms(command);
  if (contract === undefined || terms === undefined) return state.reject("request.parameterError");
  registerSetting(state, fundingSetting(contract.spec.symbol), { ...terms });
}

/** Applies funding terms that were announced a day ago, at the start of an interval. */
export function takeUpFundingTerms(state: ExchangeState, contract: Contract): void {
  const { market, spec } = contract;
  const announced = state.settings.find(fundingSetting(spec.symbol));
  if (announced === undefined || state.timeMs < fundingTermsFromMs(announced.atMs, spec.fundingIntervalMs))
    return;
  const terms = readFundingTerms(announced.value);
  if (terms === undefined) throw new Error(`registered funding terms of ${spec.symbol} are invalid`);
  const { interestPpm, fundingCapPpm } = terms;
  if (spec.interestPpm === interestPpm && spec.fundingCapPpm === fundingCapPpm) return;
  contract.spec = { ...spec, interestPpm, fundingCapPpm };
  market.spec = contract.spec;
  LAYOUT.fundingTermsSet.write(state.out, { marketId: market.id, interestPpm, fundingCapPpm });
}
