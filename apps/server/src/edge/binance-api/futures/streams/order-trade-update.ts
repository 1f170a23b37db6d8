import type { OrderChanged, OrderState, TradeMade } from "@candor/domain/events/events";
import type { ListedMarket } from "../../../../market/market-data/listings.ts";
import { feeOf, toWireTrade } from "../../../../market/market-data/wire-trade.ts";
import { toWireOrder } from "../../../../market/wire-objects/order.ts";
import { clientIdOf, selfTradeModeOf, statusOf } from "../../order-view.ts";
import { acceptedState, statesAfter } from "../../streams/execution-report.ts";
import { type News, type NewsTimes, ordersWithTrades } from "../../streams/user-reports.ts";
import {
  callbackRateOf,
  closesPosition,
  futuresForceOf,
  futuresTypeOf,
  hasClosed,
  workingTypeOf,
} from "../futures-order-view.ts";

const NOTHING = "0";

/** Result of a trade for one of its users, in units of the quote coin. */
interface Outcome {
  readonly trade: TradeMade;
  readonly realizedUnits: number;
  readonly feeUnits: number;
}

interface Told extends NewsTimes {
  /** What happened to the order. */
  readonly type: string;
  readonly outcome?: Outcome;
}

/** Yields what a command did to a user's contract orders, one event at a time. */
export function* orderTradeUpdates(
  news: News,
  marketOf: (marketId: number) => ListedMarket,
  times: NewsTimes,
): Iterable<object> {
  for (const { order, isLast, trades } of ordersWithTrades(news)) {
    const market = marketOf(order.marketId);
    const told = (state: OrderState, type: string) => orderTradeUpdate(state, market, { ...times, type });
    if (order.cause === "accepted") yield told(acceptedState(order), "NEW");
    if (order.cause === "triggered") yield told(order, "NEW");
    if (order.cause === "reduced") yield told(order, "AMENDMENT");
    if (!isLast) continue;
    const end = ended(order, market);
    for (const { trade, after } of statesAfter(end, trades)) {
      const outcome = outcomeOf(news, order, trade);
      yield orderTradeUpdate(after, market, { ...times, type: "TRADE", outcome });
    }
    if (end.status === "canceled") yield told(end, "CANCELED");
    if (end.status === "expired") yield told(end, "EXPIRED");
  }
}

/** Reports a close-position stop as filled once its position is closed; its unused quantity does not count. */
function ended(order: OrderChanged, market: ListedMarket): OrderState {
  return hasClosed(toWireOrder(order, market, null), market) ? { ...order, status: "filled" } : order;
}

/** A liquidation event carries the results of its own trades; other realized results are posted separately. */
function outcomeOf({ liquidations, postings }: News, { orderId }: OrderState, trade: TradeMade): Outcome {
  const forced = liquidations
    .filter((step) => step.orderId === orderId)
    .flatMap(({ fills }) => fills)
    .find(({ tradeId }) => tradeId === trade.tradeId);
  if (forced !== undefined) return { trade, realizedUnits: forced.realizedUnits, feeUnits: forced.feeUnits };
  const realizedUnits = postings
    .filter(({ record, refId }) => record === "realized-profit" && refId === trade.tradeId)
    .reduce((sum, { amountUnits }) => sum + amountUnits, 0);
  return { trade, realizedUnits, feeUnits: feeOf(trade, roleOf(trade, orderId)) };
}

const roleOf = ({ takerOrderId }: TradeMade, orderId: number) =>
  takerOrderId === orderId ? "taker" : "maker";

function orderTradeUpdate(
  order: OrderState,
  market: ListedMarket,
  { timeMs, nowMs, type, outcome }: Told,
): object {
  const wire = toWireOrder(order, market, null);
  const isTrailing = order.type === "trailing-stop";
  const isClose = closesPosition(wire, market);
  const callbackRate = callbackRateOf(wire);
  return {
    e: "ORDER_TRADE_UPDATE",
    E: nowMs,
    T: timeMs,
    o: {
      s: wire.symbol,
      c: clientIdOf(wire),
      S: wire.side.toUpperCase(),
      o: futuresTypeOf(wire),
      f: futuresForceOf(wire),
      q: isClose ? NOTHING : (wire.quantity ?? wire.executedQuantity),
      p: wire.price ?? NOTHING,
      ap: wire.averagePrice ?? NOTHING,
      sp: isTrailing ? NOTHING : (wire.stopPrice ?? NOTHING),
      x: type,
      X: statusOf(wire),
      i: order.orderId,
      z: wire.executedQuantity,
      ...tradeFields(order, market, timeMs, outcome),
      b: NOTHING,
      a: NOTHING,
      R: wire.reduceOnly,
      wt: workingTypeOf(wire),
      ot: futuresTypeOf(wire),
      ps: "BOTH",
      cp: isClose,
      ...(isTrailing ? { AP: wire.stopPrice ?? NOTHING } : {}),
      ...(callbackRate === undefined ? {} : { cr: callbackRate }),
      pP: false,
      si: 0,
      ss: 0,
      V: selfTradeModeOf(order.selfTrade),
      pm: "NONE",
      gtd: 0,
    },
  };
}

function tradeFields(order: OrderState, market: ListedMarket, timeMs: number, outcome: Outcome | undefined) {
  if (outcome === undefined)
    return { l: NOTHING, L: NOTHING, n: NOTHING, N: null, T: timeMs, t: 0, m: false, rp: NOTHING };
  const { trade, realizedUnits, feeUnits } = outcome;
  const fill = toWireTrade(trade, roleOf(trade, order.orderId), timeMs, market, realizedUnits, feeUnits);
  return {
    l: fill.quantity,
    L: fill.price,
    n: fill.fee,
    N: fill.feeAsset,
    T: timeMs,
    t: trade.tradeId,
    m: fill.role === "maker",
    rp: fill.realizedProfit ?? NOTHING,
  };
}
