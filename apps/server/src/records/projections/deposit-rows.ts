import type { DepositCredited } from "@candor/domain/events/events";
import type { Kysely } from "kysely";
import type { Pause } from "./pause.ts";
import { bigint, type Columns, insertRows, integer, text } from "./row-writer.ts";
import type { DepositsTable, ReadModelTables } from "./tables.ts";

interface DepositRow {
  readonly deposit: DepositCredited;
  readonly timeMs: number;
}

/** Deposits credited in one group of commands. */
export class DepositRows {
  private readonly rows: DepositRow[] = [];

  get count(): number {
    return this.rows.length;
  }

  credited(deposit: DepositCredited, timeMs: number): void {
    this.rows.push({ deposit, timeMs });
  }

  async write(db: Kysely<ReadModelTables>, pause: Pause): Promise<void> {
    await insertRows(db, "deposits", COLUMNS, this.rows, pause);
  }
}

const COLUMNS: Columns<DepositsTable, DepositRow> = {
  deposit_id: bigint(({ deposit }) => deposit.depositId),
  user_id: bigint(({ deposit }) => deposit.userId),
  asset_id: integer(({ deposit }) => deposit.assetId),
  chain_index: integer(({ deposit }) => deposit.chainIndex),
  amount_units: bigint(({ deposit }) => deposit.amountUnits),
  log_index: bigint(({ deposit }) => deposit.logIndex),
  tx_hash: text(({ deposit }) => deposit.txHash),
  credited_at_ms: bigint((row) => row.timeMs),
};
