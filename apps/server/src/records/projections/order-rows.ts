import type { LiquidationStep } from "@candor/domain/events/contract-events";
import type { OrderChanged } from "@candor/domain/events/events";
import { type Kysely, sql } from "kysely";
import { CODES, legCode } from "./codes.ts";
import type { ContractLeverages } from "./contract-leverages.ts";
import { addToOrderDays } from "./day-rows.ts";
import { NumberArray } from "./number-array.ts";
import type { Pause } from "./pause.ts";
import {
  bigint,
  boolean,
  type Columns,
  insertRows,
  integer,
  smallint,
  text,
  updateRows,
} from "./row-writer.ts";
import type { LiveContractOrdersTable, OrderOutcomesTable, OrdersTable, ReadModelTables } from "./tables.ts";

/** An order that changed in this group of commands. */
interface OrderRow {
  order: OrderChanged;
  /** The first change in this group. */
  readonly first: OrderChanged;
  changedSeq: number;
  finalisedSeq: number;
  /** The order when its command was answered, if that was in this group; then its row is new. */
  accepted: OrderChanged | undefined;
  acceptedSeq: number;
  /** Set for a new contract order, once its command has ended; else 0. */
  leverage: number;
  /** What the last command that answers with this order made of it. */
  outcome?: OutcomeRow;
}

interface OutcomeRow {
  readonly seq: number;
  /** As of the end of the command. */
  order: OrderChanged;
  /** By the change that the command asked for. */
  readonly releasedUnits: number;
}

/** Orders of one group of commands; several changes to an order become one row. */
export class OrderRows {
  private readonly rows = new Map<number, OrderRow>();
  private readonly outcomes: OutcomeRow[] = [];
  private readonly leverages: ContractLeverages;
  /** Contract orders accepted by the current command. */
  private accepted: OrderRow[] = [];

  constructor(leverages: ContractLeverages) {
    this.leverages = leverages;
  }

  get count(): number {
    return this.rows.size + this.outcomes.length;
  }

  /** Returns the quantity of an order that has changed in this group; else 0. */
  lotsOf(orderId: number): number {
    return this.rows.get(orderId)?.order.quantityLots ?? 0;
  }

  /** `keyed` means that the change answers a command whose repetition must get the same answer. */
  change(order: OrderChanged, seq: number, keyed: boolean): void {
    const finalisedSeq = isFinal(order) ? seq : 0;
    let row = this.rows.get(order.orderId);
    if (row === undefined) {
      const isNew = order.cause === "accepted";
      const added: OrderRow = {
        order,
        first: order,
        changedSeq: seq,
        finalisedSeq,
        accepted: isNew ? order : undefined,
        acceptedSeq: isNew ? seq : 0,
        leverage: 0,
      };
      row = added;
      this.rows.set(order.orderId, row);
      if (isNew && order.product === "contract") this.accepted.push(added);
    } else {
      row.order = order;
      row.changedSeq = seq;
      row.finalisedSeq = finalisedSeq;
      // Acceptance is answered with the order as of the end of its own command.
      if (row.acceptedSeq === seq) row.accepted = order;
    }
    // A moved order may execute in the same command.
    if (row.outcome?.seq === seq) row.outcome.order = order;
    else if (keyed) {
      row.outcome = { seq, order, releasedUnits: order.releasedUnits };
      this.outcomes.push(row.outcome);
    }
  }

  /** The cost of a liquidation order's trades comes after it: its fee goes to the insurance fund and is in no trade. */
  liquidated({ orderId, feeUnits }: LiquidationStep): void {
    if (orderId === 0) return;
    const row = this.rows.get(orderId);
    if (row === undefined)
      throw new Error(`order ${orderId} of a liquidation was not placed by its own command`);
    row.order = { ...row.order, feeUnits };
    row.accepted = row.order;
  }

  /** Position changes of the command are known: the orders it accepted get their leverage. */
  endCommand(): void {
    if (this.accepted.length === 0) return;
    for (const row of this.accepted) row.leverage = this.leverages.of(row.order.userId, row.order.marketId);
    this.accepted = [];
  }

  async write(db: Kysely<ReadModelTables>, pause: Pause): Promise<void> {
    const rows = [...this.rows.values()];
    const isNew = (row: OrderRow): row is NewOrderRow => row.accepted !== undefined;
    const added = rows.filter(isNew);
    await insertRows(db, "orders", COLUMNS, added, pause);
    const old = rows.filter((row) => !isNew(row));
    await updateRows(db, "orders", "order_id", CHANGING_COLUMNS, old, pause);
    const live = added.filter((row) => row.order.product === "contract" && !isFinal(row.order));
    await insertRows(db, "live_contract_orders", LIVE_COLUMNS, live, pause);
    const ended = old.filter((row) => row.order.product === "contract" && isFinal(row.order));
    await deleteLive(db, ended);
    const summed = rows
      .map(({ order }) => order)
      .filter((order) => order.product === "spot" && isFinal(order));
    await addToOrderDays(db, summed, pause);
    await insertRows(db, "order_outcomes", OUTCOME_COLUMNS, this.outcomes, pause);
  }
}

