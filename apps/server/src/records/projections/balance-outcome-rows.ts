import type { CommandKind } from "@candor/domain/commands/commands";
import type { BalanceChanged } from "@candor/domain/events/events";
import type { Kysely } from "kysely";
import { CODES } from "./codes.ts";
import type { Pause } from "./pause.ts";
import { bigint, type Columns, insertRows, integer, smallint } from "./row-writer.ts";
import type { BalanceOutcomesTable, ReadModelTables } from "./tables.ts";

/** Commands whose reply has their user's balances. */
const ANSWERED_WITH_BALANCES: ReadonlySet<CommandKind> = new Set<CommandKind>([
  "transfer",
  "request-withdrawal",
  "buy-miners",
  "claim-mining",
  "recycle-miner",
  "convert",
  "move-lever-funds",
]);

interface OutcomeRow {
  readonly balance: BalanceChanged;
  readonly seq: number;
}

/** Balances in replies to commands, so that a repeated command returns the original answer. */
export class BalanceOutcomeRows {
  private readonly rows: OutcomeRow[] = [];

  get count(): number {
    return this.rows.length;
  }

  /** Adds a balance after a command of `commandUserId`. */
  changed(balance: BalanceChanged, command: CommandKind, commandUserId: number, seq: number): void {
    if (balance.userId === commandUserId && ANSWERED_WITH_BALANCES.has(command))
      this.rows.push({ balance, seq });
  }

  async write(db: Kysely<ReadModelTables>, pause: Pause): Promise<void> {
    await insertRows(db, "balance_outcomes", COLUMNS, this.rows, pause);
  }
}

const COLUMNS: Columns<BalanceOutcomesTable, OutcomeRow> = {
  seq: bigint((row) => row.seq),
  wallet: smallint(({ balance }) => CODES.wallet.code(balance.wallet)),
  asset_id: integer(({ balance }) => balance.assetId),
  user_id: bigint(({ balance }) => balance.userId),
  available_units: bigint(({ balance }) => balance.availableUnits),
  frozen_units: bigint(({ balance }) => balance.frozenUnits),
};
