import type { Converted } from "@candor/domain/events/convert-events";
import type { Kysely } from "kysely";
import { CODES } from "./codes.ts";
import type { Pause } from "./pause.ts";
import type { ConversionsTable } from "./product-tables.ts";
import { bigint, type Columns, insertRows, integer, smallint } from "./row-writer.ts";
import type { ReadModelTables } from "./tables.ts";

interface ConversionRow {
  readonly event: Converted;
  readonly timeMs: number;
}

/** Conversions of one group of commands. */
export class ConversionRows {
  private readonly rows: ConversionRow[] = [];

  get count(): number {
    return this.rows.length;
  }

  converted(event: Converted, timeMs: number): void {
    this.rows.push({ event, timeMs });
  }

  async write(db: Kysely<ReadModelTables>, pause: Pause): Promise<void> {
    await insertRows(db, "conversions", COLUMNS, this.rows, pause);
  }
}

const COLUMNS: Columns<ConversionsTable, ConversionRow> = {
  convert_id: bigint(({ event }) => event.convertId),
  user_id: bigint(({ event }) => event.userId),
  time_ms: bigint(({ timeMs }) => timeMs),
  wallet: smallint(({ event }) => CODES.wallet.code(event.wallet)),
  from_asset_id: integer(({ event }) => event.fromAssetId),
  to_asset_id: integer(({ event }) => event.toAssetId),
  paid_units: bigint(({ event }) => event.paidUnits),
  received_units: bigint(({ event }) => event.receivedUnits),
};
