import type { PositionChanged } from "@candor/domain/events/contract-events";
import { type Kysely, sql } from "kysely";
import type { ContractLeverages } from "./contract-leverages.ts";
import type { Pause } from "./pause.ts";
import { bigint, type Columns, insertRows, integer, smallint } from "./row-writer.ts";
import type { ContractLeveragesTable, ReadModelTables } from "./tables.ts";

/** Leverages that one group of commands set. */
export class LeverageRows {
  private readonly leverages: ContractLeverages;
  private readonly rows = new Map<string, PositionChanged>();

  constructor(leverages: ContractLeverages) {
    this.leverages = leverages;
  }

  get count(): number {
    return this.rows.size;
  }

  /** Most position changes do not change the leverage. */
  changed(position: PositionChanged): void {
    if (this.leverages.change(position)) this.rows.set(`${position.marketId} ${position.userId}`, position);
  }

  async write(db: Kysely<ReadModelTables>, pause: Pause): Promise<void> {
    const onConflict = sql`on conflict (market_id, user_id) do update set leverage = excluded.leverage`;
    await insertRows(db, "contract_leverages", COLUMNS, [...this.rows.values()], pause, onConflict);
  }
}

const COLUMNS: Columns<ContractLeveragesTable, PositionChanged> = {
  market_id: integer((row) => row.marketId),
  user_id: bigint((row) => row.userId),
  leverage: smallint((row) => row.leverage),
};
