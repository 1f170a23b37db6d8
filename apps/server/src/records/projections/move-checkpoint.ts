import type { Transaction } from "kysely";
import { CheckpointMovedError } from "./checkpoint-moved-error.ts";
import { PROJECTION_VERSION } from "./projection-version.ts";
import type { ReadModelTables } from "./tables.ts";

/** Where the read models are before and after a group of commands. */
export interface CheckpointMove {
  readonly fromSeq: number;
  readonly seq: number;
  readonly timeMs: number;
  readonly journalId: string;
}

/**
 * Moves the checkpoint. First statement in the transaction, so that a second writer blocks here and then finds it moved.
 * Returns false if it is there already, and throws CheckpointMovedError if it is anywhere else.
 */
export async function moveCheckpoint(
  tx: Transaction<ReadModelTables>,
  { fromSeq, seq, timeMs, journalId }: CheckpointMove,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("checkpoint")
    .set({ seq, time_ms: timeMs, projection_version: PROJECTION_VERSION, journal_id: journalId })
    .where("id", "=", 1)
    .where("seq", "=", fromSeq)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 1n) return true;
  const found = await tx.selectFrom("checkpoint").selectAll().executeTakeFirstOrThrow();
  const isOurs =
    found.seq === 0 || (found.journal_id === journalId && found.projection_version === PROJECTION_VERSION);
  if (isOurs && found.seq === seq) return false;
  throw new CheckpointMovedError(fromSeq, isOurs ? found.seq : undefined);
}
