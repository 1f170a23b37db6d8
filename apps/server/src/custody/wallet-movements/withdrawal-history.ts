import type { Kysely } from "kysely";
import {
  type WithdrawalRecord,
  withdrawalOf,
  withdrawalsByIds,
} from "../../records/projections/queries/withdrawals.ts";
import type { ReadModelTables } from "../../records/projections/tables.ts";
import type { WithdrawalHistory } from "../withdrawals/withdrawal-service.ts";
import type { TrackedWithdrawal } from "../withdrawals/withdrawal-tracker.ts";

/** Rows per query, chosen so that a query does not block other readers of the database. */
const CHUNK = 1_000;

/** Reads withdrawals with their steps from the read models. */
export function withdrawalHistoryOf(db: Kysely<ReadModelTables>): WithdrawalHistory {
  return {
    async of(userId, withdrawalId) {
      const record = await withdrawalOf(db, userId, withdrawalId);
      return record && tracked(record);
    },
    async ofAll(withdrawalIds) {
      const found = new Map<number, TrackedWithdrawal>();
      for (let from = 0; from < withdrawalIds.length; from += CHUNK) {
        const records = await withdrawalsByIds(db, withdrawalIds.slice(from, from + CHUNK));
        for (const record of records) found.set(record.withdrawalId, tracked(record));
      }
      return found;
    },
  };
}

function tracked(record: WithdrawalRecord): TrackedWithdrawal {
  const { steps, changedSeq: _, ...state } = record;
  return { state, steps };
}
