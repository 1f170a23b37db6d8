import type { Kysely } from "kysely";
import type { SetLeverage } from "../contract-leverages.ts";
import type { ReadModelTables } from "../tables.ts";

/** Leverages after a command. */
export interface LeveragesThen {
  readonly seq: number;
  readonly set: readonly SetLeverage[];
  /** Live contract orders, and the leverage at which each was accepted. */
  readonly orders: ReadonlyMap<number, number>;
}

/** Returns what users have set in contracts, according to the tables. */
export async function setLeverages(db: Kysely<ReadModelTables>): Promise<SetLeverage[]> {
  const rows = await db.selectFrom("contract_leverages").selectAll().execute();
  return rows.map((row) => ({ userId: row.user_id, marketId: row.market_id, leverage: row.leverage }));
}

/** Returns all leverages and their command, from one consistent read of the tables. */
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
