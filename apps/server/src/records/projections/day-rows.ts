import type { OrderChanged } from "@candor/domain/events/events";
import type { OptionChanged } from "@candor/domain/events/option-events";
import { type Kysely, sql } from "kysely";
import { CODES } from "./codes.ts";
import { dayOf } from "./day.ts";
import type { OptionDaysTable, OrderDaysTable } from "./day-tables.ts";
import type { Pause } from "./pause.ts";
import { bigint, type Columns, insertRows, integer, numeric, smallint } from "./row-writer.ts";
import type { ReadModelTables } from "./tables.ts";

interface OrderDay {
  readonly order: OrderChanged;
  orders: number;
  quoteUnits: bigint;
}

interface OptionDay {
  readonly option: OptionChanged;
  options: number;
  stakeUnits: bigint;
  payoutUnits: bigint;
}

/** Adds newly ended orders, which each end once, to the sums of their days. */
export async function addToOrderDays(
  db: Kysely<ReadModelTables>,
  ended: readonly OrderChanged[],
  pause: Pause,
): Promise<void> {
  const days = new Map<string, OrderDay>();
  for (const order of ended) {
    const name = `${order.userId} ${dayOf(order.createdAtMs)} ${order.marketId} ${order.side} ${order.status}`;
    const day = days.get(name) ?? { order, orders: 0, quoteUnits: 0n };
    days.set(name, day);
    day.orders++;
    day.quoteUnits += BigInt(order.executedQuoteUnits);
  }
  await insertRows(db, "order_days", ORDER_DAYS, [...days.values()], pause, ADD_ORDERS);
}

/** The same for timed options. */
export async function addToOptionDays(
  db: Kysely<ReadModelTables>,
  ended: readonly OptionChanged[],
  pause: Pause,
): Promise<void> {
  const days = new Map<string, OptionDay>();
  for (const option of ended) {
    const { userId, acceptedAtMs, marketId, direction, status } = option;
    const name = `${userId} ${dayOf(acceptedAtMs)} ${marketId} ${direction} ${status}`;
    const day = days.get(name) ?? { option, options: 0, stakeUnits: 0n, payoutUnits: 0n };
    days.set(name, day);
    day.options++;
    day.stakeUnits += BigInt(option.stakeUnits);
    day.payoutUnits += BigInt(option.payoutUnits);
  }
  await insertRows(db, "option_days", OPTION_DAYS, [...days.values()], pause, ADD_OPTIONS);
}

const ADD_ORDERS = sql`
  on conflict (user_id, day, market_id, side, status) do update set
    orders = order_days.orders + excluded.orders,
    executed_quote_units = order_days.executed_quote_units + excluded.executed_quote_units`;

const ADD_OPTIONS = sql`
  on conflict (user_id, day, market_id, direction, status) do update set
    options = option_days.options + excluded.options,
    stake_units = option_days.stake_units + excluded.stake_units,
    payout_units = option_days.payout_units + excluded.payout_units`;

const ORDER_DAYS: Columns<OrderDaysTable, OrderDay> = {
  user_id: bigint(({ order }) => order.userId),
  day: integer(({ order }) => dayOf(order.createdAtMs)),
  market_id: integer(({ order }) => order.marketId),
  side: smallint(({ order }) => CODES.side.code(order.side)),
  status: smallint(({ order }) => CODES.orderStatus.code(order.status)),
  orders: bigint(({ orders }) => orders),
  executed_quote_units: numeric(({ quoteUnits }) => quoteUnits),
};

const OPTION_DAYS: Columns<OptionDaysTable, OptionDay> = {
  user_id: bigint(({ option }) => option.userId),
  day: integer(({ option }) => dayOf(option.acceptedAtMs)),
  market_id: integer(({ option }) => option.marketId),
  direction: smallint(({ option }) => CODES.direction.code(option.direction)),
  status: smallint(({ option }) => CODES.optionStatus.code(option.status)),
  options: bigint(({ options }) => options),
  stake_units: numeric(({ stakeUnits }) => stakeUnits),
  payout_units: numeric(({ payoutUnits }) => payoutUnits),
};
