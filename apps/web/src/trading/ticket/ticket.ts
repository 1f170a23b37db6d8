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
  /** The amount in the quote coin, for orders without a limit price; otherwise the total. */
  readonly total: string;
  /** Unit of the amount of orders without a limit price; undefined for the default. */
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
