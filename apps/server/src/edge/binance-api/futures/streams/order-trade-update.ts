import { marketTradeIdOf, type OrderState, type TradeMade } from "@candor/domain/events/events";
import type { ListedMarket } from "../../../../market/market-data/listings.ts";
import { feeOf, toWireTrade } from "../../../../market/market-data/wire-trade.ts";
import { toWireOrder } from "../../../../market/wire-objects/order.ts";
import { clientIdOf, selfTradeModeOf, statusOf } from "../../order-view.ts";
import type { News, NewsTimes } from "../../streams/user-reports.ts";
import {
  callbackRateOf,
  closesPosition,
  forcedIdOf,
  futuresForceOf,
  futuresTypeOf,
  placedTypeOf,
  workingTypeOf,
} from "../futures-order-view.ts";
import { positionSideOf } from "../position-side.ts";

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
  /** Whether the order had a trigger and was triggered. */
  readonly hasFired: boolean;
  /** Whether a liquidation placed it. */
  readonly isForced: boolean;
  readonly outcome?: Outcome;
  /** The program's own number of the change; -1 or absent for none. */
  readonly modifyId?: number;
  /** Values of the user's resting orders in the order's contract, after the command. */
  readonly notionals: Readonly<Record<"bids" | "asks", string>>;
}

/** Codes of why an order expired; "0" for all others. */
const EXPIRY_CODES: Partial<Readonly<Record<OrderState["reason"], string>>> = {
  "self-trade": "1",
  ioc: "2",
  "reduce-only": "4",
  liquidation: "5",
  "position-closed": "6",
};

/** A liquidation event carries the results of its own trades; other realized results are posted separately. */
export function outcomeOf(
  { liquidations, postings }: News,
  { orderId }: OrderState,
  trade: TradeMade,
): Outcome {
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

/** Returns the short event of a trade, which comes before its ORDER_TRADE_UPDATE. */
export function tradeLite(
  order: OrderState,
  market: ListedMarket,
  trade: TradeMade,
  { nowMs, timeMs, isForced }: NewsTimes & Pick<Told, "isForced">,
): object {
  const wire = toWireOrder(order, market, null);
  const role = roleOf(trade, order.orderId);
  const { price, quantity } = toWireTrade(trade, role, timeMs, market);
  return {
    e: "TRADE_LITE",
    E: nowMs,
    T: timeMs,
    s: wire.symbol,
    q: closesPosition(wire, market) ? NOTHING : (wire.quantity ?? wire.executedQuantity),
    p: wire.price ?? NOTHING,
    m: role === "maker",
    c: isForced ? forcedIdOf(order) : clientIdOf(wire),
    S: wire.side.toUpperCase(),
    L: price,
    l: quantity,
    t: marketTradeIdOf(trade),
    i: order.orderId,
  };
}

/** Returns the event of a change of an order, or of one of its trades. */
export function orderTradeUpdate(
  order: OrderState,
  market: ListedMarket,
  { timeMs, nowMs, type, hasFired, isForced, notionals, outcome, modifyId = -1 }: Told,
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
      c: isForced ? forcedIdOf(order) : clientIdOf(wire),
      S: wire.side.toUpperCase(),
      o: futuresTypeOf({ type: wire.type, hasFired }),
      f: futuresForceOf(wire),
      q: isClose ? NOTHING : (wire.quantity ?? wire.executedQuantity),
      p: wire.price ?? NOTHING,
      ap: wire.averagePrice ?? NOTHING,
      sp: isTrailing ? NOTHING : (wire.stopPrice ?? NOTHING),
      x: isForced && type === "TRADE" ? "CALCULATED" : type,
      X: statusOf(wire),
      i: order.orderId,
      ...(modifyId >= 0 && { M: String(modifyId) }),
      z: wire.executedQuantity,
      ...tradeFields(order, market, timeMs, outcome),
      b: notionals.bids,
      a: notionals.asks,
      R: wire.reduceOnly,
      wt: workingTypeOf(wire),
      ot: placedTypeOf(wire),
      ps: positionSideOf(order.leg),
      cp: isClose,
      ...(isTrailing ? { AP: wire.stopPrice ?? NOTHING } : {}),
      ...(callbackRate === undefined ? {} : { cr: callbackRate }),
      pP: wire.priceProtect ?? false,
      si: 0,
      ss: 0,
      V: selfTradeModeOf(order.selfTrade),
      pm: "NONE",
      gtd: wire.expiresAtMs ?? 0,
      er: type === "TRADE" ? "0" : (EXPIRY_CODES[order.reason] ?? "0"),
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
    t: marketTradeIdOf(trade),
    m: fill.role === "maker",
    rp: fill.realizedProfit ?? NOTHING,
  };
}
