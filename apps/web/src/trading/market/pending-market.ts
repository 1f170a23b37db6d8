import { appState } from "../../state/app-store.ts";
import type { MarketFormat } from "./market-format.ts";
import { type MarketTerms, marketTerms } from "./market-terms.ts";

export interface PendingMarket {
  readonly look: Pick<MarketFormat, "name">;
  /** Only names the coins; steps and limits are placeholders and must not be used for calculations. */
  readonly terms: MarketTerms;
}

const USUAL_QUOTE = "USDT";
const COIN_SCALE = 8;
const NOBODYS = {
  tick: "0.01",
  lot: "0.01",
  minQuantity: "0.01",
  maxQuantity: "0.01",
  minNotional: "0.01",
  priceBandRate: "0.01",
  makerFeeRate: "0.01",
  takerFeeRate: "0.01",
};

/**
 * Returns a placeholder for a market whose listing is loading, from its symbol and the last listing stored on this
 * device.
 */
export function pendingMarket(symbol: string, kind: "spot" | "contract"): PendingMarket {
  const remembered = appState().coinsList.find((market) => market.symbol === symbol)?.tokenCur;
  const base = remembered ?? (symbol.endsWith(USUAL_QUOTE) ? symbol.slice(0, -USUAL_QUOTE.length) : symbol);
  const quote = symbol.slice(base.length) || USUAL_QUOTE;
  return {
    look: { name: kind === "contract" ? symbol : `${base}/${quote}` },
    terms: marketTerms({ ...NOBODYS, symbol, tokenCur: base, quote }, COIN_SCALE, COIN_SCALE),
  };
}
