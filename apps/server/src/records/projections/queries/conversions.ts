import type { Wallet } from "@candor/domain/enumerations";
import type { Kysely } from "kysely";
import { CODES } from "../codes.ts";
import type { ReadModelTables } from "../tables.ts";

export interface Conversion {
  readonly convertId: number;
  readonly timeMs: number;
  readonly wallet: Wallet;
  readonly fromAssetId: number;
  readonly toAssetId: number;
  readonly paidUnits: number;
  readonly receivedUnits: number;
}

/** Returns one conversion of the user, or `undefined` if there is none with this id or it is another user's. */
export async function conversion(
  db: Kysely<ReadModelTables>,
  userId: number,
  convertId: number,
): Promise<Conversion | undefined> {
  const row = await db
    .selectFrom("conversions")
    .selectAll()
    .where("convert_id", "=", convertId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    convertId: row.convert_id,
    timeMs: row.time_ms,
    wallet: CODES.wallet.name(row.wallet),
    fromAssetId: row.from_asset_id,
    toAssetId: row.to_asset_id,
    paidUnits: row.paid_units,
    receivedUnits: row.received_units,
  };
}
