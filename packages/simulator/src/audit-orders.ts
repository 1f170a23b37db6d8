import { INSURANCE_FUND_USER_ID } from "@candor/domain/events/contract-events";
import type { OrderChanged, OrderModified, OrderState, TradeMade } from "@candor/domain/events/events";
import { becomesMarketOrder, hasLimitPrice, isTrailingType } from "@candor/domain/order-types";
import { AuditError, ensure, same } from "./audit-error.ts";
import type { AuditMarket } from "./audit-market.ts";

const PPM = 1_000_000n;
const MAX_ICEBERG_PARTS = 100;

/** A live order as recomputed by the auditor, with the terms of its hold. */
export interface AuditedOrder {
  state: OrderChanged;
  /** Totals of its trades, as summed by the auditor. */
  executedLots: number;
  executedQuoteUnits: number;
  feeUnits: number;
  /** For a stop that becomes a market order: the highest price in ticks that must fund it; else 0. */
  fundedTicks: number;
  /** What an iceberg offers in the book; undefined until it rests, and for all other orders. */
  shownLots?: number | undefined;
  /** What it offered in the book after the last command that changed it, and at which price. */
  restingLots: number;
  restingTicks: number;
}

/** The most lots that an order shows at a time, which spot orders have in the word for an amount in quote; 0: all. */
function visibleLots({ product, quantityLots, quoteUnits }: OrderChanged): number {
  return product === "spot" && quantityLots > 0 ? quoteUnits : 0;
}

/** The lots that a live order, which can trade, offers in the book. An iceberg shows its next part once one is filled. */
export function offeredLots(order: AuditedOrder): number {
  const left = order.state.quantityLots - order.executedLots;
  const visible = visibleLots(order.state);
  if (visible === 0) return left;
  if (order.shownLots === undefined || order.shownLots === 0 || order.shownLots > left)
    order.shownLots = Math.min(visible, left);
  return order.shownLots;
}

const LIVE = new Set(["untriggered", "open", "partially-filled", "pending"]);
/** Statuses of live orders that cannot trade yet. */
const IDLE = new Set(["untriggered", "pending"]);
const IMMUTABLE = [
  "userId",
  "marketId",
  "product",
  "leg",
  "side",
  "type",
  "timeInForce",
  "selfTrade",
  "quoteUnits",
  "groupId",
  "createdAtMs",
  "labelled",
  "key",
] as const;

/** What changes only when an order is moved. */
const MOVABLE = ["priceTicks", "stopTicks", "trailingPpm"] as const;

/** The statuses that each cause may lead to. */
const CAUSES: Readonly<Record<OrderChanged["cause"], ReadonlySet<string>>> = {
  accepted: new Set(["untriggered", "open", "pending"]),
  triggered: new Set(["open"]),
  executed: new Set(["partially-filled", "filled"]),
  reduced: LIVE,
  closed: new Set(["canceled", "expired"]),
  activated: new Set(["untriggered", "open"]),
  moved: new Set(["untriggered", "open", "partially-filled", "pending"]),
};

export function isLive(order: OrderChanged): boolean {
  return LIVE.has(order.status);
}

export function isIdle(order: OrderChanged): boolean {
  return IDLE.has(order.status);
}

/** A live order in a view equals its last event, except for the reason of the change. */
function isAsTold(shown: OrderState, told: OrderChanged): boolean {
  return (Object.keys(shown) as (keyof OrderState)[]).every(
    (field) => field === "reason" || shown[field] === told[field],
  );
}

/** Follows every order from its acceptance to its end, by the events only. */
export class OrderAudit {
  readonly live = new Map<number, AuditedOrder>();
  /** Orders touched since the command began, live or not. */
  readonly touched = new Map<number, AuditedOrder>();
  /** Dates of live orders that expire. */
  private readonly expiring = new Map<number, number>();
  /** Modifications of the current command whose orders have not changed yet. */
  private readonly modified = new Map<number, OrderModified>();
  private lastOrderId = 0;
  private timeMs = 0;

