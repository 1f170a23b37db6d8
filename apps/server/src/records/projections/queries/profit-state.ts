import type { Kysely } from "kysely";
import { type ProfitState, stateOfRow } from "../profit/profit-state.ts";
import type { ReadModelTables } from "../tables.ts";

/** Returns a user's accounts and what the last day with a change realized; `undefined` if nothing ever came in. */
export async function profitStateOf(
  db: Kysely<ReadModelTables>,
  userId: number,
): Promise<ProfitState | undefined> {
  const row = await db
    .selectFrom("profit_states")
    .selectAll()
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row === undefined ? undefined : stateOfRow(row);
}
