import { LAYOUT } from "@candor/codec/event-layouts";
import type { ListContract } from "@candor/domain/commands/contract-commands";
import { LIMITS } from "@candor/domain/limits";
import { RULES } from "@candor/domain/rules";
import { type ContractSpec, contractScale } from "@candor/domain/specs/contract-listing";
import { parseDecimal } from "@candor/money/decimal";
import { registerListed } from "../listing/list-market.ts";
import { copyOf, isListable, pairOf, scaleWithin } from "../listing/listing-checks.ts";
import { holdNewMarket, tellStatus } from "../market/market-status.ts";
import { isFee } from "../market/set-market-fees.ts";
import type { ExchangeState } from "../state/exchange-state.ts";
import { ListedMarket } from "../state/listed-market.ts";
import { Contract } from "../state/perpetual/contract.ts";
import { tickContract } from "./mark/mark-tick.ts";

/**
 * Lists a contract under the next market number. It uses its spot market's index. Rejection: request.parameterError,
 * for anything invalid.
 */
export function listContract(state: ExchangeState, command: ListContract): void {
  const { contract: spec, minSources } = command;
  const isNew = !state.perpetual.contracts.some((contract) => contract.spec.symbol === spec.symbol);
  if (!isNew || !isListable(state, spec, minSources) || !isFee(state, spec.liquidationFeePpm))
    return state.reject("request.parameterError");
  const contract = isBounded(state, spec) ? addContract(state, copyContract(spec), minSources) : undefined;
  if (contract === undefined) return state.reject("request.parameterError");
  LAYOUT.contractListed.write(state.out, { marketId: contract.market.id, contract: contract.spec });
  const { index, id } = contract.market;
  registerListed(state, state.markets[id] as ListedMarket);
  contract.market.follow();
  if (index.valueE8 > 0) state.out.indexChanged(id, index.valueE8, index.freshSources);
  tellStatus(state, contract.market);
  tickContract(state, contract, true);
}

/**
 * Whether every tier's cap is at most LIMITS.maxPositionUnits. That leaves headroom for the largest position to grow
 * with its price and stay exact.
 */
function isBounded(state: ExchangeState, { quote, brackets }: ContractSpec): boolean {
  if (state.rules < RULES.boundedNumbers) return true;
  const scale = state.assets.find(({ spec }) => spec.symbol === quote)?.spec.scale ?? 0;
  return brackets.every(({ notionalCap }) => {
    const units = parseDecimal(notionalCap, scale);
    return typeof units === "number" && units <= LIMITS.maxPositionUnits;
  });
}

/** Adds a contract. Returns undefined when its assets, its spot market or its numbers are inconsistent. */
export function addContract(
  state: ExchangeState,
  spec: ContractSpec,
  minSources: number,
): Contract | undefined {
  const pair = pairOf(state, spec);
  const indexMarket = state.markets.find(
    (market) => market.contract === undefined && market.spec.symbol === spec.indexSymbol,
  );
  if (pair === undefined || indexMarket === undefined) return undefined;
  const { base, quote } = pair;
  if (indexMarket.baseAsset !== base.id || indexMarket.quoteAsset !== quote.id) return undefined;
  const scale = scaleWithin(() => contractScale(spec, base.spec, quote.spec));
  if (scale === undefined) return undefined;
  const { slab } = state.orders;
  const market = new ListedMarket(
    state.markets.length,
    spec,
    scale,
    base.id,
    quote.id,
    minSources,
    slab,
    indexMarket.index,
  );
  const contract = new Contract(market, spec, scale, indexMarket, slab, state.timeMs);
  market.contract = contract;
  indexMarket.followers.push(contract);
  state.markets.push(market);
  state.perpetual.contracts.push(contract);
  state.perpetual.fundingDueAtMs = 0;
  holdNewMarket(state, market);
  return contract;
}

/** Copies the known fields in order, so that other fields of a command do not enter the state. */
function copyContract(spec: ContractSpec): ContractSpec {
  return {
    ...copyOf(spec),
    liquidationFeePpm: spec.liquidationFeePpm,
    indexSymbol: spec.indexSymbol,
    fundingIntervalMs: spec.fundingIntervalMs,
    interestPpm: spec.interestPpm,
    fundingCapPpm: spec.fundingCapPpm,
    brackets: spec.brackets.map(({ notionalCap, maxLeverage, maintenancePpm, cumulative }) => ({
      notionalCap,
      maxLeverage,
      maintenancePpm,
      cumulative,
    })),
    ...(spec.markBoundPpm === undefined ? {} : { markBoundPpm: spec.markBoundPpm }),
    ...(spec.impactNotional === undefined ? {} : { impactNotional: spec.impactNotional }),
  };
}
