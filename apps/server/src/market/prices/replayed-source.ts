import type { Period } from "@candor/domain/enumerations";
import type { Clock, Timer } from "./clock.ts";
import type { Bar } from "./kline-bar.ts";
import { type PriceSource, type PriceSourceListener, SOURCE_IDS } from "./price-source.ts";
import { chartsBefore, type RecordedCharts } from "./recorded-history.ts";
import { RecordedTape } from "./recorded-tape.ts";
import type { RecordedSymbol, Recording } from "./recording.ts";
import { timeText } from "./recording-span.ts";

/** Recorded time between two prices: no more of them enter the journal. */
const TICK_MS = 250;

/** Replays recorded files in the time in which they were recorded, which is the exchange's. */
export class ReplayedSource implements PriceSource {
  readonly name = "recorded";
  readonly kind = "recorded";
  readonly sourceId = SOURCE_IDS.recorded;
  readonly symbols: readonly string[];
  private readonly clock: Clock;
  private readonly recording: Recording;
  private readonly tapes: Map<string, RecordedTape>;
  private readonly charts = new Map<
    RecordedSymbol,
    { readonly endMs: number; readonly bars: RecordedCharts }
  >();
  private listener: PriceSourceListener | undefined;
  private timers: readonly Timer[] = [];
  /** The files are read one tick after the other. */
  private reading: Promise<void> = Promise.resolve();

  constructor(recording: Recording, clock: Clock) {
    this.recording = recording;
    this.clock = clock;
    this.symbols = recording.symbols.map(({ symbol }) => symbol);
    this.tapes = new Map(recording.symbols.map((each) => [each.symbol, new RecordedTape(each)]));
  }

  /** Resolves once the first prices were emitted. */
  async start(listener: PriceSourceListener): Promise<void> {
    this.listener = listener;
    const { beginMs, endMs } = this.recording;
    const leftMs = endMs - this.clock.nowMs();
    if (leftMs >= 0)
      listener.connectionChanged(
        "connected",
        `the recording from ${timeText(beginMs)} to ${timeText(endMs)} is replayed`,
      );
    await this.tick();
    if (leftMs < 0) this.reportEnd();
    else
      this.timers = [
        this.clock.every(TICK_MS, () => this.tick()),
        this.clock.after(leftMs, async () => {
          await this.tick();
          this.reportEnd();
        }),
      ];
  }

  async stop(): Promise<void> {
    for (const timer of this.timers) timer.cancel();
    this.timers = [];
    await this.reading;
    await Promise.all([...this.tapes.values()].map((tape) => tape.close()));
    this.listener?.connectionChanged("stopped", "");
    this.listener = undefined;
  }

  async history(symbol: string, period: Period, limit: number, endMs: number): Promise<Bar[]> {
    const recorded = this.recording.symbols.find((each) => each.symbol === symbol);
    if (recorded === undefined) return [];
    let known = this.charts.get(recorded);
    if (known === undefined || known.endMs !== endMs) {
      known = { endMs, bars: await chartsBefore(recorded, endMs, limit) };
      this.charts.set(recorded, known);
    }
    return (known.bars.get(period) ?? []).slice(-limit);
  }

  private tick(): Promise<void> {
    this.reading = this.reading.then(() => this.emit());
    return this.reading;
  }

  /** A symbol is silent before its first row and after its last one, so its index becomes stale there. */
  private async emit(): Promise<void> {
    const observedAtMs = this.clock.nowMs();
    for (const [symbol, tape] of this.tapes)
      try {
        const priceE8 = await tape.priceAt(observedAtMs);
        if (priceE8 !== undefined) this.listener?.observed({ symbol, priceE8, observedAtMs });
      } catch (error) {
        // The file was changed or removed since the start: its prices end here.
        this.tapes.delete(symbol);
        this.listener?.connectionChanged("reconnecting", `${symbol} has no more prices: ${String(error)}`);
      }
  }

  private reportEnd(): void {
    const { endMs } = this.recording;
    this.listener?.connectionChanged(
      "connected",
      `the recording ended at ${timeText(endMs)}; time stands still`,
    );
  }
}
