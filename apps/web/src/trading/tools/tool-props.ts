import type { WireOrder } from "@candor/wire/objects";
import type { MarketTerms } from "../market/market-terms.ts";
import type { Payload } from "../orders/use-placing.ts";
import type { MarketNow } from "../ticket/ticket-prices.ts";

/** Sends one order and applies its reply. Throws ApiError. */
export type SendOrder = (payload: Payload, key: string) => Promise<readonly WireOrder[]>;

/** What the tools for several orders need to know about a market. */
export interface ToolProps {
  readonly product: "spot" | "contract";
  readonly terms: MarketTerms;
  readonly now: MarketNow;
  readonly sendOrder: SendOrder;
}

/** "BTC/USDT"; for a contract "BTCUSDT", as on the page that opened the sheet. */
export const marketName = ({ product, terms }: Pick<ToolProps, "product" | "terms">): string =>
  product === "spot" ? `${terms.base}/${terms.quote}` : terms.symbol;