  beginCommand(timeMs: number): void {
    this.timeMs = timeMs;
    this.touched.clear();
    ensure(this.modified.size === 0, "an order was modified, but did not change");
  }

  /** Checks what a modification says was before; the order's own change must be what it says comes after. */
  modify(event: OrderModified): void {
    const { orderId, userId, marketId, priceBeforeTicks, lotsBefore, lotsAfter } = event;
    const order = this.live.get(orderId);
    const { state } = order ?? {};
    ensure(
      state?.product === "contract" && state.userId === userId && state.marketId === marketId,
      `modified order ${orderId} is no live contract order of user ${userId}`,
    );
    ensure(
      state?.priceTicks === priceBeforeTicks && state.quantityLots === lotsBefore,
      `modified order ${orderId} was something else before`,
    );
    ensure(lotsAfter > (order?.executedLots ?? 0), `modified order ${orderId} has nothing left`);
    this.modified.set(orderId, event);
  }

  private checkModified(event: OrderChanged): void {
    const { orderId, priceTicks, quantityLots, status } = event;
    const modified = this.modified.get(orderId);
    this.modified.delete(orderId);
    ensure(
      modified?.priceAfterTicks === priceTicks && modified.lotsAfter === quantityLots,
      `order ${orderId} differs from its modification`,
    );
    ensure(
      modified?.priceBeforeTicks !== priceTicks || modified.lotsBefore !== quantityLots,
      `order ${orderId} was modified to what it was`,
    );
    ensure(status === "open" || status === "partially-filled", `modified order ${orderId} is ${status}`);
  }

  /** Compares the live orders in a user's view, newest first, with their events. */
  compare(userId: number, shown: readonly OrderState[]): void {
    const live = [...this.live.values()].filter(({ state }) => state.userId === userId);
    const ids = live.map(({ state }) => state.orderId).sort((a, b) => b - a);
    same(
      shown.map(({ orderId }) => orderId),
      ids,
      `orders of user ${userId}`,
    );
    for (const order of shown) {
      const told = this.live.get(order.orderId)?.state;
      ensure(
        told !== undefined && isAsTold(order, told),
        `order ${order.orderId} differs from its last event`,
      );
    }
  }

  /** @returns the order's previous state; undefined for a new one */
  change(event: OrderChanged, market: AuditMarket): AuditedOrder {
    const known = this.live.get(event.orderId);
    ensure(
      CAUSES[event.cause].has(event.status),
      `order ${event.orderId} has status ${event.status} after cause ${event.cause}`,
    );
    ensure(event.updatedAtMs === this.timeMs, `order ${event.orderId} changed at ${event.updatedAtMs}`);
    if (event.cause === "accepted") {
      ensure(
        known === undefined && event.orderId === ++this.lastOrderId,
        `order id ${event.orderId} is out of order`,
      );
      ensure(
        event.createdAtMs === this.timeMs,
        `order ${event.orderId} has the creation time ${event.createdAtMs}`,
      );
      const order = this.accept(event, market);
      this.touched.set(event.orderId, order);
      return order;
    }
    if (known === undefined) throw new AuditError(`order ${event.orderId} changed but is not live`);
    this.checkExpiry(event);
    for (const field of IMMUTABLE)
      ensure(known.state[field] === event[field], `order ${event.orderId} changed its ${field}`);
    if (event.cause === "moved" && this.modified.has(event.orderId)) this.checkModified(event);
    else checkSame(known.state, event);
    ensure(
      event.executedLots === known.executedLots &&
        event.executedQuoteUnits === known.executedQuoteUnits &&
        event.feeUnits === known.feeUnits,
      `order ${event.orderId} differs from the sum of its trades`,
    );
    ensure(
      event.quantityLots === 0 || (event.status === "filled") === (event.executedLots === event.quantityLots),
      `order ${event.orderId} is ${event.status} with ${event.executedLots} of ${event.quantityLots} executed`,
    );
    ensure(
      event.cause !== "activated" || known.state.status === "pending",
      `order ${event.orderId} was activated with status ${known.state.status}`,
    );
    // From now on it has a hold; a trailing order follows the price from here.
    if (event.cause === "activated" || event.cause === "moved")
      known.fundedTicks = fundedTicks(event, market);
    // An iceberg that rests again shows a whole part.
    if (event.cause === "moved") known.shownLots = undefined;
    known.state = event;
    this.touched.set(event.orderId, known);
    if (!isLive(event)) this.live.delete(event.orderId);
    return known;
  }

