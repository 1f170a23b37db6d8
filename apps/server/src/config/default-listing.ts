import type { AssetSpec, SpotMarketSpec } from "@candor/domain/specs/listing";

/** Assets listed on a new exchange. They enter the journal once, at the first start; later changes are commands. */
const asset = (symbol: string, name: string, scale: number, minTransfer: string): AssetSpec => ({
  symbol,
  name,
  scale,
  minTransfer,
});

export const DEFAULT_ASSETS: readonly AssetSpec[] = [
  asset("USDT", "Tether USD", 6, "1"),
  asset("BTC", "Bitcoin", 8, "0.00001"),
  asset("ETH", "Ether", 8, "0.0005"),
  asset("BNB", "BNB", 8, "0.002"),
  asset("SOL", "Solana", 8, "0.01"),
  asset("XRP", "XRP", 6, "1"),
  asset("DOGE", "Dogecoin", 8, "10"),
  asset("LTC", "Litecoin", 8, "0.01"),
  asset("ADA", "Cardano", 6, "2"),
  asset("TRX", "TRON", 6, "10"),
];

const market = (
  base: string,
  quote: string,
  tick: string,
  lot: string,
  minQuantity: string,
  maxQuantity: string,
  minNotional: string,
): SpotMarketSpec => ({
  symbol: base + quote,
  base,
  quote,
  tick,
  lot,
  minQuantity,
  maxQuantity,
  minNotional,
  priceBandPpm: 200_000,
  marketProtectionPpm: 50_000,
  makerFeePpm: 1_000,
  takerFeePpm: 1_000,
});

export const DEFAULT_MARKETS: readonly SpotMarketSpec[] = [
  market("BTC", "USDT", "0.1", "0.00001", "0.00001", "100", "5"),
  market("ETH", "USDT", "0.01", "0.0001", "0.0001", "2000", "5"),
  market("BNB", "USDT", "0.01", "0.001", "0.001", "10000", "5"),
  market("SOL", "USDT", "0.01", "0.001", "0.001", "50000", "5"),
  market("XRP", "USDT", "0.0001", "0.1", "0.1", "10000000", "5"),
  market("DOGE", "USDT", "0.00001", "1", "1", "5000000", "5"),
  market("LTC", "USDT", "0.01", "0.001", "0.001", "100000", "5"),
  market("ADA", "USDT", "0.0001", "0.1", "0.1", "10000000", "5"),
  market("TRX", "USDT", "0.00001", "1", "1", "5000000", "5"),
  market("ETH", "BTC", "0.00001", "0.001", "0.001", "2000", "0.0001"),
];
