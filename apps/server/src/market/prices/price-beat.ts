import type { Clock, Timer } from "./clock.ts";
import type { PriceObservation, PriceSourceListener } from "./price-source.ts";

export interface PriceBeatOptions {
  readonly clock: Clock;
  readonly everyMs: number;
  /** Text that the source reports at its start. */
  readonly detail: string;
  /** Returns all prices as of now. */
  readonly prices: (nowMs: number) => Iterable<PriceObservation>;
}

/** Emits the prices of a source that computes them from the time: all of them at the start and at every interval. */
export class PriceTicker {
  private readonly options: PriceBeatOptions;
  private timer: Timer | undefined;
  private listener: PriceSourceListener | undefined;

  constructor(options: PriceBeatOptions) {
    this.options = options;
  }

  start(listener: PriceSourceListener): void {
    const { clock, everyMs, detail } = this.options;
    this.listener = listener;
    listener.connectionChanged("connected", detail);
    this.speak();
    this.timer = clock.every(everyMs, () => this.speak());
  }

  stop(): Promise<void> {
    this.timer?.cancel();
    this.timer = undefined;
    this.listener?.connectionChanged("stopped", "");
    this.listener = undefined;
    return Promise.resolve();
  }

  private speak(): void {
    const { clock, prices } = this.options;
    for (const observation of prices(clock.nowMs())) this.listener?.observed(observation);
  }
}
