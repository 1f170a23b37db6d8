import type { MinerChanged } from "@candor/domain/events/mining-events";
import { type Kysely, sql } from "kysely";
import { CODES } from "./codes.ts";
import type { Pause } from "./pause.ts";
import type { MinerChangesTable, MinersTable } from "./product-tables.ts";
import { bigint, type Columns, insertRows, integer, smallint } from "./row-writer.ts";
import type { ReadModelTables } from "./tables.ts";

interface ChangeRow {
  readonly miner: MinerChanged;
  readonly seq: number;
  readonly timeMs: number;
}

/** Mining machines of one group of commands: their current state, and each change with its payment. */
export class MinerRows {
  /** The last change of each machine. */
  private readonly miners = new Map<number, ChangeRow>();
  private readonly changes: ChangeRow[] = [];

  get count(): number {
    return this.miners.size + this.changes.length;
  }

  changed(miner: MinerChanged, seq: number, timeMs: number): void {
    const row = { miner, seq, timeMs };
    this.miners.set(miner.minerId, row);
    this.changes.push(row);
  }

  async write(db: Kysely<ReadModelTables>, pause: Pause): Promise<void> {
    const replace = sql`on conflict (miner_id) do update
      set claimed_units = excluded.claimed_units, release_reason = excluded.release_reason`;
    await insertRows(db, "miners", MINER_COLUMNS, [...this.miners.values()], pause, replace);
    await insertRows(db, "miner_changes", CHANGE_COLUMNS, this.changes, pause);
  }
}

const MINER_COLUMNS: Columns<MinersTable, ChangeRow> = {
  miner_id: bigint(({ miner }) => miner.minerId),
  user_id: bigint(({ miner }) => miner.userId),
  plan_id: integer(({ miner }) => miner.planId),
  asset_id: integer(({ miner }) => miner.assetId),
  price_units: bigint(({ miner }) => miner.priceUnits),
  total_output_units: bigint(({ miner }) => miner.totalOutputUnits),
  duration_days: integer(({ miner }) => miner.durationDays),
  refund_ppm: integer(({ miner }) => miner.refundPpm),
  hash_rate_ghs: bigint(({ miner }) => miner.hashRateGhs),
  bought_at_ms: bigint(({ miner }) => miner.boughtAtMs),
  claimed_units: bigint(({ miner }) => miner.claimedUnits),
  release_reason: smallint(({ miner }) => CODES.minerReleaseReason.code(miner.releaseReason)),
};

const CHANGE_COLUMNS: Columns<MinerChangesTable, ChangeRow> = {
  seq: bigint(({ seq }) => seq),
  miner_id: bigint(({ miner }) => miner.minerId),
  user_id: bigint(({ miner }) => miner.userId),
  time_ms: bigint(({ timeMs }) => timeMs),
  cause: smallint(({ miner }) => CODES.minerCause.code(miner.cause)),
  claimed_units: bigint(({ miner }) => miner.claimedUnits),
  release_reason: smallint(({ miner }) => CODES.minerReleaseReason.code(miner.releaseReason)),
  income_units: bigint(({ miner }) => miner.incomeUnits),
  refund_units: bigint(({ miner }) => miner.refundUnits),
};
