import type { EnginePort, EventBatch } from "@candor/domain/engine-port";
import { StoreLossError } from "../../engine/home/store-loss-error.ts";
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

export class ForeignTablesError extends Error {
  constructor(seq: number) {
    super(
      `the database of DATABASE_URL has the tables of another exchange, up to command ${seq}. Is CANDOR_HOME the home ` +
        "that they belong to, and is its disk mounted? If these tables are not needed: npm run rebuild-read-models",
    );
    this.name = "ForeignTablesError";
  }
}

export interface StartedReadModels<Engine> {
  readonly engine: Engine;
  readonly projector: Projector;
  /** Why the tables were emptied and are being made anew; undefined: they were continued. */
  readonly rebuilt: string | undefined;
}

export interface ReadModelOptions extends ProjectorOptions {
  /** An operator accepted that the journal lost commands: tables that know more of them are rebuilt. */
  readonly isShorterJournalAccepted?: boolean;
}

/**
 * Starts engine and projector together: the engine replays what the tables do not have yet, however much that is, and
 * the projector follows it from there on. Tables only ever take what is durable, so tables that know more than the journal
 * mean that the journal lost commands: StoreLossError, unless that was accepted. The backlog may still be long when this resolves; `drain` waits for it.
 */
export async function startReadModels<Engine extends StartedEngine>(
  database: ReadModelDatabase,
  options: ReadModelOptions,
  startEngine: (replay: ReplayRequest) => Promise<Engine>,
): Promise<StartedReadModels<Engine>> {
  await refuseForeignTables(database, options.journalId);
  let projector = await Projector.open(database, options);
  let rebuilt = projector.discarded;
  if (rebuilt !== undefined) await postponeIndexes(database);
  let engine = await startEngine(replayInto(projector));
  if (engine.durableSeq < projector.knownSeq) {
    const shorter = `command ${projector.knownSeq}, and the journal ends at ${engine.durableSeq}`;
    rebuilt = `they had reached ${shorter}`;
    await engine.close();
    await projector.close();
    if (options.isShorterJournalAccepted !== true)
      throw new StoreLossError({ store: "exchange", problem: `the read models had reached ${shorter}` });
    await discardDerived(database.db);
    await postponeIndexes(database);
    projector = await Projector.open(database, options);
    engine = await startEngine(replayInto(projector));
  }
  await makePostponedIndexes(database.db);
  projector.follow(engine);
  return { engine, projector, rebuilt };
}

/**
 * A database server may hold the tables of another exchange, and a home that was lost or not mounted looks like a new
 * one: neither is a reason to empty them. Throws ForeignTablesError.
 */
async function refuseForeignTables(database: ReadModelDatabase, journalId = ""): Promise<void> {
  if (database.adapter !== "postgres") return;
  const { seq, journal_id } = await database.db
    .selectFrom("checkpoint")
    .select(["seq", "journal_id"])
    .executeTakeFirstOrThrow();
  if (seq > 0 && journal_id !== journalId) throw new ForeignTablesError(seq);
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
