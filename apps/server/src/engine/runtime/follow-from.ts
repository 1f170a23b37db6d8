import type { EnginePort, EventBatch } from "@candor/domain/engine-port";

/**
 * Follows the engine without a gap, whatever commands arrive meanwhile: subscribes first, loads second, and then applies
 * the batches that came while it loaded. `apply` skips what was loaded already.
 * @returns how to stop
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
