import { discardDerived } from "./database.ts";
import { makePostponedIndexes, postponeIndexes } from "./postponed-indexes.ts";
import { Projector } from "./projector.ts";
import type { ReadModelDatabase } from "./read-model-database.ts";
import { type ReplayRequest, replayInto, type StartedEngine } from "./start-read-models.ts";

export interface RebuildReport {
  /** The last command that the tables now reflect. */
  readonly reachedSeq: number;
  readonly rows: number;
  readonly transactions: number;
}

/**
 * Empties everything that was made of the journal and makes it again, from the first command on. Bars that a price
 * source delivered stay. Should it be interrupted, the next start of the server continues where it was; the embedded
 * database's indexes are made at the end, or then.
 */
export async function rebuildReadModels(
  database: ReadModelDatabase,
  journalId: string,
  startEngine: (replay: ReplayRequest) => Promise<Pick<StartedEngine, "close">>,
): Promise<RebuildReport> {
  await discardDerived(database.db);
  await postponeIndexes(database);
  const projector = await Projector.open(database, { journalId });
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
