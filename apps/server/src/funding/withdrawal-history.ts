import type { Kysely } from "kysely";
import { withdrawalOf } from "../projections/queries/withdrawals.ts";
import type { ReadModelTables } from "../projections/tables.ts";
import type { WithdrawalHistory } from "../withdrawals/withdrawal-service.ts";

/** Withdrawals with their steps, from the read models. */
export function withdrawalHistoryOf(db: Kysely<ReadModelTables>): WithdrawalHistory {
  return async (userId, withdrawalId) => {
    const record = await withdrawalOf(db, userId, withdrawalId);
    if (record === undefined) return undefined;
    const { steps, changedSeq: _, ...state } = record;
    return { state, steps };
  };
}
