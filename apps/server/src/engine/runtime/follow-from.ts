import type { EnginePort, EventBatch } from "@candor/domain/engine-port";

/**
 * Follows the engine without gaps: subscribes first, then loads, then applies the batches that arrived meanwhile.
 * `apply` must skip what was already loaded.
 * @returns a function that unsubscribes
 */
export async function followFrom(
  engine: Pick<EnginePort, "subscribe">,
  load: () => Promise<void>,
  apply: (batch: EventBatch) => void,
): Promise<() => void> {
  let early: EventBatch[] | undefined = [];
  const stop = engine.subscribe((batch) => {
    if (early === undefined) apply(batch);
    else early.push(batch);
  });
  try {
    await load();
    for (const batch of early) apply(batch);
  } catch (error) {
    stop();
    throw error;
  }
  early = undefined;
  return stop;
}
