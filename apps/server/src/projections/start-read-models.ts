import type { EnginePort, EventBatch } from "@candor/protocol/engine-port";
import { discardDerived } from "./database.ts";
import { makePostponedIndexes, postponeIndexes } from "./postponed-indexes.ts";
import { Projector, type ProjectorOptions } from "./projector.ts";
import type { ReadModelDatabase } from "./read-model-database.ts";

/** What a starting engine is asked for: all events after `eventsAfterSeq`, before it takes new commands. */
export interface ReplayRequest {
  readonly eventsAfterSeq: number;
  /** Resolves when there is room for the next batch. */
  readonly onReplayed: (batch: EventBatch) => Promise<void>;
}

/** An engine that has just recovered, as far as the read models are concerned. */
export interface StartedEngine extends Pick<EnginePort, "durableSeq" | "subscribe"> {
  close(): Promise<void>;
}

export interface StartedReadModels<Engine> {
  readonly engine: Engine;
  readonly projector: Projector;
  /** Why the tables were emptied and are being made anew; undefined: they were continued. */
  readonly rebuilt: string | undefined;
}

/**
 * Starts engine and projector together: the engine replays what the tables do not have yet, however much that is, and
 * the projector follows it from there on. Tables that know more than the journal (it was replaced, or its copy is
 * older) are emptied and made anew. The backlog may still be long when this resolves; `drain` waits for it.
 */
export async function startReadModels<Engine extends StartedEngine>(
  database: ReadModelDatabase,
  options: ProjectorOptions,
  startEngine: (replay: ReplayRequest) => Promise<Engine>,
): Promise<StartedReadModels<Engine>> {
  let projector = await Projector.open(database, options);
  let rebuilt = projector.discarded;
  if (rebuilt !== undefined) await postponeIndexes(database);
  let engine = await startEngine(replayInto(projector));
  if (engine.durableSeq < projector.queuedSeq) {
    rebuilt = `they had reached command ${projector.queuedSeq}, and the journal ends at ${engine.durableSeq}`;
    await engine.close();
    await projector.close();
    await discardDerived(database.db);
    await postponeIndexes(database);
    projector = await Projector.open(database, options);
    engine = await startEngine(replayInto(projector));
  }
  await makePostponedIndexes(database.db);
  projector.follow(engine);
  return { engine, projector, rebuilt };
}

/** What to ask a starting engine for, so that the projector can follow it. */
export function replayInto(projector: Projector): ReplayRequest {
  projector.beginReplay();
  return {
    eventsAfterSeq: projector.reachedSeq,
    onReplayed: async (batch) => {
      projector.accept(batch);
      await projector.room();
    },
  };
}
