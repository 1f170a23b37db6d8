import { setImmediate } from "node:timers/promises";
import type { EventBatch } from "@candor/domain/engine-port";
import type { WorkerEngine } from "../../engine/runtime/worker-engine.ts";
import type { ReplayRequest } from "../../records/projections/start-read-models.ts";
import type { Prepared } from "./start.ts";

/**
 * Lets the standby's engine lead, and passes the events that the read models are missing from memory. Returns undefined if
 * these are too old: the engine is then closed, and another one must replay them.
 */
export async function leadPrepared(
  { following, retained, replication }: Pick<Prepared, "following" | "retained" | "replication">,
  replay: ReplayRequest | undefined,
): Promise<WorkerEngine | undefined> {
  const missing =
    replay === undefined ? [] : retained.after(Math.min(replay.eventsAfterSeq, retained.lastSeq));
  if (missing === undefined) {
    await following.engine.close();
    return undefined;
  }
  for (const batch of missing) await replay?.onReplayed(batch);
  // Commands that were decided to be skipped are entered into the journal now.
  const entered: EventBatch[] = [];
  const stop = following.engine.subscribe((batch) => entered.push(batch));
  const engine = await following.lead(replication.ofEngine);
  await setImmediate();
  stop();
  for (const batch of entered) await replay?.onReplayed(batch);
  return engine;
}
