import type { Side } from "@candor/domain/enumerations";
import type { WireOrder } from "@candor/wire/objects";
import type { MarketTerms } from "../market/market-terms.ts";
import type { Payload } from "../orders/use-placing.ts";
import type { MarketNow } from "../ticket/ticket-prices.ts";

/** Sends one order and applies its reply. Throws ApiError. */
export type SendOrder = (payload: Payload, key: string) => Promise<readonly WireOrder[]>;

/** Orders of one side that a tool will place. */
export interface PlannedOrders {
  readonly side: Side;
  /** All together, more than 0. */
  readonly lots: number;
  /** Sum of ticks × lots. */
  readonly tickLots: number;
  readonly reduceOnly: boolean;
}

/** The free margin of contracts, and what orders take of it. */
export interface ToolMargin {
  readonly label: string;
  /** What adding to it is called. */
  readonly moveFunds: string;
  /** Undefined if unknown. */
  readonly usableUnits: number | undefined;
  /** In units of the margin currency; undefined if unknown. */
  readonly costOf: (planned: PlannedOrders) => number | undefined;
}

/** What the tools for several orders need to know about a market. */
export interface ToolProps {
  readonly product: "spot" | "contract";
  readonly terms: MarketTerms;
  readonly now: MarketNow;
  readonly sendOrder: SendOrder;
  /** For contracts only. */
  readonly margin?: ToolMargin;
}

/** "BTC/USDT"; for a contract "BTCUSDT", as on the page that opened the sheet. */
export const marketName = ({ product, terms }: Pick<ToolProps, "product" | "terms">): string =>
  product === "spot" ? `${terms.base}/${terms.quote}` : terms.symbol;
