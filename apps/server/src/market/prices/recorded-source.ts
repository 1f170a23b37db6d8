import type { Period } from "@candor/domain/enumerations";
import type { Clock } from "./clock.ts";
import type { Bar } from "./kline-bar.ts";
import { PriceTicker } from "./price-beat.ts";
import {
  type PriceObservation,
  type PriceSource,
  type PriceSourceListener,
  SOURCE_IDS,
} from "./price-source.ts";
import { readRecordings } from "./recorded-file.ts";
import { REPLAY_TICK_MS, TapeReplay } from "./tape-replay.ts";

export interface RecordedSettings {
  readonly directory: string;
  /** Integer ≥ 1: recorded time per unit of real time. */
  readonly speed: number;
}

/** Replays files of recorded klines in a loop, as if they happened now. */
export class RecordedSource implements PriceSource {
  readonly name = "recorded";
  readonly kind = "recorded";
  readonly sourceId = SOURCE_IDS.recorded;
  readonly symbols: readonly string[];
  private readonly clock: Clock;
  private readonly replays: ReadonlyMap<string, TapeReplay>;
  private readonly beat: PriceTicker;

  /** Reads the files. Throws RecordingError, and file system errors. */
  constructor({ directory, speed }: RecordedSettings, clock: Clock) {
    if (!Number.isSafeInteger(speed) || speed < 1) throw new RangeError(`${speed} is no speed`);
    this.clock = clock;
    this.beat = new PriceTicker({
      clock,
      everyMs: REPLAY_TICK_MS,
      detail: "prices are replayed from files",
      prices: (nowMs) => this.pricesAt(nowMs),
    });
    this.replays = new Map(
      [...readRecordings(directory)].map(([symbol, tape]) => [symbol, new TapeReplay(tape, speed)]),
    );
    this.symbols = [...this.replays.keys()];
  }

  start(listener: PriceSourceListener): void {
    this.beat.start(listener);
  }

  stop(): Promise<void> {
    return this.beat.stop();
  }

  history(symbol: string, period: Period, limit: number, endMs: number): Promise<Bar[]> {
    const replay = this.replays.get(symbol);
    const nowMs = this.clock.nowMs();
    return Promise.resolve(replay === undefined ? [] : replay.bars(period, limit, endMs, nowMs));
  }

  private *pricesAt(observedAtMs: number): Iterable<PriceObservation> {
    for (const [symbol, replay] of this.replays)
      yield { symbol, priceE8: replay.priceAt(observedAtMs), observedAtMs };
  }
}
