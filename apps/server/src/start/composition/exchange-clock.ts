import { setImmediate as nextTurn } from "node:timers/promises";
import type { Environment } from "../../config/environment.ts";
import type { Instance } from "../../config/instance-schema.ts";
import { isOwnTime } from "../../config/rig-settings.ts";
import type { WorkerEngine } from "../../engine/runtime/worker-engine.ts";
import { ExchangeClock } from "../../market/prices/clock.ts";
import { ManualClock } from "../../market/prices/manual-clock.ts";

/**
 * Returns the clock of an exchange. A manual or recorded one begins at the founding, and the engine moves it to its last
 * command.
 * @param endMs where time stands still for good; undefined if nowhere
 */
export function newClock(
  { rig }: Pick<Environment, "rig">,
  { createdAtMs }: Instance,
  time: SharedArrayBuffer,
  endMs: number | undefined,
): ExchangeClock {
  return isOwnTime(rig) ? new ManualClock(time, createdAtMs, endMs) : new ExchangeClock(time);
}

/** Resolves when all commands so far are durable, and what follows from their events has been sent. */
export async function settled(engine: Pick<WorkerEngine, "isIdle" | "settingsView">): Promise<void> {
  // Callers that continue after an answer may send more.
  for (await nextTurn(); !engine.isIdle; await nextTurn()) await engine.settingsView();
}
