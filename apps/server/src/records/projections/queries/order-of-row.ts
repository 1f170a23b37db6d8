import type { OrderState } from "@candor/domain/events/events";
import type { Lots, Ppm, Ticks, Units } from "@candor/money/brand";
import type { Selectable } from "kysely";
import { CODES, legName } from "../codes.ts";
import type { OrdersTable } from "../tables.ts";

/** An order with its sequence numbers. */
export interface OrderRecord extends OrderState {
  /** Leverage at which a contract order was accepted. */
  readonly leverage: number | null;
  readonly acceptedSeq: number;
  readonly changedSeq: number;
  /** 0 while it is live. */
  readonly finalisedSeq: number;
}

export function orderOfRow(row: Selectable<OrdersTable>): OrderRecord {
  const leg = legName(row.leg);
  return {
    orderId: row.order_id,
    userId: row.user_id,
    marketId: row.market_id,
    product: CODES.product.name(row.product),
    ...(leg === undefined ? {} : { leg }),
    side: CODES.side.name(row.side),
    type: CODES.orderType.name(row.type),
    timeInForce: CODES.timeInForce.name(row.time_in_force),
    selfTrade: CODES.selfTrade.name(row.self_trade),
    status: CODES.orderStatus.name(row.status),
    reason: CODES.orderReason.name(row.reason),
    quantityLots: row.quantity_lots as Lots,
    quoteUnits: row.quote_units as Units,
    priceTicks: row.price_ticks as Ticks,
    stopTicks: row.stop_ticks as Ticks,
    trailingPpm: row.trailing_ppm as Ppm,
    triggerBy: CODES.triggerBy.name(row.trigger_by),
    reduceOnly: row.reduce_only,
    leverage: row.leverage === 0 ? null : row.leverage,
    groupId: row.group_id,
    executedLots: row.executed_lots as Lots,
    executedQuoteUnits: row.executed_quote_units as Units,
    feeUnits: row.fee_units as Units,
    createdAtMs: row.created_at_ms,
    updatedAtMs: row.updated_at_ms,
    // The projector stores no orders of labeled accounts.
    labelled: false,
    key: row.key,
    acceptedSeq: row.accepted_seq,
    changedSeq: row.changed_seq,
    finalisedSeq: row.finalised_seq,
  };
}

/** Returns the order as it was when its command was answered. */
export function acceptedOrderOfRow(row: Selectable<OrdersTable>): OrderRecord {
  return {
    ...orderOfRow(row),
    status: CODES.orderStatus.name(row.accepted_status),
    reason: CODES.orderReason.name(row.accepted_reason),
    quantityLots: row.accepted_quantity_lots as Lots,
    priceTicks: row.accepted_price_ticks as Ticks,
    stopTicks: row.accepted_stop_ticks as Ticks,
    trailingPpm: row.accepted_trailing_ppm as Ppm,
    executedLots: row.accepted_executed_lots as Lots,
    executedQuoteUnits: row.accepted_executed_quote_units as Units,
    feeUnits: row.accepted_fee_units as Units,
    updatedAtMs: row.created_at_ms,
  };
}
