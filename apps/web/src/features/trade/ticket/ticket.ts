import type { OrderType, Side, TimeInForce } from "@candor/domain/enumerations";

/**
 * The ticket is a reducer: texts as the trader typed them (canonical decimals, "" for empty) and nothing derived.
 * What they mean, cost and lack is in ticket-summary.ts.
 */
export type AmountUnit = "base" | "quote";

export interface TicketState {
  readonly side: Side;
  readonly type: OrderType;
  readonly price: string;
  /** Limit prices that the trader chose, by side and type. */
  readonly chosenPrices: Readonly<Record<string, string>>;
  readonly stopPrice: string;
  readonly stopLimitPrice: string;
  /** Percent as typed, "1" = 1 %. */
  readonly trailingPercent: string;
  readonly quantity: string;
  /** Only for market orders given in the quote coin, and as the total of orders with a limit price. */
  readonly total: string;
  /** What a market order's amount is given in; undefined: what the side suggests. */
  readonly unit: AmountUnit | undefined;
  readonly timeInForce: TimeInForce;
  /** Position of the slider in percent, or undefined after a figure was typed. */
  readonly percent: number | undefined;
}
