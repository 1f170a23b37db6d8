import { useTicker } from "../../shell/market-data.ts";
import type { CoinsOf } from "./setting-changes.ts";

/** Which coins a spot market trades. */
export function useCoinsOf(): CoinsOf {
  const { markets } = useTicker();
  return (symbol) => {
    const market = markets.find((each) => each.market === "spot" && each.symbol === symbol);
    return market && { base: market.tokenCur, quote: market.quote };
  };
}
