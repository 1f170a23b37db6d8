import type { EnginePort, EventBatch } from "@candor/domain/engine-port";

/**
 * Holds the batches since a moment of the startup for a subscriber that comes later, so that it misses nothing. The
 * first subscriber receives them in order; afterwards nothing is held.
 */
export class HeldBatches implements Pick<EnginePort, "subscribe"> {
  private readonly engine: Pick<EnginePort, "subscribe">;
  private held: EventBatch[] = [];
  private readonly stopHolding: () => void;

  constructor(engine: Pick<EnginePort, "subscribe">) {
    this.engine = engine;
    this.stopHolding = engine.subscribe((batch) => this.held.push(batch));
  }

  subscribe(listener: (batch: EventBatch) => void): () => void {
    this.drop();
    const { held } = this;
    this.held = [];
    for (const batch of held) listener(batch);
    return this.engine.subscribe(listener);
  }

  /** Stops holding batches. */
  drop(): void {
    this.stopHolding();
  }
}
