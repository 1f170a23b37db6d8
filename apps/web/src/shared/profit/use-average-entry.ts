import { signOfDecimal } from "@candor/text/decimal-text";
import type { WireProfitHolding } from "@candor/wire/profit-calls";
import { useMemo } from "react";
import { useTicker } from "../../shell/markets/market-data.ts";
import { useProfitHoldings } from "./use-profit.ts";

const QUOTE = "USDT";

interface AverageEntry {
  /** In USDT, a decimal: cost ÷ amount, with the fees of purchases. */
  readonly price: string;
  /** Of the base coin; negative if more is owed than held. */
  readonly amount: string;
}

/**
 * Entry line of a market against USDT: the average cost of its base coin in the spot wallet, or in the pair's margin
 * account. null without a holding, and for other quote coins, whose prices are not in USDT.
 */
export function useAverageEntry(symbol: string, product: "spot" | "lever" = "spot"): AverageEntry | null {
  const { markets } = useTicker();
  const holdings = useProfitHoldings();
  const market = markets.find((each) => each.market === "spot" && each.symbol === symbol);
  const base = market?.quote === QUOTE ? market.tokenCur : undefined;
  return useMemo(() => {
    const isOwn = (each: WireProfitHolding) =>
      product === "spot" ? each.wallet === "coin" : each.wallet === "lever" && each.symbol === symbol;
    const held = holdings.find((each) => each.asset === base && isOwn(each));
    if (held === undefined || held.averagePrice === null || signOfDecimal(held.averagePrice) <= 0)
      return null;
    return { price: held.averagePrice, amount: held.amount };
  }, [holdings, base, symbol, product]);
}
