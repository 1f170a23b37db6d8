import type { BalanceState } from "@candor/domain/engine-port";
import type { Lots, Ppm, Ticks, Units } from "@candor/money/brand";
import type { Kysely } from "kysely";
import { CODES } from "../codes.ts";
import type { ReadModelTables } from "../tables.ts";
import { type Fill, fillOfRow } from "./fills.ts";
import { acceptedOrderOfRow, type OrderRecord, orderOfRow } from "./order-of-row.ts";

/**
 * First answers of commands, for their repetition with the same idempotency key: `replayedSeq` of `executed` is the
 * `seq` of these functions. Faucet gifts are answered from their fund records (fund-records.ts).
 */

export interface PlacementAnswer {
  /** One order, or the two legs of an OCO, in ascending id order. */
  readonly orders: readonly OrderRecord[];
  /** Immediate trades of those orders, oldest first, up to the limit. */
  readonly fills: readonly Fill[];
  readonly fillCount: number;
}

/** Returns the orders that command `seq` of the user placed, as of the end of the command. Empty if it placed none. */
export async function placementAnswer(
  db: Kysely<ReadModelTables>,
  userId: number,
  seq: number,
  fillLimit: number,
): Promise<PlacementAnswer> {
  const rows = await db
    .selectFrom("orders")
    .selectAll()
    .where("accepted_seq", "=", seq)
    .where("user_id", "=", userId)
    .orderBy("order_id")
    .execute();
  if (rows.length === 0) return { orders: [], fills: [], fillCount: 0 };
  return {
    orders: rows.map(acceptedOrderOfRow),
    ...(await fillsOfCommand(
      db,
      rows.map((row) => row.order_id),
      seq,
      fillLimit,
    )),
  };
}

/** Returns the order that change-price command `seq` of the user moved in place; empty if it moved none. */
export async function moveAnswer(
  db: Kysely<ReadModelTables>,
  userId: number,
  seq: number,
  fillLimit: number,
): Promise<PlacementAnswer> {
  const orders = (await orderOutcomes(db, userId, seq)).map(({ order }) => order);
  const orderIds = orders.map(({ orderId }) => orderId);
  return { orders, ...(await fillsOfCommand(db, orderIds, seq, fillLimit)) };
}

async function fillsOfCommand(
  db: Kysely<ReadModelTables>,
  orderIds: readonly number[],
  seq: number,
  limit: number,
): Promise<Pick<PlacementAnswer, "fills" | "fillCount">> {
  if (orderIds.length === 0) return { fills: [], fillCount: 0 };
  const ofCommand = db.selectFrom("fills").where("order_id", "in", orderIds).where("seq", "=", seq);
  const fills = await ofCommand.selectAll().orderBy("trade_id").limit(limit).execute();
  const { count } = await ofCommand
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return { fills: fills.map(fillOfRow), fillCount: count };
}

export interface OrderOutcome {
  readonly order: OrderRecord;
  /** Moved from frozen to available by the command, in the held asset. */
  readonly releasedUnits: number;
}

/**
 * Returns the user's orders that their reduce, cancel-all or change-price command `seq` changed, as of the end of the command; newest
 * first.
 */
export async function orderOutcomes(
  db: Kysely<ReadModelTables>,
  userId: number,
  seq: number,
): Promise<OrderOutcome[]> {
  const outcomes = await db
    .selectFrom("order_outcomes")
    .selectAll()
    .where("seq", "=", seq)
    .orderBy("order_id", "desc")
    .execute();
  if (outcomes.length === 0) return [];
  const rows = await db
    .selectFrom("orders")
    .selectAll()
    .where(
      "order_id",
      "in",
      outcomes.map((outcome) => outcome.order_id),
    )
    .where("user_id", "=", userId)
    .execute();
  const orders = new Map(rows.map((row) => [row.order_id, orderOfRow(row)]));
  return outcomes.flatMap((outcome) => {
    const order = orders.get(outcome.order_id);
    if (order === undefined) return [];
    return {
      order: {
        ...order,
        status: CODES.orderStatus.name(outcome.status),
        reason: CODES.orderReason.name(outcome.reason),
        quantityLots: outcome.quantity_lots as Lots,
        priceTicks: outcome.price_ticks as Ticks,
        stopTicks: outcome.stop_ticks as Ticks,
        trailingPpm: outcome.trailing_ppm as Ppm,
        executedLots: outcome.executed_lots as Lots,
        executedQuoteUnits: outcome.executed_quote_units as Units,
        feeUnits: outcome.fee_units as Units,
        updatedAtMs: outcome.updated_at_ms,
      },
      releasedUnits: outcome.released_units,
    };
  });
}

/** Returns the balances in the answer to the user's transfer or withdrawal request `seq`. */
export async function balanceOutcomes(
  db: Kysely<ReadModelTables>,
  userId: number,
  seq: number,
): Promise<BalanceState[]> {
  const rows = await db
    .selectFrom("balance_outcomes")
    .selectAll()
    .where("seq", "=", seq)
    .where("user_id", "=", userId)
    .orderBy("wallet")
    .orderBy("asset_id")
    .execute();
  return rows.map((row) => ({
    wallet: CODES.wallet.name(row.wallet),
    assetId: row.asset_id,
    availableUnits: row.available_units,
    frozenUnits: row.frozen_units,
  }));
}
