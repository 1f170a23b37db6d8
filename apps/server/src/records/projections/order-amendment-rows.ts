import type { OrderChanged, OrderModified } from "@candor/domain/events/events";
import type { Lots } from "@candor/money/brand";
import { type Kysely, sql } from "kysely";
import { NumberArray } from "./number-array.ts";
import type { Pause } from "./pause.ts";
import type { OrderAmendmentsTable } from "./product-tables.ts";
import { bigint, type Columns, insertRows } from "./row-writer.ts";
import type { ReadModelTables } from "./tables.ts";

interface AmendmentRow extends Omit<OrderModified, "kind" | "marketId" | "userId"> {
  readonly seq: number;
  readonly timeMs: number;
}

/** Changes of quantity and price that users made to orders in one group of commands. */
export class OrderAmendmentRows {
  private readonly rows: AmendmentRow[] = [];

  get count(): number {
    return this.rows.length;
  }

  /** @param lotsBefore the quantity before, if the order has changed in this group; else 0 */
  reduced(order: OrderChanged, seq: number, lotsBefore: number): void {
    const { orderId, priceTicks, quantityLots: lotsAfter, updatedAtMs: timeMs } = order;
    const prices = { priceBeforeTicks: priceTicks, priceAfterTicks: priceTicks };
    this.rows.push({
      orderId,
      seq,
      timeMs,
      ...prices,
      lotsBefore: lotsBefore as Lots,
      lotsAfter,
      modifyId: -1,
    });
  }

  modified(event: OrderModified, seq: number, timeMs: number): void {
    this.rows.push({ ...event, seq, timeMs });
  }

  /** Must run before the orders of this group are written: their rows have the quantities before it. */
  async write(db: Kysely<ReadModelTables>, pause: Pause): Promise<void> {
    await insertRows(db, "order_amendments", COLUMNS, this.rows, pause);
    const older = this.rows.filter(({ lotsBefore }) => lotsBefore === 0);
    if (older.length === 0) return;
    const ids = new NumberArray(Float64Array.from(older, ({ orderId }) => orderId));
    await sql`
      update order_amendments set lots_before = orders.quantity_lots from orders
      where orders.order_id = order_amendments.order_id and order_amendments.lots_before = 0
        and order_amendments.order_id = any(${ids}::bigint[])`.execute(db);
  }
}

const COLUMNS: Columns<OrderAmendmentsTable, AmendmentRow> = {
  order_id: bigint(({ orderId }) => orderId),
  seq: bigint(({ seq }) => seq),
  time_ms: bigint(({ timeMs }) => timeMs),
  price_ticks: bigint(({ priceAfterTicks }) => priceAfterTicks),
  price_before_ticks: bigint(({ priceBeforeTicks }) => priceBeforeTicks),
  modify_id: bigint(({ modifyId }) => modifyId),
  lots_before: bigint(({ lotsBefore }) => lotsBefore),
  lots_after: bigint(({ lotsAfter }) => lotsAfter),
};
