import { discardDerived } from "./discard-derived.ts";
import { makePostponedIndexes, postponeIndexes } from "./postponed-indexes.ts";
import type { ReadModelDatabase } from "./read-model-database.ts";
import { type ReplayRequest, replayInto, type StartedEngine } from "./start-read-models.ts";

export interface RebuildReport {
  /** The last command now reflected in the tables. */
  readonly reachedSeq: number;
  readonly rows: number;
  readonly transactions: number;
}

/**
 * Empties everything derived from the journal and rebuilds it from the first command on. Bars from a price source are
 * kept. If interrupted, the next start of the server continues; the embedded database's indexes are created at the end,
 * or then.
 */
export async function rebuildReadModels(
  database: ReadModelDatabase,
  journalId: string,
  startEngine: (replay: ReplayRequest) => Promise<Pick<StartedEngine, "close">>,
): Promise<RebuildReport> {
  await discardDerived(database.db);
  await postponeIndexes(database);
  const projector = await database.openProjector({ journalId });
  try {
    const engine = await startEngine(replayInto(projector));
    try {
      await projector.drain();
    } finally {
      await engine.close();
    }
  } finally {
    await projector.close();
  }
  await makePostponedIndexes(database.db);
  const { rows, transactions } = projector.written;
  return { reachedSeq: projector.reachedSeq, rows, transactions };
}
