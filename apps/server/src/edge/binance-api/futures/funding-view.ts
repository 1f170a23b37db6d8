import { contractOf } from "../../../market/market-data/listings.ts";
import type { MirroredMarket } from "../../../market/market-data/market-data-mirror.ts";
import { formatRate } from "../../../market/market-data/market-format.ts";

const HOUR_MS = 3_600_000;

/** Returns mark, index and the current funding rate. What Binance calls the last rate keeps moving until it is due. */
export function premiumIndex({ listed, figures, indexE8 }: MirroredMarket, nowMs: number) {
  const { format, spec } = listed;
  return {
    symbol: spec.symbol,
    markPrice: format.price(figures?.markTicks ?? 0),
    indexPrice: format.chartPrice(indexE8),
    // A contract that settled now would settle at the index.
    estimatedSettlePrice: format.chartPrice(indexE8),
    lastFundingRate: formatRate(figures?.expectedFundingPpm ?? 0),
    interestRate: formatRate(contractOf(listed).spec.interestPpm),
    nextFundingTime: figures?.nextFundingAtMs ?? 0,
    time: nowMs,
  };
}

/** Returns the funding terms of a contract. */
export function fundingInfo({ listed }: MirroredMarket) {
  const { spec } = contractOf(listed);
  return {
    symbol: spec.symbol,
    adjustedFundingRateCap: formatRate(spec.fundingCapPpm),
    adjustedFundingRateFloor: formatRate(0 - spec.fundingCapPpm),
    fundingIntervalHours: spec.fundingIntervalMs / HOUR_MS,
    disclaimer: false,
  };
}
