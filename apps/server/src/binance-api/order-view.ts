import type { OrderStatus, TimeInForce } from "@candor/protocol/enumerations";
import type { WireOrder, WireTrade } from "@candor/protocol/wire/objects";

const STATUSES: Readonly<Record<OrderStatus, string>> = {
  untriggered: "NEW",
  open: "NEW",
  "partially-filled": "PARTIALLY_FILLED",
  filled: "FILLED",
  canceled: "CANCELED",
  expired: "EXPIRED",
};
const TYPES: Readonly<Record<WireOrder["type"], string>> = {
  limit: "LIMIT",
  market: "MARKET",
  "stop-limit": "STOP_LOSS_LIMIT",
  "stop-market": "STOP_LOSS",
  "trailing-stop": "STOP_LOSS",
  oco: "LIMIT",
};
const FORCES: Readonly<Record<TimeInForce, string>> = {
  gtc: "GTC",
  ioc: "IOC",
  fok: "FOK",
  "post-only": "GTC",
};
const NO_LIST = -1;
const NOTHING = "0";

export function statusOf({ status, reason }: Pick<WireOrder, "status" | "reason">): string {
  return status === "expired" && reason === "self-trade" ? "EXPIRED_IN_MATCH" : STATUSES[status];
}

export const typeOf = ({ type, timeInForce }: Pick<WireOrder, "type" | "timeInForce">): string =>
  timeInForce === "post-only" ? "LIMIT_MAKER" : TYPES[type];

export const forceOf = ({ timeInForce }: Pick<WireOrder, "timeInForce">): string => FORCES[timeInForce];

/** Who placed an order in the app gave it no id of their own: its number stands for it. */
export const clientIdOf = ({ clientOrderId, orderId }: WireOrder): string => clientOrderId ?? orderId;

export const listIdOf = ({ groupId }: WireOrder): number => (groupId === null ? NO_LIST : Number(groupId));

const namesOf = (order: WireOrder) => ({
  symbol: order.symbol,
  orderId: Number(order.orderId),
  orderListId: listIdOf(order),
});

/** An order given as a value has the quantity that it bought or sold. */
export const quantityOf = (order: WireOrder): string => order.quantity ?? order.executedQuantity;

const stateOf = (order: WireOrder) => ({
  price: order.price ?? NOTHING,
  origQty: quantityOf(order),
  executedQty: order.executedQuantity,
  origQuoteOrderQty: order.quoteQuantity ?? NOTHING,
  cummulativeQuoteQty: order.executedQuote,
  status: statusOf(order),
  timeInForce: forceOf(order),
  type: typeOf(order),
  side: order.side.toUpperCase(),
  ...(order.stopPrice === null ? {} : { stopPrice: order.stopPrice }),
});

/** An order as it stands, for `order`, `openOrders` and `allOrders`. */
export function orderView(order: WireOrder) {
  return {
    ...namesOf(order),
    clientOrderId: clientIdOf(order),
    ...stateOf(order),
    stopPrice: order.stopPrice ?? NOTHING,
    icebergQty: NOTHING,
    time: order.createdAtMs,
    updateTime: order.updatedAtMs,
    isWorking: order.status !== "untriggered",
    workingTime: order.status === "untriggered" ? -1 : order.createdAtMs,
  };
}

/** The answer to an order that was placed, as fully as it was asked for. */
export function placedView(
  order: WireOrder,
  fills: readonly WireTrade[],
  response: "ACK" | "RESULT" | "FULL",
) {
  const ack = {
    ...namesOf(order),
    clientOrderId: clientIdOf(order),
    transactTime: order.updatedAtMs,
  };
  if (response === "ACK") return ack;
  const result = { ...ack, ...stateOf(order), workingTime: order.createdAtMs };
  return response === "RESULT" ? result : { ...result, fills: fills.map(fillView) };
}

const fillView = (fill: WireTrade) => ({
  price: fill.price,
  qty: fill.quantity,
  commission: fill.fee,
  commissionAsset: fill.feeAsset,
  tradeId: Number(fill.tradeId),
});

/** An order that was canceled just now. */
export function canceledView(order: WireOrder, clientOrderId: string) {
  return {
    ...namesOf(order),
    origClientOrderId: clientIdOf(order),
    clientOrderId,
    transactTime: order.updatedAtMs,
    ...stateOf(order),
  };
}

/** One of one's own trades, for `myTrades`. */
export function ownTradeView(fill: WireTrade) {
  const isBuyer = fill.side === "buy";
  return {
    symbol: fill.symbol,
    id: Number(fill.tradeId),
    orderId: Number(fill.orderId),
    orderListId: NO_LIST,
    price: fill.price,
    qty: fill.quantity,
    quoteQty: fill.quote,
    commission: fill.fee,
    commissionAsset: fill.feeAsset,
    time: fill.timeMs,
    isBuyer,
    isMaker: fill.role === "maker",
    isBestMatch: true,
  };
}
