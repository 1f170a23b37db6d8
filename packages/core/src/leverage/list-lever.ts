import { LAYOUT } from "@candor/codec/event-layouts";
import type { ListLever } from "@candor/domain/commands/lever-commands";
import { leverSetting } from "@candor/domain/setting-names";
import { type LeverSpec, leverScale } from "@candor/domain/specs/lever-listing";
import { ListingError } from "@candor/domain/specs/listing";
import { registerSetting } from "../settings-register/register-setting.ts";
import type { ExchangeState } from "../state/exchange-state.ts";
import { LeverPair } from "../state/leverage/lever-pair.ts";

/** Enables margin trading on a spot market. Rejection: request.parameterError, for anything invalid. */
export function listLever(state: ExchangeState, command: ListLever): void {
  const market = state.markets[command.marketId];
  if (market === undefined || market.contract !== undefined || market.lever !== undefined)
    return state.reject("request.parameterError");
  const pair = addLever(state, command.marketId, copyLever(command.lever));
  if (pair === undefined) return state.reject("request.parameterError");
  LAYOUT.leverListed.write(state.out, { marketId: market.id, lever: pair.spec });
  registerLever(state, pair);
}

export function registerLever(state: ExchangeState, pair: LeverPair): void {
  registerSetting(state, leverSetting(pair.market.spec.symbol), { ...pair.spec });
}

/** Adds margin trading to a listed spot market. Returns undefined when its numbers are inconsistent. */
export function addLever(state: ExchangeState, marketId: number, spec: LeverSpec): LeverPair | undefined {
  const market = state.markets[marketId];
  const base = state.assets[market?.baseAsset ?? -1];
  const quote = state.assets[market?.quoteAsset ?? -1];
  if (market === undefined || base === undefined || quote === undefined) return undefined;
  try {
    const pair = new LeverPair(market, spec, leverScale(spec, base.spec, quote.spec));
    market.lever = pair;
    state.leverage.pairs.push(pair);
    return pair;
  } catch (error) {
    if (error instanceof ListingError) return undefined;
    throw error;
  }
}

/** Copies the known fields in order, so that other fields of a command do not enter the state. */
export function copyLever(spec: LeverSpec): LeverSpec {
  return {
    leverages: [...spec.leverages],
    baseHourlyPpm: spec.baseHourlyPpm,
    quoteHourlyPpm: spec.quoteHourlyPpm,
    baseUserLimit: spec.baseUserLimit,
    quoteUserLimit: spec.quoteUserLimit,
    basePairLimit: spec.basePairLimit,
    quotePairLimit: spec.quotePairLimit,
  };
}
