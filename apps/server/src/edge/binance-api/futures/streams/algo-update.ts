import type { OrderState } from "@candor/domain/events/events";
import type { ListedMarket } from "../../../../market/market-data/listings.ts";
import { toWireOrder } from "../../../../market/wire-objects/order.ts";
import { clientIdOf, selfTradeModeOf } from "../../order-view.ts";
import type { NewsTimes } from "../../streams/user-reports.ts";
import { algoIdOf } from "../algo/algo-view.ts";
import {
  closesPosition,
  futuresForceOf,
  futuresTypeOf,
  placedTypeOf,
  workingTypeOf,
} from "../futures-order-view.ts";
import { positionSideOf } from "../position-side.ts";

const NOTHING = "0";

export type AlgoStatus =
  | "NEW"
  | "CANCELED"
  | "TRIGGERING"
  | "TRIGGERED"
  | "FINISHED"
  | "REJECTED"
  | "EXPIRED";
/** Statuses of a conditional order that has become an order. */
const WITH_ORDER: readonly AlgoStatus[] = ["TRIGGERED", "FINISHED"];

/** Statuses of a trailing stop that must have been activated. */
const ACTIVE: readonly AlgoStatus[] = ["TRIGGERING", ...WITH_ORDER, "REJECTED"];

/** Why the exchange refused an order at its trigger, in Binance's words. */
const REFUSALS: Partial<Readonly<Record<OrderState["reason"], string>>> = {
  "trigger-unfunded": "Margin is insufficient.",
  "reduce-only": "ReduceOnly Order is rejected.",
  "position-closed": "ReduceOnly Order is rejected.",
  "price-difference": "The difference between last price and mark price is above triggerProtect.",
};

/** When a conditional order was triggered; 0 if it was not, or if that is no longer known. */
interface AlgoChange extends NewsTimes {
  readonly status: AlgoStatus;
  readonly triggeredAtMs: number;
  /** A trailing stop has reached its activation price. */
  readonly isActive: boolean;
}

/** Returns the event of a conditional order's new status. */
export function algoUpdate(
  order: OrderState,
  market: ListedMarket,
  { isActive, nowMs, status, timeMs, triggeredAtMs }: AlgoChange,
): object {
  const wire = toWireOrder(order, market, null);
  const hasOrder = WITH_ORDER.includes(status);
  const isClose = closesPosition(wire, market);
  const isTrailing = order.type === "trailing-stop";
  const refusal = status === "REJECTED" ? REFUSALS[order.reason] : undefined;
  return {
    e: "ALGO_UPDATE",
    T: timeMs,
    E: nowMs,
    o: {
      caid: clientIdOf(wire),
      aid: algoIdOf(order.orderId),
      at: "CONDITIONAL",
      o: placedTypeOf(wire),
      s: wire.symbol,
      S: wire.side.toUpperCase(),
      ps: positionSideOf(order.leg),
      f: futuresForceOf(wire),
      q: isClose ? NOTHING : (wire.quantity ?? wire.executedQuantity),
      X: status,
      ai: hasOrder ? String(order.orderId) : "",
      ap: wire.averagePrice ?? NOTHING,
      aq: wire.executedQuantity,
      act: hasOrder ? futuresTypeOf({ type: wire.type, hasFired: true }) : NOTHING,
      tp: isTrailing ? NOTHING : (wire.stopPrice ?? NOTHING),
      p: wire.price ?? NOTHING,
      V: selfTradeModeOf(order.selfTrade),
      wt: workingTypeOf(wire),
      pm: "NONE",
      cp: isClose,
      pP: wire.priceProtect ?? false,
      R: wire.reduceOnly,
      tt: triggeredAtMs,
      gtd: wire.expiresAtMs ?? 0,
      ...(refusal === undefined ? {} : { rm: refusal }),
      // It follows the price from the start, unless a price activates it.
      ia: isTrailing && (wire.stopPrice === null || isActive || ACTIVE.includes(status)),
    },
  };
}
