import type { EnginePort, EventBatch, EventListener } from "@candor/domain/engine-port";
import { replayTo } from "./event-dispatcher.ts";

/**
 * Holds the batches since a moment of the startup for a listener that comes later, so that it misses nothing. The
 * first listener receives them in order; afterwards nothing is held.
 */
export class HeldBatches implements Pick<EnginePort, "on"> {
  private readonly engine: Pick<EnginePort, "on" | "subscribe">;
  private readonly held: EventBatch[] = [];
  private readonly stopHolding: () => void;

  constructor(engine: Pick<EnginePort, "on" | "subscribe">) {
    this.engine = engine;
    this.stopHolding = engine.subscribe((batch) => this.held.push(batch));
  }

  on(listener: EventListener): () => void {
    // Batches that the listener brings about meanwhile are held too.
    for (let next = this.held.shift(); next !== undefined; next = this.held.shift()) replayTo(listener, next);
    this.drop();
    return this.engine.on(listener);
  }

  /** Stops holding batches. */
  drop(): void {
    this.stopHolding();
  }
}