async function deleteLive(db: Kysely<ReadModelTables>, ended: readonly OrderRow[]): Promise<void> {
  if (ended.length === 0) return;
  const ids = new NumberArray(Float64Array.from(ended, (row) => row.order.orderId));
  await sql`delete from live_contract_orders where order_id = any(${ids}::bigint[])`.execute(db);
}

function isFinal(order: OrderChanged): boolean {
  return order.status === "filled" || order.status === "canceled" || order.status === "expired";
}

type NewOrderRow = OrderRow & { readonly accepted: OrderChanged };

const CHANGING_COLUMNS = {
  order_id: bigint((row: OrderRow) => row.order.orderId),
  status: smallint((row: OrderRow) => CODES.orderStatus.code(row.order.status)),
  reason: smallint((row: OrderRow) => CODES.orderReason.code(row.order.reason)),
  quantity_lots: bigint((row: OrderRow) => row.order.quantityLots),
  price_ticks: bigint((row: OrderRow) => row.order.priceTicks),
  stop_ticks: bigint((row: OrderRow) => row.order.stopTicks),
  trailing_ppm: integer((row: OrderRow) => row.order.trailingPpm),
  executed_lots: bigint((row: OrderRow) => row.order.executedLots),
  executed_quote_units: bigint((row: OrderRow) => row.order.executedQuoteUnits),
  fee_units: bigint((row: OrderRow) => row.order.feeUnits),
  updated_at_ms: bigint((row: OrderRow) => row.order.updatedAtMs),
  changed_seq: bigint((row: OrderRow) => row.changedSeq),
  finalised_seq: bigint((row: OrderRow) => row.finalisedSeq),
} as const;

const COLUMNS: Columns<OrdersTable, NewOrderRow> = {
  ...CHANGING_COLUMNS,
  user_id: bigint(({ order }) => order.userId),
  market_id: integer(({ order }) => order.marketId),
  product: smallint(({ order }) => CODES.product.code(order.product)),
  side: smallint(({ order }) => CODES.side.code(order.side)),
  type: smallint(({ order }) => CODES.orderType.code(order.type)),
  time_in_force: smallint(({ order }) => CODES.timeInForce.code(order.timeInForce)),
  self_trade: smallint(({ order }) => CODES.selfTrade.code(order.selfTrade)),
  // As requested: an executed order may no longer have it.
  quote_units: bigint(({ first }) => first.quoteUnits),
  trigger_by: smallint(({ order }) => CODES.triggerBy.code(order.triggerBy)),
  reduce_only: boolean(({ order }) => order.reduceOnly),
  leg: smallint(({ order }) => legCode(order.leg)),
  leverage: smallint(({ leverage }) => leverage),
  group_id: bigint(({ order }) => order.groupId),
  created_at_ms: bigint(({ order }) => order.createdAtMs),
  key: text(({ order }) => order.key),
  accepted_seq: bigint((row) => row.acceptedSeq),
  accepted_status: smallint(({ accepted }) => CODES.orderStatus.code(accepted.status)),
  accepted_reason: smallint(({ accepted }) => CODES.orderReason.code(accepted.reason)),
  accepted_quantity_lots: bigint(({ accepted }) => accepted.quantityLots),
  accepted_price_ticks: bigint(({ accepted }) => accepted.priceTicks),
  accepted_stop_ticks: bigint(({ accepted }) => accepted.stopTicks),
  accepted_trailing_ppm: integer(({ accepted }) => accepted.trailingPpm),
  accepted_executed_lots: bigint(({ accepted }) => accepted.executedLots),
  accepted_executed_quote_units: bigint(({ accepted }) => accepted.executedQuoteUnits),
  accepted_fee_units: bigint(({ accepted }) => accepted.feeUnits),
};

const LIVE_COLUMNS: Columns<LiveContractOrdersTable, NewOrderRow> = {
  order_id: bigint(({ order }) => order.orderId),
  leverage: smallint(({ leverage }) => leverage),
};

const OUTCOME_COLUMNS: Columns<OrderOutcomesTable, OutcomeRow> = {
  seq: bigint((row) => row.seq),
  order_id: bigint(({ order }) => order.orderId),
  status: smallint(({ order }) => CODES.orderStatus.code(order.status)),
  reason: smallint(({ order }) => CODES.orderReason.code(order.reason)),
  quantity_lots: bigint(({ order }) => order.quantityLots),
  price_ticks: bigint(({ order }) => order.priceTicks),
  stop_ticks: bigint(({ order }) => order.stopTicks),
  trailing_ppm: integer(({ order }) => order.trailingPpm),
  executed_lots: bigint(({ order }) => order.executedLots),
  executed_quote_units: bigint(({ order }) => order.executedQuoteUnits),
  fee_units: bigint(({ order }) => order.feeUnits),
  released_units: bigint((row) => row.releasedUnits),
  updated_at_ms: bigint(({ order }) => order.updatedAtMs),
};
