import type { WithdrawalChanged } from "@candor/domain/events/events";
import type { Kysely } from "kysely";
import { CODES } from "./codes.ts";
import type { Pause } from "./pause.ts";
import {
  bigint,
  boolean,
  type Columns,
  insertRows,
  integer,
  smallint,
  text,
  updateRows,
} from "./row-writer.ts";
import type { ReadModelTables, WithdrawalStepsTable, WithdrawalsTable } from "./tables.ts";

interface WithdrawalRow {
  readonly withdrawal: WithdrawalChanged;
  readonly changedSeq: number;
  /** Whether it was requested in this group. */
  readonly isNew: boolean;
}

interface StepRow {
  readonly withdrawal: WithdrawalChanged;
  readonly seq: number;
}

/** Withdrawals of one group of commands; several changes become one row, and one step each. */
export class WithdrawalRows {
  private readonly rows = new Map<number, WithdrawalRow>();
  private readonly steps: StepRow[] = [];

  get count(): number {
    return this.rows.size + this.steps.length;
  }

  change(withdrawal: WithdrawalChanged, seq: number): void {
    const { withdrawalId } = withdrawal;
    const isNew = seq === withdrawalId || this.rows.get(withdrawalId)?.isNew === true;
    this.rows.set(withdrawalId, { withdrawal, changedSeq: seq, isNew });
    this.steps.push({ withdrawal, seq });
  }

  async write(db: Kysely<ReadModelTables>, pause: Pause): Promise<void> {
    const rows = [...this.rows.values()];
    const fresh = rows.filter(({ isNew }) => isNew);
    const old = rows.filter(({ isNew }) => !isNew);
    await insertRows(db, "withdrawals", COLUMNS, fresh, pause);
    await updateRows(db, "withdrawals", "withdrawal_id", CHANGING_COLUMNS, old, pause);
    await insertRows(db, "withdrawal_steps", STEP_COLUMNS, this.steps, pause);
  }
}

const CHANGING_COLUMNS = {
  withdrawal_id: bigint(({ withdrawal }: WithdrawalRow) => withdrawal.withdrawalId),
  status: smallint(({ withdrawal }: WithdrawalRow) => CODES.withdrawalStatus.code(withdrawal.status)),
  tx_hash: text(({ withdrawal }: WithdrawalRow) => withdrawal.txHash),
  reason: text(({ withdrawal }: WithdrawalRow) => withdrawal.reason),
  updated_at_ms: bigint(({ withdrawal }: WithdrawalRow) => withdrawal.updatedAtMs),
  changed_seq: bigint((row: WithdrawalRow) => row.changedSeq),
} as const;

const COLUMNS: Columns<WithdrawalsTable, WithdrawalRow> = {
  ...CHANGING_COLUMNS,
  user_id: bigint(({ withdrawal }) => withdrawal.userId),
  asset_id: integer(({ withdrawal }) => withdrawal.assetId),
  chain_index: integer(({ withdrawal }) => withdrawal.chainIndex),
  address: text(({ withdrawal }) => withdrawal.address),
  amount_units: bigint(({ withdrawal }) => withdrawal.amountUnits),
  fee_units: bigint(({ withdrawal }) => withdrawal.feeUnits),
  needs_review: boolean(({ withdrawal }) => withdrawal.needsReview),
  hold_reason: text(({ withdrawal }) => withdrawal.holdReason),
  created_at_ms: bigint(({ withdrawal }) => withdrawal.createdAtMs),
};

const STEP_COLUMNS: Columns<WithdrawalStepsTable, StepRow> = {
  withdrawal_id: bigint(({ withdrawal }) => withdrawal.withdrawalId),
  seq: bigint((row) => row.seq),
  status: smallint(({ withdrawal }) => CODES.withdrawalStatus.code(withdrawal.status)),
  time_ms: bigint(({ withdrawal }) => withdrawal.updatedAtMs),
  tx_hash: text(({ withdrawal }) => withdrawal.txHash),
};
