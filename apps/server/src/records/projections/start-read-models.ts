import type { EnginePort, EventBatch } from "@candor/domain/engine-port";
import { StoreLossError } from "../../engine/home/store-loss-error.ts";
import { discardDerived } from "./discard-derived.ts";
import { ForeignTablesError } from "./foreign-tables-error.ts";
import { makePostponedIndexes, postponeIndexes } from "./postponed-indexes.ts";
import type { ProjectorOptions } from "./projector-options.ts";
import type { ProjectorPort } from "./projector-port.ts";
import type { ReadModelDatabase } from "./read-model-database.ts";

/** Request to a starting engine: all events after `eventsAfterSeq`, before it accepts new commands. */
export interface ReplayRequest {
  readonly eventsAfterSeq: number;
  /** Resolves when the next batch can be accepted. */
  readonly onReplayed: (batch: EventBatch) => Promise<void>;
}

/** Part of a newly recovered engine that the read models need. */
export interface StartedEngine extends Pick<EnginePort, "durableSeq" | "subscribe"> {
  close(): Promise<void>;
}

export interface StartedReadModels<Engine> {
  readonly engine: Engine;
  readonly projector: ProjectorPort;
  /** Why the tables were emptied and are being rebuilt; `undefined` if they were continued. */
  readonly rebuilt: string | undefined;
}

export interface ReadModelOptions extends ProjectorOptions {
  /** Set if an operator accepted that the journal lost commands: then tables ahead of it are rebuilt. */
  readonly isShorterJournalAccepted?: boolean;
  /** A view of a projector in another process that follows the engine already. */
  readonly opened?: ProjectorPort | undefined;
}

/**
 * Starts engine and projector together: the engine replays what the tables are missing, however much that is, and the
 * projector follows it from there on. Tables only contain durable events, so tables ahead of the journal mean that the
 * journal lost commands: StoreLossError, unless that was accepted. The backlog may still be long when this resolves;
 * `drain` waits for it. If the projector is another process, only the engine is started.
 */
export async function startReadModels<Engine extends StartedEngine>(
  database: ReadModelDatabase,
  options: ReadModelOptions,
  startEngine: (replay?: ReplayRequest) => Promise<Engine>,
): Promise<StartedReadModels<Engine>> {
  if (database.projectorIs === "elsewhere") return await followReadModels(database, options, startEngine);
  await refuseForeignTables(database, options.journalId);
  let projector = await database.openProjector(options);
  let rebuilt = projector.discarded;
  if (rebuilt !== undefined) await postponeIndexes(database);
  let engine = await startEngine(replayInto(projector));
  if (engine.durableSeq < projector.knownSeq) {
    const shorter = `command ${projector.knownSeq}, but the journal ends at ${engine.durableSeq}`;
    rebuilt = `they had reached ${shorter}`;
    await engine.close();
    await projector.close();
    if (options.isShorterJournalAccepted !== true)
      throw new StoreLossError({ store: "exchange", problem: `the read models had reached ${shorter}` });
    await discardDerived(database.db);
    await postponeIndexes(database);
    projector = await database.openProjector(options);
    engine = await startEngine(replayInto(projector));
  }
  await makePostponedIndexes(database.db);
  projector.follow(engine);
  return { engine, projector, rebuilt };
}

/**
 * Starts the engine without a projector, which is another process. Waits until that has made the tables; they may still be
 * behind when this resolves.
 */
async function followReadModels<Engine extends StartedEngine>(
  database: ReadModelDatabase,
  options: ReadModelOptions,
  startEngine: () => Promise<Engine>,
): Promise<StartedReadModels<Engine>> {
  let projector = options.opened ?? (await database.openProjector(options));
  const engine = await startEngine();
  let rebuilt: string | undefined;
  const knownSeq = Math.max(projector.knownSeq, projector.reachedSeq);
  if (engine.durableSeq < knownSeq) {
    const shorter = `command ${knownSeq}, but the journal ends at ${engine.durableSeq}`;
    await projector.close();
    if (options.isShorterJournalAccepted !== true) {
      await engine.close();
      throw new StoreLossError({ store: "exchange", problem: `the read models had reached ${shorter}` });
    }
    rebuilt = `they had reached ${shorter}`;
    await discardDerived(database.db);
    projector = await database.openProjector(options);
  }
  if (projector !== options.opened) projector.follow(engine);
  return { engine, projector, rebuilt };
}

/**
 * A database server may have the tables of another exchange, and a home that was lost or not mounted looks like a new
 * one: neither is a reason to empty them. Throws ForeignTablesError.
 */
export async function refuseForeignTables(database: ReadModelDatabase, journalId = ""): Promise<void> {
  if (database.adapter !== "postgres") return;
  const { seq, journal_id } = await database.db
    .selectFrom("checkpoint")
    .select(["seq", "journal_id"])
    .executeTakeFirstOrThrow();
  if (seq > 0 && journal_id !== journalId) throw new ForeignTablesError(seq);
}

/** Returns the replay request for a starting engine, so that the projector can follow it. */
export function replayInto(projector: ProjectorPort): ReplayRequest {
  projector.beginReplay();
  return {
    eventsAfterSeq: projector.reachedSeq,
    onReplayed: async (batch) => {
      projector.accept(batch);
      await projector.room();
    },
  };
}
