import type { EnginePort, EventBatch, EventListener } from "@candor/domain/engine-port";
import { replayTo } from "./event-dispatcher.ts";

/**
 * Follows the engine without a gap, whatever commands arrive meanwhile: registers the listener first, loads second, and
 * then gives it the batches that came while it loaded. The listener skips what was loaded already.
 * @returns how to stop
 */
export async function followFrom(
  engine: Pick<EnginePort, "on">,
  load: () => Promise<void>,
  listener: EventListener,
): Promise<() => void> {
  let early: EventBatch[] | undefined = [];
  const stop = engine.on({
    kinds: listener.kinds,
    begin: (batch) => {
      early?.push(batch);
      return early === undefined && listener.begin?.(batch) !== false;
    },
    event: (event) => listener.event(event),
    end: (batch) => {
      if (early === undefined) listener.end?.(batch);
    },
  });
  try {
    await load();
    for (const batch of early) replayTo(listener, batch);
  } catch (error) {
    stop();
    throw error;
  }
  early = undefined;
  return stop;
}
