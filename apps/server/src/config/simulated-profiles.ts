/**
 * Behavior of a simulated symbol. Approximates the size and volatility of real coins in 2024; nothing else is taken
 * from them.
 */
export interface CoinProfile {
  readonly symbol: string;
  /** Price at the time of the setup. */
  readonly reference: string;
  /** Prices are integer multiples of this. */
  readonly step: string;
  /** Standard deviation of a typical weekly return. */
  readonly weeklyDeviation: number;
  /** Correlation of its returns with BTC's. */
  readonly correlation: number;
  /** Base coins traded in an average minute of the history: about what the sandbox's own takers trade. */
  readonly minuteVolume: number;
  /** Volumes are integer multiples of this, in base coins: the market's lot. */
  readonly lot: string;
}

const coin = (
  symbol: string,
  reference: string,
  step: string,
  weeklyDeviation: number,
  correlation: number,
  minuteVolume: number,
  lot: string,
): CoinProfile => ({ symbol, reference, step, weeklyDeviation, correlation, minuteVolume, lot });

/** The first one leads the market. */
export const COIN_PROFILES: readonly CoinProfile[] = [
  coin("BTCUSDT", "67000", "0.01", 0.06, 1, 0.25, "0.00001"),
  coin("ETHUSDT", "3500", "0.01", 0.075, 0.85, 4, "0.0001"),
  coin("BNBUSDT", "600", "0.01", 0.06, 0.75, 24, "0.001"),
  coin("SOLUSDT", "178", "0.01", 0.095, 0.75, 80, "0.001"),
  coin("XRPUSDT", "0.6", "0.0001", 0.085, 0.65, 24_000, "0.1"),
  coin("DOGEUSDT", "0.158", "0.00001", 0.105, 0.7, 90_000, "1"),
  coin("LTCUSDT", "84", "0.01", 0.075, 0.7, 170, "0.001"),
  coin("ADAUSDT", "0.45", "0.0001", 0.085, 0.75, 32_000, "0.1"),
  coin("TRXUSDT", "0.13", "0.00001", 0.05, 0.5, 110_000, "1"),
];

/** A symbol that prices one coin in another. */
export interface CrossProfile {
  readonly symbol: string;
  readonly numerator: string;
  readonly denominator: string;
  readonly minuteVolume: number;
  readonly lot: string;
}

/** All symbols with a simulated price. */
export interface SimulatedCoins {
  readonly coins: readonly CoinProfile[];
  readonly crosses: readonly CrossProfile[];
}

const CROSS_PROFILES: readonly CrossProfile[] = [
  { symbol: "ETHBTC", numerator: "ETHUSDT", denominator: "BTCUSDT", minuteVolume: 4, lot: "0.001" },
];

/** Symbols of the markets that an exchange lists by default. */
export const BUILT_IN_COINS: SimulatedCoins = { coins: COIN_PROFILES, crosses: CROSS_PROFILES };
