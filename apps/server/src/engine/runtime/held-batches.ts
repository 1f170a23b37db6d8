import type { EnginePort, EventBatch } from "@candor/domain/engine-port";

/**
 * Keeps the batches since a moment of the startup for a subscriber that can only come later, so that it misses nothing.
 * The first subscriber receives them, in order; from then on nothing is kept.
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

  /** Keeps nothing more. */
  drop(): void {
    this.stopHolding();
  }
}
