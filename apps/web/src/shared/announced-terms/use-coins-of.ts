import { useTicker } from "../../shell/markets/market-data.ts";
import type { CoinsOf } from "./setting-changes.ts";

/** Returns a lookup of each spot market's coins. */
export function useCoinsOf(): CoinsOf {
  const { markets } = useTicker();
  return (symbol) => {
    const market = markets.find((each) => each.market === "spot" && each.symbol === symbol);
    return market && { base: market.tokenCur, quote: market.quote };
  };
}
