import type { OrderChanged, OrderState, TradeMade } from "@candor/domain/events/events";
import { isConditional } from "@candor/domain/order-types";
import type { ApiRevision } from "../../../../config/api-settings.ts";
import type { ListedMarket } from "../../../../market/market-data/listings.ts";
import { toWireOrder } from "../../../../market/wire-objects/order.ts";
import { isRefusedAtTrigger } from "../../../../records/projections/refused-at-trigger.ts";
import { statusOf } from "../../order-view.ts";
import { acceptedState, statesAfter } from "../../streams/execution-report.ts";
import { type News, type NewsTimes, ordersWithTrades } from "../../streams/user-reports.ts";
import { hasClosed } from "../futures-order-view.ts";
import type { RestingOrders } from "../open-notional.ts";
import { type AlgoStatus, algoUpdate } from "./algo-update.ts";
import type { FiredOrders } from "./fired-orders.ts";
import { orderTradeUpdate, outcomeOf, tradeLite } from "./order-trade-update.ts";

export interface OrderEventPorts {
  readonly revision: ApiRevision;
  readonly marketOf: (marketId: number) => ListedMarket;
  /** Those of the user, before the command; they are kept up to date. */
  readonly fired: FiredOrders;
  /** Resting orders of the user, after the command. */
  readonly resting: RestingOrders;
  /** Whether a trailing stop had been activated before the command. */
  readonly isActive: (order: OrderState) => boolean;
}

type Change = ReturnType<typeof ordersWithTrades>[number];

/**
 * Yields what a command did to a user's contract orders, one event at a time. In the API of 2026, a conditional order has
 * events of its own, and is an order from its trigger on.
 */
export function* contractOrderEvents(news: News, ports: OrderEventPorts, times: NewsTimes): Iterable<object> {
  for (const change of ordersWithTrades(news)) yield* new ChangeEvents(change, news, ports, times).all();
}

/** Events of one change of an order. */
class ChangeEvents {
  private readonly change: Change;
  private readonly order: OrderChanged;
  private readonly news: News;
  private readonly market: ListedMarket;
  private readonly times: NewsTimes;
  private readonly fired: FiredOrders;
  private readonly notionals: ReturnType<RestingOrders["notionalsOf"]>;
  private readonly isAlgo: boolean;
  private readonly isActive: boolean;

  constructor(
    change: Change,
    news: News,
    { fired, isActive, marketOf, resting, revision }: OrderEventPorts,
    times: NewsTimes,
  ) {
    this.change = change;
    this.order = change.order;
    this.news = news;
    this.market = marketOf(change.order.marketId);
    this.times = times;
    this.fired = fired;
    this.notionals = resting.notionalsOf(change.order, this.market);
    this.isActive = isActive(change.order);
    this.isAlgo = revision === "2026" && isConditional(change.order.type);
  }

  *all(): Iterable<object> {
    const { order } = this;
    if (order.cause === "accepted") yield this.accepted();
    if (order.cause === "triggered") yield* this.triggered();
    if (order.cause === "reduced" || order.cause === "moved")
      yield this.isAlgo && !this.hasFired ? this.algo("NEW") : this.amendment();
    if (this.change.isLast) yield* this.outcome();
  }

  private get hasFired(): boolean {
    return (
      this.fired.has(this.order.orderId) || (isConditional(this.order.type) && this.order.executedLots > 0)
    );
  }

  private get isForced(): boolean {
    return this.news.liquidations.some(({ orderId }) => orderId === this.order.orderId);
  }

  private amendment(): object {
    const { hasFired, isForced, market, news, notionals, order, times } = this;
    const { modifyId = -1 } = news.modified.find(({ orderId }) => orderId === order.orderId) ?? {};
    const told = { ...times, type: "AMENDMENT", hasFired, isForced, notionals, modifyId };
    return orderTradeUpdate(order, market, told);
  }

  private accepted(): object {
    if (this.isAlgo) return this.algo("NEW");
    return this.update(acceptedState(this.order), "NEW");
  }

  /** An order that is refused at its trigger never becomes an order. */
  private *triggered(): Iterable<object> {
    const { fired, isAlgo, news, order, times } = this;
    const isRefused = news.orders.some(
      (each) => each.orderId === order.orderId && each !== order && isRefusedAtTrigger(each),
    );
    if (isAlgo) yield this.algo("TRIGGERING", times.timeMs);
    if (isRefused) return;
    fired.add(order.orderId, times.timeMs);
    if (!isAlgo) return;
    yield this.algo("TRIGGERED");
    yield this.update(order, "NEW");
  }

  /** The trades of the command, and the end of the order. */
  private *outcome(): Iterable<object> {
    const { change, fired, isAlgo, market, news, order, times } = this;
    const { hasFired } = this;
    const end = ended(order, market);
    for (const { trade, after } of statesAfter(end, change.trades)) yield* this.trade(after, trade);
    const { status } = end;
    if (status !== "filled" && status !== "canceled" && status !== "expired") return;
    const isRefused = isRefusedAtTrigger(order) && news.orders.some((each) => isTriggerOf(each, order));
    if (isAlgo && !hasFired) yield this.algo(endOf(order, isRefused), isRefused ? times.timeMs : 0);
    else if (status !== "filled")
      yield this.update(end, statusOf(end) === "CANCELED" ? "CANCELED" : "EXPIRED");
    if (isAlgo && hasFired) yield this.algo("FINISHED");
    fired.delete(order.orderId);
  }

  private *trade(after: OrderState, trade: TradeMade): Iterable<object> {
    const { hasFired, isForced, market, news, notionals, times } = this;
    yield tradeLite(after, market, trade, { ...times, isForced });
    const outcome = outcomeOf(news, after, trade);
    yield orderTradeUpdate(after, market, {
      ...times,
      type: "TRADE",
      hasFired,
      isForced,
      notionals,
      outcome,
    });
  }

  private update(state: OrderState, type: string): object {
    const { hasFired, isForced, market, notionals, times } = this;
    return orderTradeUpdate(state, market, { ...times, type, hasFired, isForced, notionals });
  }

  private algo(status: AlgoStatus, triggeredAtMs = this.fired.timeMsOf(this.order.orderId)): object {
    const { isActive, times } = this;
    return algoUpdate(this.order, this.market, { ...times, status, triggeredAtMs, isActive });
  }
}

const isTriggerOf = (change: OrderChanged, { orderId }: OrderChanged): boolean =>
  change.orderId === orderId && change.cause === "triggered";

/** Returns how a conditional order ended that never became an order. */
function endOf({ reason, status }: OrderChanged, isRefused: boolean): AlgoStatus {
  if (isRefused) return "REJECTED";
  return status === "canceled" && reason === "user" ? "CANCELED" : "EXPIRED";
}

/** Reports a close-position stop as filled once its position is closed; its unused quantity does not count. */
function ended(order: OrderChanged, market: ListedMarket): OrderState {
  return hasClosed(toWireOrder(order, market, null), market) ? { ...order, status: "filled" } : order;
}
