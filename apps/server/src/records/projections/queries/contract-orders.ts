import { ORDER_TYPES, type PositionLeg } from "@candor/domain/enumerations";
import { isConditional } from "@candor/domain/order-types";
import { type Kysely, type SqlBool, sql } from "kysely";
import { CODES, legName } from "../codes.ts";
import type { ReadModelTables } from "../tables.ts";
import { type OrderRecord, orderOfRow } from "./order-of-row.ts";
import type { WantedOrder } from "./own-orders.ts";

/** A contract order. */
export interface ContractOrderRecord extends OrderRecord {
  /** When it was triggered; 0 if it was not. */
  readonly triggeredAtMs: number;
  /** Whether it became an ordinary order after its trigger. */
  readonly worked: boolean;
}

/** Filters for contract orders of one user, oldest first. Since ≤ t < until. */
export interface ContractOrderFilter {
  readonly userId: number;
  readonly marketId?: number | undefined;
  /** `conditional`: all that had a trigger. `placed`: all without one, and those whose trigger made them an order. */
  readonly only?: "conditional" | "placed" | undefined;
  /** Selects one. */
  readonly wanted?: WantedOrder | undefined;
  /** Starts at this order. Absent: the newest. */
  readonly fromId?: number | undefined;
  readonly sinceMs?: number | undefined;
  readonly untilMs?: number | undefined;
  /** How many rows come before those returned. */
  readonly skip?: number | undefined;
}

/** Same condition as the partial index, so that the planner uses it: contract orders that are neither limit nor market. */
const IS_CONDITIONAL = sql<SqlBool>`orders.product = 2 and orders.type not in (0, 1)`;
/** Types without a trigger. */
const PLAIN = ORDER_TYPES.filter((type) => !isConditional(type)).map((type) => CODES.orderType.code(type));

/** Returns contract orders, live and ended, with their triggers. */
export async function contractOrders(
  db: Kysely<ReadModelTables>,
  filter: ContractOrderFilter,
  limit: number,
): Promise<ContractOrderRecord[]> {
  const { userId, marketId, only, wanted, fromId, sinceMs, untilMs, skip } = filter;
  let query = db
    .selectFrom("orders")
    .leftJoin("order_triggers", "order_triggers.order_id", "orders.order_id")
    .selectAll("orders")
    .select(["order_triggers.triggered_at_ms", "order_triggers.worked"])
    .where("orders.user_id", "=", userId)
    .where("orders.product", "=", CODES.product.code("contract"));
  if (marketId !== undefined) query = query.where("orders.market_id", "=", marketId);
  if (only === "conditional") query = query.where(IS_CONDITIONAL);
  if (only === "placed")
    query = query.where((each) =>
      each.or([each("orders.type", "in", PLAIN), each("order_triggers.worked", "=", true)]),
    );
  if (wanted !== undefined)
    query =
      "orderId" in wanted
        ? query.where("orders.order_id", "=", wanted.orderId)
        : query.where("orders.created_at_ms", ">=", wanted.sinceMs).where("orders.key", "=", wanted.key);
  if (fromId !== undefined) query = query.where("orders.order_id", ">=", fromId);
  if (sinceMs !== undefined) query = query.where("orders.created_at_ms", ">=", sinceMs);
  if (untilMs !== undefined) query = query.where("orders.created_at_ms", "<", untilMs);
  const direction = fromId === undefined && sinceMs === undefined ? "desc" : "asc";
  const rows = await query
    .orderBy("orders.created_at_ms", direction)
    .orderBy("orders.order_id", direction)
    .limit(limit)
    .offset(skip ?? 0)
    .execute();
  const orders = rows.map((row) => ({
    ...orderOfRow(row),
    triggeredAtMs: row.triggered_at_ms ?? 0,
    worked: row.worked === true,
  }));
  return direction === "asc" ? orders : orders.reverse();
}

/** Returns the positions that orders of hedge mode traded for; orders of one-way mode are left out. */
export async function orderLegs(
  db: Kysely<ReadModelTables>,
  orderIds: readonly number[],
): Promise<readonly (readonly [orderId: number, leg: PositionLeg])[]> {
  if (orderIds.length === 0) return [];
  const rows = await db
    .selectFrom("orders")
    .select(["order_id", "leg"])
    .where("order_id", "in", [...new Set(orderIds)])
    .where("leg", "!=", 0)
    .execute();
  return rows.flatMap(({ order_id, leg }) => {
    const name = legName(leg);
    return name === undefined ? [] : [[order_id, name] as const];
  });
}
