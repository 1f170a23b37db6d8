import type { Side } from "@candor/domain/enumerations";
import { levelsFor } from "../../trading/market/book-fill.ts";
import type { MarketNow, TicketPrices } from "../../trading/ticket/ticket-prices.ts";
import type { ContractTicket } from "./contract-ticket-state.ts";
import { asSell, atMarket, atOnePrice, type Execution } from "./execution-prices.ts";

/** Returns the assumed execution of a ticket's order on one side; undefined if no price is known. */
export function executionOf(
  side: Side,
  { order: { type } }: ContractTicket,
  { limit, stop }: TicketPrices,
  now: MarketNow & { readonly markTicks: number | undefined },
): Execution | undefined {
  const levels = levelsFor(side, now);
  if (type === "market") return atMarket(side, levels, now.lastTicks ?? now.markTicks);
  if (type === "limit" && side === "sell" && limit !== undefined) return asSell(limit, levels);
  const ticks = type === "limit" ? limit : (limit ?? stop ?? now.lastTicks ?? now.markTicks);
  return ticks === undefined ? undefined : atOnePrice(ticks);
}