  /** Every order with a date ends at the first command from then on, before it can trade. */
  endCommand(): void {
    for (const [orderId, expiresAtMs] of this.expiring) {
      if (!this.live.has(orderId)) this.expiring.delete(orderId);
      else ensure(expiresAtMs > this.timeMs, `order ${orderId} is live after ${expiresAtMs}`);
    }
  }

  private checkExpiry({ orderId, reason }: OrderChanged): void {
    const expiresAtMs = this.expiring.get(orderId) ?? Number.POSITIVE_INFINITY;
    ensure(
      (reason === "good-till-date") === this.timeMs >= expiresAtMs,
      `order ${orderId} changed at ${this.timeMs} with date ${expiresAtMs} and reason ${reason}`,
    );
  }

  /** Adds a trade to both of its orders, after checking it against their terms. */
  trade(trade: TradeMade, market: AuditMarket): void {
    ensure(trade.makerUserId !== trade.takerUserId, `trade ${trade.tradeId} of a user with themselves`);
    const maker = this.sideOf(trade, trade.makerOrderId, trade.makerUserId);
    ensure(maker.state.side !== trade.takerSide, `trade ${trade.tradeId}: both orders on one side`);
    const offered = offeredLots(maker);
    ensure(trade.quantityLots <= offered, `trade ${trade.tradeId} of ${offered} visible lots`);
    if (maker.shownLots !== undefined) maker.shownLots -= trade.quantityLots;
    ensure(maker.state.priceTicks === trade.priceTicks, `trade ${trade.tradeId} not at the maker's price`);
    if (trade.takerUserId === INSURANCE_FUND_USER_ID) return this.fundTrade(trade, maker, market);
    const taker = this.sideOf(trade, trade.takerOrderId, trade.takerUserId);
    ensure(taker.state.side === trade.takerSide, `trade ${trade.tradeId}: the taker's side`);
    const { priceTicks: limit, type } = taker.state;
    if (hasLimitPrice(type))
      ensure(
        trade.takerSide === "buy" ? trade.priceTicks <= limit : trade.priceTicks >= limit,
        `trade ${trade.tradeId} beyond the taker's limit`,
      );
    else
      ensure(
        market.isProtected(trade.takerSide, trade.priceTicks),
        `trade ${trade.tradeId} beyond the market's protection`,
      );
    for (const [order, fee] of [
      [maker, trade.makerFeeUnits],
      [taker, trade.takerFeeUnits],
    ] as const) {
      order.executedLots += trade.quantityLots;
      order.executedQuoteUnits += trade.quoteUnits;
      order.feeUnits += fee;
    }
  }

  /**
   * Checks a trade by which the insurance fund reduces its inventory, without an order of its own and without a fee.
   */
  private fundTrade(trade: TradeMade, maker: AuditedOrder, market: AuditMarket): void {
    ensure(
      trade.takerOrderId === 0 && trade.takerFeeUnits === 0,
      `trade ${trade.tradeId} of the insurance fund`,
    );
    ensure(market.isContract, `trade ${trade.tradeId} of the insurance fund in a spot market`);
    maker.executedLots += trade.quantityLots;
    maker.executedQuoteUnits += trade.quoteUnits;
    maker.feeUnits += trade.makerFeeUnits;
  }

  private sideOf(trade: TradeMade, orderId: number, userId: number): AuditedOrder {
    const order = this.live.get(orderId);
    if (order === undefined)
      throw new AuditError(`trade ${trade.tradeId} of order ${orderId}, which is not live`);
    ensure(
      order.state.userId === userId && !isIdle(order.state),
      `trade ${trade.tradeId} of order ${orderId}, which has another user or market`,
    );
    return order;
  }

