import { levelsFor } from "../../trading/market/book-fill.ts";
import { useBookLevels } from "../../trading/market/use-book-levels.ts";
import type { LivePosition } from "./contract-live.ts";
import { ticksOf } from "./contract-terms.ts";
import { atMarket, type Execution } from "./execution-prices.ts";
import { usePriceBy } from "./use-price-by.ts";

/** Returns the execution of a market order against a position: at the mark price while no level is known. */
export function useMarketExit(live: LivePosition): Execution | undefined {
  const { position, held } = live;
  const indexTicks = ticksOf(usePriceBy(live, "index"), held.terms);
  const levels = useBookLevels(held.terms, "contract", position.symbol, indexTicks);
  const side = held.lots > 0 ? "sell" : "buy";
  return atMarket(side, levelsFor(side, levels), held.markTicks);
}
