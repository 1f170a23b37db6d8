import type { OrderChanged } from "@candor/domain/events/events";
import type { Kysely } from "kysely";
import type { Pause } from "./pause.ts";
import { isRefusedAtTrigger } from "./refused-at-trigger.ts";
import { bigint, boolean, type Columns, insertRows } from "./row-writer.ts";
import type { OrderTriggersTable, ReadModelTables } from "./tables.ts";

interface TriggerRow {
  readonly orderId: number;
  readonly seq: number;
  readonly atMs: number;
  worked: boolean;
}

/** Triggers of orders in one group of commands. */
export class OrderTriggerRows {
  private readonly rows = new Map<number, TriggerRow>();

  get count(): number {
    return this.rows.size;
  }

  change(order: OrderChanged, seq: number): void {
    const { cause, orderId, updatedAtMs } = order;
    if (cause === "triggered") this.rows.set(orderId, { orderId, seq, atMs: updatedAtMs, worked: true });
    const row = this.rows.get(orderId);
    if (row?.seq === seq && isRefusedAtTrigger(order)) row.worked = false;
  }

  async write(db: Kysely<ReadModelTables>, pause: Pause): Promise<void> {
    await insertRows(db, "order_triggers", COLUMNS, [...this.rows.values()], pause);
  }
}

const COLUMNS: Columns<OrderTriggersTable, TriggerRow> = {
  order_id: bigint(({ orderId }) => orderId),
  triggered_at_ms: bigint(({ atMs }) => atMs),
  worked: boolean(({ worked }) => worked),
};
