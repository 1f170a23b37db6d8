import { powerOfTen } from "@candor/money/decimal";
import { type AssetSpec, marketScale, type SpotMarketSpec } from "@candor/protocol/listing";

/** What it takes to read a market's trades in 1e-8. */
export interface KlineMarket {
  readonly marketId: number;
  readonly symbol: string;
  /** Whether a price source's history of the symbol belongs in front of its charts; a contract's trades are its own. */
  readonly hasSourceHistory: boolean;
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
  spec: SpotMarketSpec,
  base: AssetSpec,
  quote: AssetSpec,
  hasSourceHistory = true,
): KlineMarket {
  const scale = marketScale(spec, base, quote);
  return {
    marketId,
    symbol: spec.symbol,
    hasSourceHistory,
    tickE8: scale.tickE8,
    lotE8: BigInt(scale.lotUnits) * BigInt(powerOfTen(E8_SCALE - scale.baseScale)),
    quoteUnitE8: BigInt(powerOfTen(E8_SCALE - scale.quoteScale)),
  };
}
