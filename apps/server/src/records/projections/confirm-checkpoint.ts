import { type Kysely, sql } from "kysely";
import type { ReadModelTables } from "./tables.ts";

/**
 * Waits until the rows in the tables are safe on the disk and the standbys: an earlier projector may not have waited. The
 * log of the database is one stream, so a confirmed commit confirms everything before it.
 */
export async function confirmCheckpoint(db: Kysely<ReadModelTables>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local synchronous_commit = on`.execute(tx);
    await tx
      .updateTable("checkpoint")
      .set((row) => ({ seq: row.ref("seq") }))
      .execute();
  });
}
