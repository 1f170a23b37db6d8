import { LAYOUT } from "@candor/codec/event-layouts";
import type { SetLeverTerms } from "@candor/domain/commands/setting-commands";
import { RULES } from "@candor/domain/rules";
import { type LeverScale, leverScale } from "@candor/domain/specs/lever-listing";
import { ListingError } from "@candor/domain/specs/listing";
import type { ExchangeState } from "../state/exchange-state.ts";
import type { LeverPair } from "../state/leverage/lever-pair.ts";
import { refreshRisk } from "./lever-risk.ts";
import { copyLever, registerLever } from "./list-lever.ts";
import { chargeHours } from "./loans.ts";

/**
 * Changes the margin trading terms of a market that offers it. Loans stay; hours that have begun are charged under the
 * old terms. Rejection: request.parameterError, for anything invalid.
 */
export function setLeverTerms(state: ExchangeState, { marketId, lever }: SetLeverTerms): void {
  const pair = state.markets[marketId]?.lever;
  if (pair === undefined || typeof lever !== "object" || lever === null || !Array.isArray(lever.leverages))
    return state.reject("request.parameterError");
  const spec = copyLever(lever);
  const scale = leverScaleOf(state, pair, spec);
  if (scale === undefined) return state.reject("request.parameterError");
  if (JSON.stringify(pair.spec) === JSON.stringify(spec)) return;
  if (state.rules >= RULES.dueAtInstant) chargePair(state, pair);
  pair.setTerms(spec, scale);
  LAYOUT.leverListed.write(state.out, { marketId, lever: spec });
  registerLever(state, pair);
}

/** Charges hours that fell due earlier under the terms in force when they began, for all accounts, without a bound. */
function chargePair(state: ExchangeState, pair: LeverPair): void {
  for (const account of pair.accounts) {
    chargeHours(state, account);
    refreshRisk(state, account);
  }
}

/** Returns undefined when the terms do not fit the market's coins. */
export function leverScaleOf(
  state: ExchangeState,
  pair: LeverPair,
  spec: LeverPair["spec"],
): LeverScale | undefined {
  const [base, quote] = [state.assets[pair.market.baseAsset], state.assets[pair.market.quoteAsset]];
  if (base === undefined || quote === undefined) throw new Error("assets of the market are missing");
  try {
    return leverScale(spec, base.spec, quote.spec);
  } catch (error) {
    if (error instanceof ListingError) return undefined;
    throw error;
  }
}
