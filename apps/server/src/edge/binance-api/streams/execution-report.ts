import {
  type MatchPrevented,
  marketTradeIdOf,
  type OrderState,
  type TradeMade,
} from "@candor/domain/events/events";
import type { Lots, Units } from "@candor/money/brand";
import type { ListedMarket } from "../../../market/market-data/listings.ts";
import { toWireTrade } from "../../../market/market-data/wire-trade.ts";
import { toWireOrder } from "../../../market/wire-objects/order.ts";
import type { OrderLabel } from "../labels/order-label.ts";
import {
  clientIdOf,
  expiryReasonOf,
  forceOf,
  listIdOf,
  preventedOf,
  quantityOf,
  selfTradeModeOf,
  statusOf,
  trailingDeltaOf,
  typeOf,
  waits,
  workingTimeOf,
} from "../order-view.ts";
import { reportFields } from "../prevented-matches.ts";

import type { NewsTimes } from "./user-reports.ts";

interface Execution extends NewsTimes {
  readonly type: string;
  readonly trade?: TradeMade;
  /** The id of the cancel that ended the order. */
  readonly cancelId?: string;
  readonly label?: OrderLabel | undefined;
  /** The prevented match that it reports. */
  readonly match?: MatchPrevented | undefined;
}

const NOTHING = "0";

/** An order before its first trade. */
const UNTOUCHED = { executedLots: 0 as Lots, executedQuoteUnits: 0 as Units, feeUnits: 0 as Units };

/** Returns an order as it was when accepted; its later changes in the same command are reported afterwards. */
export function acceptedState(order: OrderState): OrderState {
  return { ...order, ...UNTOUCHED, status: waits(order) ? order.status : "open" };
}

export function acceptedReport(
  order: OrderState,
  market: ListedMarket,
  times: NewsTimes,
  label?: OrderLabel,
): object {
  return executionReport(acceptedState(order), market, { ...times, type: "NEW", label });
}

/** Returns an order's state after each of its trades in one command. */
export function statesAfter(
  order: OrderState,
  trades: readonly TradeMade[],
): readonly { readonly trade: TradeMade; readonly after: OrderState }[] {
  const sum = (of: (trade: TradeMade) => number) => trades.reduce((total, trade) => total + of(trade), 0);
  let lots = order.executedLots - sum(({ quantityLots }) => quantityLots);
  let quoteUnits = order.executedQuoteUnits - sum((trade) => trade.quoteUnits);
  return trades.map((trade, at) => {
    lots += trade.quantityLots;
    quoteUnits += trade.quoteUnits;
    const isLast = at === trades.length - 1;
    const status = isLast && order.status === "filled" ? "filled" : "partially-filled";
    const after = {
      ...order,
      status,
      executedLots: lots as Lots,
      executedQuoteUnits: quoteUnits as Units,
    } as const;
    return { trade, after };
  });
}

/** Returns a report for each of an order's trades in one command, with the totals up to then. */
export function fillReports(
  order: OrderState,
  trades: readonly TradeMade[],
  market: ListedMarket,
  times: NewsTimes,
  label?: OrderLabel,
): object[] {
  return statesAfter(order, trades).map(({ trade, after }) =>
    executionReport(after, market, { ...times, type: "TRADE", trade, label }),
  );
}

/** Returns a report without its execution id. */
export function executionReport(
  order: OrderState,
  market: ListedMarket,
  { timeMs, nowMs, type, trade, cancelId, label, match }: Execution,
): object {
  const wire = toWireOrder(order, market, null);
  const expiryReason = expiryReasonOf(wire);
  const prevented = preventedOf(wire);
  const role = trade?.takerOrderId === order.orderId ? "taker" : "maker";
  const fill = trade === undefined ? undefined : toWireTrade(trade, role, timeMs, market);
  return {
    e: "executionReport",
    E: nowMs,
    s: wire.symbol,
    c: cancelId ?? clientIdOf(wire),
    S: wire.side.toUpperCase(),
    o: typeOf(wire),
    f: forceOf(wire),
    q: quantityOf(wire),
    p: wire.price ?? NOTHING,
    P: wire.stopPrice ?? NOTHING,
    ...(wire.trailingRate === null ? {} : { d: trailingDeltaOf(wire) }),
    F: wire.visibleQuantity ?? NOTHING,
    g: listIdOf(wire),
    C: cancelId === undefined ? "" : clientIdOf(wire),
    x: type,
    X: statusOf(wire),
    r: "NONE",
    i: order.orderId,
    l: fill?.quantity ?? NOTHING,
    z: wire.executedQuantity,
    L: fill?.price ?? NOTHING,
    n: fill?.fee ?? NOTHING,
    N: fill?.feeAsset ?? null,
    T: timeMs,
    t: trade === undefined ? -1 : marketTradeIdOf(trade),
    w: order.status === "open" || order.status === "partially-filled",
    m: fill?.role === "maker",
    M: false,
    O: order.createdAtMs,
    Z: wire.executedQuote,
    Y: fill?.quote ?? NOTHING,
    Q: wire.quoteQuantity ?? NOTHING,
    ...(label?.strategyId !== undefined && { j: label.strategyId }),
    ...(label?.strategyType !== undefined && { J: label.strategyType }),
    ...(waits(wire) ? {} : { W: workingTimeOf(wire) }),
    V: selfTradeModeOf(order.selfTrade),
    ...(prevented !== undefined && { A: prevented, B: prevented }),
    ...(match !== undefined && reportFields(match, order.orderId, market)),
    ...(expiryReason === undefined ? {} : { eR: expiryReason }),
  };
}
