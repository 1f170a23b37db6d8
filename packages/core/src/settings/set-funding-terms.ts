import { LAYOUT } from "@candor/codec/event-layouts";
import type { SetFundingTerms } from "@candor/domain/commands/setting-commands";
import { fundingSetting } from "@candor/domain/setting-names";
import { fundingTermsFromMs, readFundingTerms } from "@candor/domain/specs/funding-terms";
import type { ExchangeState } from "../exchange-state.ts";
import type { Contract } from "../perpetual/contract.ts";
import { registerSetting } from "./settings-register.ts";

/** Announces a contract's funding terms. Rejection: request.parameterError (no contract, or beyond the bounds). */
export function setFundingTerms(state: ExchangeState, command: SetFundingTerms): void {
  const contract = state.markets[command.marketId]?.contract;
  const terms = readFundingTerms(command);
  if (contract === undefined || terms === undefined) return state.reject("request.parameterError");
  registerSetting(state, fundingSetting(contract.spec.symbol), { ...terms });
}

/** An interval begins: what was announced a day ago counts from now on. */
export function takeUpFundingTerms(state: ExchangeState, contract: Contract): void {
  const { market, spec } = contract;
  const announced = state.settings.find(fundingSetting(spec.symbol));
  if (announced === undefined || state.timeMs < fundingTermsFromMs(announced.atMs, spec.fundingIntervalMs))
    return;
  const terms = readFundingTerms(announced.value);
  if (terms === undefined) throw new Error(`the register has funding terms of ${spec.symbol} that are none`);
  const { interestPpm, fundingCapPpm } = terms;
  if (spec.interestPpm === interestPpm && spec.fundingCapPpm === fundingCapPpm) return;
  contract.spec = { ...spec, interestPpm, fundingCapPpm };
  market.spec = contract.spec;
  LAYOUT.fundingTermsSet.write(state.out, { marketId: market.id, interestPpm, fundingCapPpm });
}
