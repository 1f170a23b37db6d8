import { sql, type Transaction } from "kysely";
import type { ReadModelTables } from "./tables.ts";

/** Orders and withdrawals are updated by key; without statistics the planner may choose a full table scan. */
export async function forbidScans(tx: Transaction<ReadModelTables>): Promise<void> {
  await sql`
    select set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
      set_config('enable_mergejoin', 'off', true)`.execute(tx);
}
