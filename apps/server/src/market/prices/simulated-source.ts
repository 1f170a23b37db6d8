import type { Period } from "@candor/domain/enumerations";
import type { PriceE8 } from "@candor/money/brand";
import type { SimulatedCoins } from "../../config/simulated-profiles.ts";
import type { Clock } from "./clock.ts";
import type { Bar } from "./kline-bar.ts";
import { PriceTicker } from "./price-beat.ts";
import {
  type PriceObservation,
  type PriceSource,
  type PriceSourceListener,
  SOURCE_IDS,
} from "./price-source.ts";
import { SimulatedBars, type SimulatedVolume } from "./simulated-bars.ts";
import { CoinPath, CrossPath, type PricePath } from "./simulated-path.ts";
import { simulationKey } from "./simulated-random.ts";
import { SimulatedWeather, TICK_MS } from "./simulated-weather.ts";

export interface SimulationSettings {
  /** Determines all future prices; the same secret gives the same prices. */
  readonly secret: string;
  /** When the exchange was set up: at that time every price is its reference. */
  readonly setUpAtMs: number;
  readonly symbols: SimulatedCoins;
}

interface SimulatedSymbol {
  readonly path: PricePath;
  readonly bars: SimulatedBars;
}

/**
 * Prices derived from a secret: regimes of calm, trend and turbulence, and coins that follow BTC more or less. They are
 * a function of time, so a restart needs no state, and the history connects to the present. Computed in floats and
 * returned as integers: these are prices, not money.
 */
export class SimulatedSource implements PriceSource {
  readonly name = "simulated";
  readonly kind = "simulated";
  readonly sourceId = SOURCE_IDS.simulated;
  readonly symbols: readonly string[];
  private readonly clock: Clock;
  private readonly bySymbol: ReadonlyMap<string, SimulatedSymbol>;
  private readonly beat: PriceTicker;

  constructor(settings: SimulationSettings, clock: Clock) {
    this.clock = clock;
    this.beat = new PriceTicker({
      clock,
      everyMs: TICK_MS,
      detail: "prices are simulated, not observed",
      prices: (nowMs) => this.pricesAt(nowMs),
    });
    this.bySymbol = simulatedSymbols(settings);
    this.symbols = [...this.bySymbol.keys()];
  }

  start(listener: PriceSourceListener): void {
    this.beat.start(listener);
  }

  stop(): Promise<void> {
    return this.beat.stop();
  }

  history(symbol: string, period: Period, limit: number, endMs: number): Promise<Bar[]> {
    const simulated = this.bySymbol.get(symbol);
    const nowMs = this.clock.nowMs();
    return Promise.resolve(simulated === undefined ? [] : simulated.bars.bars(period, limit, endMs, nowMs));
  }

  /** Returns a symbol's price at a full minute, also one before the setup. */
  priceAt(symbol: string, timeMs: number): PriceE8 | undefined {
    return this.bySymbol.get(symbol)?.path.priceAt(timeMs);
  }

  /** Returns a minute of the past with only its open and close. */
  outlineMinute(symbol: string, openMs: number): Bar | undefined {
    return this.bySymbol.get(symbol)?.bars.outlineMinute(openMs);
  }

  private *pricesAt(observedAtMs: number): Iterable<PriceObservation> {
    const tickMs = observedAtMs - (observedAtMs % TICK_MS);
    for (const [symbol, { path }] of this.bySymbol)
      yield { symbol, priceE8: path.priceAt(tickMs), observedAtMs };
  }
}

function simulatedSymbols({
  secret,
  setUpAtMs,
  symbols: { coins, crosses },
}: SimulationSettings): ReadonlyMap<string, SimulatedSymbol> {
  const key = simulationKey(secret);
  const weather = new SimulatedWeather(key);
  const symbols = new Map<string, SimulatedSymbol>();
  const add = (symbol: string, path: PricePath, volume: SimulatedVolume): void => {
    symbols.set(symbol, { path, bars: new SimulatedBars(path, symbol, key, volume, setUpAtMs) });
  };
  for (const profile of coins) add(profile.symbol, new CoinPath(profile, weather, setUpAtMs), profile);
  for (const profile of crosses) {
    const { symbol, numerator, denominator } = profile;
    const over = symbols.get(numerator)?.path;
    const under = symbols.get(denominator)?.path;
    if (over === undefined || under === undefined) throw new RangeError(`${symbol} crosses an unknown coin`);
    add(symbol, new CrossPath(over, under), profile);
  }
  return symbols;
}
