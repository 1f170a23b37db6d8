import type { OrderType, Side, TimeInForce } from "@candor/domain/enumerations";

/**
 * The ticket is a reducer over the typed strings (canonical decimals, "" for empty), without derived values. Meaning,
 * cost and problems are computed in ticket-summary.ts.
 */
export type AmountUnit = "base" | "quote";

export interface TicketState {
  readonly side: Side;
  readonly type: OrderType;
  readonly price: string;
  /** Limit prices chosen by the trader, by side and type. */
  readonly chosenPrices: Readonly<Record<string, string>>;
  readonly stopPrice: string;
  readonly stopLimitPrice: string;
  /** Percent as typed; "1" is 1%. */
  readonly trailingPercent: string;
  readonly quantity: string;
  /** Only for market orders in the quote coin, and as the total of orders with a limit price. */
  readonly total: string;
  /** Unit of a market order's amount; undefined for the side's default. */
  readonly unit: AmountUnit | undefined;
  /** Take-profit and stop-loss of a limit order, as prices. They are placed when it has filled. */
  readonly hasExits: boolean;
  readonly takeProfit: string;
  readonly stopLoss: string;
  /** Shows only a part of a resting order in the book: its size, as typed. */
  readonly isIceberg: boolean;
  readonly visible: string;
  readonly timeInForce: TimeInForce;
  /** Slider position in percent; undefined after typing an amount. */
  readonly percent: number | undefined;
}
