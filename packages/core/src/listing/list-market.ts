import type { ListMarket, SetMarketStatus } from "@candor/protocol/commands";
import { MARKET_STATUSES } from "@candor/protocol/enumerations";
import { LIMITS } from "@candor/protocol/limits";
import { ListingError, type MarketScale, marketScale, type SpotMarketSpec } from "@candor/protocol/listing";
import type { Asset, ExchangeState } from "../exchange-state.ts";
import { tellStatus } from "../market/follow-index.ts";
import { Market } from "../market/market.ts";

export const SYMBOL = /^[A-Z0-9]{4,20}$/;
const PPM = 1_000_000;

/**
 * Lists a market under the next number. Until its sources speak it has no index and is cancel-only. Rejection:
 * request.parameterError, for whatever is wrong with it.
 */
export function listMarket(state: ExchangeState, command: ListMarket): void {
  const { market: spec, minSources } = command;
  const isNew = !state.markets.some(
    (market) => market.contract === undefined && market.spec.symbol === spec.symbol,
  );
  const hasSources =
    Number.isInteger(minSources) && minSources > 0 && minSources <= LIMITS.maxSourcesPerMarket;
  if (!isNew || !hasSources || !hasRates(spec) || !SYMBOL.test(spec.symbol))
    return state.reject("request.parameterError");
  if (state.markets.length >= LIMITS.maxMarkets) return state.reject("request.parameterError");
  const market = addMarket(state, copyOf(spec), minSources);
  if (market === undefined) return state.reject("request.parameterError");
  state.out.marketListed(market.id, market.spec);
  tellStatus(state, market);
}

/** Adds a market, or says by undefined that its assets or its numbers do not fit together. */
export function addMarket(
  state: ExchangeState,
  spec: SpotMarketSpec,
  minSources: number,
): Market | undefined {
  const base = state.assets.find((asset) => asset.spec.symbol === spec.base);
  const quote = state.assets.find((asset) => asset.spec.symbol === spec.quote);
  if (base === undefined || quote === undefined || base === quote) return undefined;
  const scale = scaleOf(spec, base, quote);
  if (scale === undefined) return undefined;
  const market = new Market(
    state.markets.length,
    spec,
    scale,
    base.id,
    quote.id,
    minSources,
    state.orders.slab,
  );
  state.markets.push(market);
  return market;
}

/** What the operator allows; without an index a market is cancel-only all the same. */
export function setMarketStatus(state: ExchangeState, command: SetMarketStatus): void {
  const market = state.markets[command.marketId];
  const status = MARKET_STATUSES.indexOf(command.status);
  if (market === undefined || status < 0) return state.reject("request.parameterError");
  market.operatorStatus = status;
  if (market.follow()) tellStatus(state, market);
}

function scaleOf(spec: SpotMarketSpec, base: Asset, quote: Asset): MarketScale | undefined {
  try {
    const scale = marketScale(spec, base.spec, quote.spec);
    return fitsLimits(scale) ? scale : undefined;
  } catch (error) {
    if (error instanceof ListingError) return undefined;
    throw error;
  }
}

export function fitsLimits(scale: MarketScale): boolean {
  return (
    scale.minLots > 0 &&
    scale.minLots <= scale.maxLots &&
    scale.maxLots <= LIMITS.maxQuantityLots &&
    scale.maxLots * scale.lotUnits <= LIMITS.maxUnits &&
    scale.minNotionalUnits <= LIMITS.maxUnits
  );
}

export function hasRates(spec: SpotMarketSpec): boolean {
  const isFee = (ppm: number): boolean => Number.isInteger(ppm) && ppm >= 0 && ppm < PPM;
  const isReach = (ppm: number): boolean => Number.isInteger(ppm) && ppm > 0 && ppm <= PPM;
  return (
    isFee(spec.makerFeePpm) &&
    isFee(spec.takerFeePpm) &&
    isReach(spec.priceBandPpm) &&
    isReach(spec.marketProtectionPpm)
  );
}

/** The known fields in their order, so that what else a command carried does not get into the state. */
export function copyOf(spec: SpotMarketSpec): SpotMarketSpec {
  return {
    symbol: spec.symbol,
    base: spec.base,
    quote: spec.quote,
    tick: spec.tick,
    lot: spec.lot,
    minQuantity: spec.minQuantity,
    maxQuantity: spec.maxQuantity,
    minNotional: spec.minNotional,
    priceBandPpm: spec.priceBandPpm,
    marketProtectionPpm: spec.marketProtectionPpm,
    makerFeePpm: spec.makerFeePpm,
    takerFeePpm: spec.takerFeePpm,
  };
}
