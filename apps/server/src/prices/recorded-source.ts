import type { Period } from "@candor/protocol/enumerations";
import type { Clock, Timer } from "./clock.ts";
import type { Bar } from "./kline-bar.ts";
import { type PriceSource, type PriceSourceListener, SOURCE_IDS } from "./price-source.ts";
import { readRecordings } from "./recorded-file.ts";
import { REPLAY_TICK_MS, TapeReplay } from "./tape-replay.ts";

export interface RecordedSettings {
  readonly directory: string;
  /** Whole number ≥ 1: recorded time that passes in one unit of real time. */
  readonly speed: number;
}

/** Replays files of recorded klines as if they happened now, again and again. */
export class RecordedSource implements PriceSource {
  readonly name = "recorded";
  readonly kind = "recorded";
  readonly sourceId = SOURCE_IDS.recorded;
  readonly symbols: readonly string[];
  private readonly clock: Clock;
  private readonly replays: ReadonlyMap<string, TapeReplay>;
  private timer: Timer | undefined;
  private listener: PriceSourceListener | undefined;

  /** Reads the files. Throws RecordingError, and what the file system throws. */
  constructor({ directory, speed }: RecordedSettings, clock: Clock) {
    if (!Number.isSafeInteger(speed) || speed < 1) throw new RangeError(`${speed} is no speed`);
    this.clock = clock;
    this.replays = new Map(
      [...readRecordings(directory)].map(([symbol, tape]) => [symbol, new TapeReplay(tape, speed)]),
    );
    this.symbols = [...this.replays.keys()];
  }

  start(listener: PriceSourceListener): void {
    this.listener = listener;
    listener.connectionChanged("connected", "prices are replayed from files");
    this.speak();
    this.timer = this.clock.every(REPLAY_TICK_MS, () => this.speak());
  }

  stop(): Promise<void> {
    this.timer?.cancel();
    this.timer = undefined;
    this.listener?.connectionChanged("stopped", "");
    this.listener = undefined;
    return Promise.resolve();
  }

  history(symbol: string, period: Period, limit: number, endMs: number): Promise<Bar[]> {
    const replay = this.replays.get(symbol);
    const nowMs = this.clock.nowMs();
    return Promise.resolve(replay === undefined ? [] : replay.bars(period, limit, endMs, nowMs));
  }

  private speak(): void {
    const observedAtMs = this.clock.nowMs();
    for (const [symbol, replay] of this.replays)
      this.listener?.observed({ symbol, priceE8: replay.priceAt(observedAtMs), observedAtMs });
  }
}
