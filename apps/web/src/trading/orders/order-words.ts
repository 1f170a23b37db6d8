import type { OrderStatus, OrderType, TimeInForce } from "@candor/domain/enumerations";
import type { WireOrder } from "@candor/wire/objects";
import type { MessageKey } from "../../i18n/message-keys.ts";

/** Labels of the wire's enumerations. Reasons that spot orders never have are left out. */
export const TYPE_WORDS: Readonly<Record<OrderType, MessageKey>> = {
  limit: "trade.typeLimit",
  market: "trade.typeMarket",
  "stop-limit": "trade.typeStopLimit",
  "stop-market": "trade.typeStopMarket",
  oco: "trade.typeOco",
  "trailing-stop": "trade.typeTrailing",
  "take-profit-limit": "trade.typeTakeProfitLimit",
  "take-profit-market": "trade.typeTakeProfitMarket",
  "trailing-loss": "trade.typeTrailing",
  "trailing-loss-limit": "trade.typeTrailing",
  "trailing-profit": "trade.typeTrailing",
  "trailing-profit-limit": "trade.typeTrailing",
};

/** What an order or a trade does: in hedge mode it names the position, otherwise only its side. */
export function actWords({ side, positionSide }: Pick<WireOrder, "side" | "positionSide">): MessageKey {
  if (positionSide === undefined) return side === "buy" ? "trade.buy" : "trade.sell";
  const opens = (side === "buy") === (positionSide === "long");
  if (positionSide === "long") return opens ? "trade.openLong" : "trade.closeLong";
  return opens ? "trade.openShort" : "trade.closeShort";
}

export const TYPE_HINTS: Readonly<Record<OrderType, MessageKey>> = {
  limit: "trade.hintLimit",
  market: "trade.hintMarket",
  "stop-limit": "trade.hintStopLimit",
  "stop-market": "trade.hintStopMarket",
  oco: "trade.hintOco",
  "trailing-stop": "trade.hintTrailing",
  "take-profit-limit": "trade.hintStopLimit",
  "take-profit-market": "trade.hintStopMarket",
  "trailing-loss": "trade.hintTrailing",
  "trailing-loss-limit": "trade.hintTrailing",
  "trailing-profit": "trade.hintTrailing",
  "trailing-profit-limit": "trade.hintTrailing",
};

export const FORCE_WORDS: Readonly<Record<TimeInForce, MessageKey>> = {
  gtc: "trade.forceGtc",
  ioc: "trade.forceIoc",
  fok: "trade.forceFok",
  "post-only": "trade.forcePostOnly",
};

export const STATUS_WORDS: Readonly<Record<OrderStatus, MessageKey>> = {
  untriggered: "trade.statusUntriggered",
  open: "trade.statusOpen",
  "partially-filled": "trade.statusPartiallyFilled",
  filled: "trade.statusFilled",
  canceled: "trade.statusCanceled",
  expired: "trade.statusExpired",
  pending: "trade.statusPending",
};

const REASON_WORDS: Readonly<Record<string, MessageKey | undefined>> = {
  user: "trade.reasonUser",
  ioc: "trade.reasonIoc",
  fok: "trade.reasonFok",
  "price-protection": "trade.reasonPriceProtection",
  "self-trade": "trade.reasonSelfTrade",
  "trigger-unfunded": "trade.reasonTriggerUnfunded",
  "market-closed": "trade.reasonMarketClosed",
  "list-ended": "trade.reasonListEnded",
  "oto-unfunded": "trade.reasonTriggerUnfunded",
  "oto-rejected": "trade.reasonOtoRejected",
  "good-till-date": "trade.reasonGoodTillDate",
  "price-difference": "trade.reasonPriceDifference",
};

/** Orders of a pair that end it with a profit, so that the other one is its stop. */
const TAKES_PROFIT: ReadonlySet<OrderType> = new Set<OrderType>([
  "limit",
  "take-profit-limit",
  "take-profit-market",
  "trailing-profit",
  "trailing-profit-limit",
]);

/** Returns why an order ended. Of two that cancel each other, one at most is a stop: its trigger cancels the other. */
export function reasonOf({
  type,
  stopPrice,
  reason,
}: Pick<WireOrder, "type" | "stopPrice" | "reason">): MessageKey | undefined {
  if (reason === null) return undefined;
  if (reason !== "oco-sibling") return REASON_WORDS[reason];
  // One that trails from an activation price takes profit.
  const takesProfit = TAKES_PROFIT.has(type) || (type === "trailing-stop" && stopPrice !== null);
  return takesProfit ? "trade.reasonOcoStop" : "trade.reasonOcoLimit";
}
