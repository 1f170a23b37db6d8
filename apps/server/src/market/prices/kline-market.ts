import type { ContractSpec } from "@candor/domain/specs/contract-listing";
import { type AssetSpec, marketScale, type SpotMarketSpec } from "@candor/domain/specs/listing";
import { powerOfTen } from "@candor/money/decimal";

/** Scales for converting a market's trades to 1e-8. */
export interface KlineMarket {
  readonly marketId: number;
  readonly symbol: string;
  /** Symbol whose price history precedes its charts: its own, or that of the index of a contract. */
  readonly historySymbol: string;
  /** Contracts get their index's history: prices without volume, added together with the spot market's. */
  readonly isContract: boolean;
  /** One tick, in 1e-8 of the quote coin. */
  readonly tickE8: number;
  /** One lot, in 1e-8 of the base coin. */
  readonly lotE8: bigint;
  /** The quote coin's smallest unit, in 1e-8 of it. */
  readonly quoteUnitE8: bigint;
}

const E8_SCALE = 8;

export function klineMarketOf(
  marketId: number,
  spec: SpotMarketSpec | ContractSpec,
  base: AssetSpec,
  quote: AssetSpec,
): KlineMarket {
  const scale = marketScale(spec, base, quote);
  return {
    marketId,
    symbol: spec.symbol,
    historySymbol: "indexSymbol" in spec ? spec.indexSymbol : spec.symbol,
    isContract: "indexSymbol" in spec,
    tickE8: scale.tickE8,
    lotE8: BigInt(scale.lotUnits) * BigInt(powerOfTen(E8_SCALE - scale.baseScale)),
    quoteUnitE8: BigInt(powerOfTen(E8_SCALE - scale.quoteScale)),
  };
}
