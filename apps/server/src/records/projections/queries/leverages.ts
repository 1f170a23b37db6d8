import type { Kysely } from "kysely";
import type { SetLeverage } from "../contract-leverages.ts";
import type { ReadModelTables } from "../tables.ts";

/** Leverages as they were after a command. */
export interface LeveragesThen {
  readonly seq: number;
  readonly set: readonly SetLeverage[];
  /** Contract orders that lived, and the leverage at which each was accepted. */
  readonly orders: ReadonlyMap<number, number>;
}

/** What users have set in contracts, as the tables have it. */
export async function setLeverages(db: Kysely<ReadModelTables>): Promise<SetLeverage[]> {
  const rows = await db.selectFrom("contract_leverages").selectAll().execute();
  return rows.map((row) => ({ userId: row.user_id, marketId: row.market_id, leverage: row.leverage }));
}

/** All leverages and the command that they are as of, from one moment of the tables. */
export async function leveragesThen(db: Kysely<ReadModelTables>): Promise<LeveragesThen> {
  return await db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (tx) => {
      const { seq } = await tx.selectFrom("checkpoint").select("seq").executeTakeFirstOrThrow();
      const orders = await tx.selectFrom("live_contract_orders").selectAll().execute();
      return {
        seq,
        set: await setLeverages(tx),
        orders: new Map(orders.map((row) => [row.order_id, row.leverage])),
      };
    });
}
