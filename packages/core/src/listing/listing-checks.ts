import { LIMITS } from "@candor/domain/limits";
import { ListingError, type MarketScale, type SpotMarketSpec } from "@candor/domain/specs/listing";
import { isFee } from "../market/set-market-fees.ts";
import type { Asset, ExchangeState } from "../state/exchange-state.ts";

const SYMBOL = /^[A-Z0-9]{4,20}$/;
const PPM = 1_000_000;

/**
 * Whether another market can be listed, by everything that does not depend on assets: symbol, rates, sources and the
 * number of markets.
 */
export function isListable(state: ExchangeState, spec: SpotMarketSpec, minSources: number): boolean {
  const hasSources =
    Number.isInteger(minSources) && minSources > 0 && minSources <= LIMITS.maxSourcesPerMarket;
  return (
    hasSources &&
    hasRates(state, spec) &&
    SYMBOL.test(spec.symbol) &&
    state.markets.length < LIMITS.maxMarkets
  );
}

/** The two assets of a market, or undefined when one is not listed or both are the same. */
export function pairOf(
  state: ExchangeState,
  spec: SpotMarketSpec,
): { readonly base: Asset; readonly quote: Asset } | undefined {
  const base = state.assets.find((asset) => asset.spec.symbol === spec.base);
  const quote = state.assets.find((asset) => asset.spec.symbol === spec.quote);
  return base === undefined || quote === undefined || base === quote ? undefined : { base, quote };
}

/** The integers returned by `derive`, or undefined when the numbers are inconsistent or exceed the limits. */
export function scaleWithin<Scale extends MarketScale>(derive: () => Scale): Scale | undefined {
  try {
    const scale = derive();
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

function hasRates(state: ExchangeState, spec: SpotMarketSpec): boolean {
  const isReach = (ppm: number): boolean => Number.isInteger(ppm) && ppm > 0 && ppm <= PPM;
  return (
    isFee(state, spec.makerFeePpm) &&
    isFee(state, spec.takerFeePpm) &&
    isReach(spec.priceBandPpm) &&
    isReach(spec.marketProtectionPpm) &&
    isReach(spec.sourceDeviationPpm ?? PPM) &&
    isReach(spec.sourceStepPpm ?? PPM)
  );
}

/** Copies the known fields in order, so that other fields of a command do not enter the state. */
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
    ...(spec.sourceDeviationPpm === undefined ? {} : { sourceDeviationPpm: spec.sourceDeviationPpm }),
    ...(spec.sourceStepPpm === undefined ? {} : { sourceStepPpm: spec.sourceStepPpm }),
  };
}
