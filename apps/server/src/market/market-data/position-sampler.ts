import type { EnginePort } from "@candor/domain/engine-port";
import type { PositionStatistics } from "../../records/projections/queries/position-statistics.ts";
import type { Clock, Timer } from "../prices/clock.ts";
import type { MarketDataMirror } from "./market-data-mirror.ts";
import { positionStatistics } from "./position-statistics.ts";

/** Time between two samples. */
const SAMPLE_MS = 300_000;
/** How long samples are kept: a day longer than they can be asked for. */
const KEPT_MS = 31 * 86_400_000;

export interface PositionSamplerParts {
  readonly engine: Pick<EnginePort, "openPositionsView">;
  readonly mirror: Pick<MarketDataMirror, "markets">;
  readonly clock: Clock;
  /** Keeps a sample, and drops those before a time. */
  readonly save: (sample: readonly PositionStatistics[], keptFromMs: number) => Promise<void>;
  readonly report: (error: unknown) => void;
}

/**
 * Records every five minutes, at full minutes of the exchange's time, what accounts hold. Samples are not in the journal:
 * they follow from its state at a time, which is only known then.
 */
export class PositionSampler {
  private readonly parts: PositionSamplerParts;
  private timer: Timer | undefined;
  private sampling: Promise<void> = Promise.resolve();
  private isStopped = false;

  constructor(parts: PositionSamplerParts) {
    this.parts = parts;
  }

  start(): void {
    if (this.isStopped) return;
    const { clock } = this.parts;
    const nowMs = clock.nowMs();
    this.timer = clock.after(SAMPLE_MS - (nowMs % SAMPLE_MS), () => this.sampleAndGoOn(nowMs));
  }

  /** Resolves once a sample in progress is saved. */
  async stop(): Promise<void> {
    this.isStopped = true;
    this.timer?.cancel();
    await this.sampling;
  }

  private async sampleAndGoOn(setAtMs: number): Promise<void> {
    const { clock, report } = this.parts;
    const nowMs = clock.nowMs();
    // The system's timers may be early by the exchange's time.
    if (sampleTimeOf(nowMs) > sampleTimeOf(setAtMs)) this.sampling = this.sample(nowMs).catch(report);
    await this.sampling;
    this.start();
  }

  /** Records a sample for the last full five minutes. */
  async sample(nowMs: number): Promise<void> {
    const { engine, mirror, save } = this.parts;
    const { positions } = await engine.openPositionsView();
    const timeMs = sampleTimeOf(nowMs);
    await save(positionStatistics(mirror.markets, positions, timeMs), timeMs - KEPT_MS);
  }
}

const sampleTimeOf = (timeMs: number): number => timeMs - (timeMs % SAMPLE_MS);