  private accept(event: OrderChanged, market: AuditMarket): AuditedOrder {
    ensure(
      event.leg === undefined || event.reduceOnly === ((event.leg === "long") !== (event.side === "buy")),
      `order ${event.orderId} of the ${event.leg} position`,
    );
    ensure(
      event.executedLots === 0 && event.feeUnits === 0,
      `order ${event.orderId} starts with executed lots or fees`,
    );
    const visible = visibleLots(event);
    ensure(
      visible === 0 ||
        (hasLimitPrice(event.type) &&
          visible <= event.quantityLots &&
          event.quantityLots <= visible * MAX_ICEBERG_PARTS),
      `order ${event.orderId} of ${event.quantityLots} lots shows ${visible}`,
    );
    const order: AuditedOrder = {
      state: event,
      executedLots: 0,
      executedQuoteUnits: 0,
      feeUnits: 0,
      fundedTicks: fundedTicks(event, market),
      restingLots: 0,
      restingTicks: 0,
    };
    this.live.set(event.orderId, order);
    // A contract order has its date where others have an amount in quote; its last three digits are other terms.
    const expiresAtMs = market.isContract ? event.quoteUnits - (event.quoteUnits % 1_000) : 0;
    if (expiresAtMs > 0) {
      ensure(expiresAtMs > this.timeMs, `order ${event.orderId} was accepted after its date ${expiresAtMs}`);
      this.expiring.set(event.orderId, expiresAtMs);
    }
    return order;
  }
}

/** Only a reduction changes an order's quantity, and only a move its prices. */
function checkSame(known: OrderChanged, event: OrderChanged): void {
  checkMove(known, event);
  const isReduced = event.cause === "reduced" && event.quantityLots < known.quantityLots;
  ensure(
    event.quantityLots === known.quantityLots || isReduced,
    `order ${event.orderId} changed its quantity`,
  );
}

/** Only a move changes an order's price, trigger or rate. It changes one that the order has, and nothing else. */
function checkMove(known: OrderChanged, event: OrderChanged): void {
  const changed = MOVABLE.filter((field) => known[field] !== event[field]);
  if (event.cause !== "moved") {
    ensure(changed.length === 0, `order ${event.orderId} changed its ${changed.join(", ")}`);
    return;
  }
  ensure(changed.length > 0, `order ${event.orderId} was moved nowhere`);
  ensure(
    changed.every((field) => known[field] > 0 && event[field] > 0),
    `order ${event.orderId} got or lost a term when it was moved`,
  );
  ensure(known.status === event.status, `order ${event.orderId} changed its status when it was moved`);
}

/** The price in ticks that must fund a stop that becomes a market order; 0 for all others. */
function fundedTicks(event: OrderChanged, market: AuditMarket): number {
  return becomesMarketOrder(event.type) ? market.fundedTicks(firstTrigger(event, market)) : 0;
}

/** Where a stop would first fire; for a trailing buy its rate above the activation price or last price, rounded up. */
function firstTrigger(event: OrderChanged, market: AuditMarket): number {
  if (!isTrailingType(event.type)) return event.stopTicks;
  const extreme = BigInt(event.stopTicks > 0 ? event.stopTicks : market.referenceTicks);
  return Number((extreme * (PPM + BigInt(event.trailingPpm)) + PPM - 1n) / PPM);
}

/** What an order on its own needs frozen, in quote for a buy and in base for a sell. */
export function obligationOf(order: AuditedOrder, market: AuditMarket): number {
  const { state, fundedTicks: funded } = order;
  if (!isLive(state) || market.isContract || state.status === "pending") return 0;
  const remaining = state.quantityLots - state.executedLots;
  if (state.side === "sell") return remaining * market.scale.lotUnits;
  const ticks = funded > 0 ? funded : state.priceTicks;
  return remaining * ticks * market.scale.quoteUnitsPerTickLot;
}
