import { signOfDecimal } from "@candor/text/decimal-text";
import { compareDecimals } from "@candor/ui/decimal-math";
import type { WireMarket } from "@candor/wire/objects";
import { marketKey } from "../../shell/markets/market-key.ts";

export type MarketList = "gainers" | "losers" | "volume" | "newest" | "contracts";

function byChange(a: WireMarket, b: WireMarket): number {
  if (a.updown === null || b.updown === null) return Number(a.updown === null) - Number(b.updown === null);
  return compareDecimals(b.updown, a.updown);
}

/** With fewer rising markets the list looks empty. */
const MIN_GAINERS = 3;

/** Initial list: by turnover while hardly any market gains; undefined while no change is known. */
export function firstList(markets: readonly WireMarket[]): MarketList | undefined {
  if (!markets.some(({ updown }) => updown !== null)) return undefined;
  const risen = markets.filter(({ updown }) => signOfDecimal(updown) > 0).length;
  return risen < Math.min(MIN_GAINERS, markets.length) ? "volume" : "gainers";
}

/**
 * Returns the markets of a list, best first. Gainers must have risen and losers fallen; while no change is known, all
 * markets are included.
 * @param turnovers in USDT, by market key
 */
export function orderMarkets(
  list: MarketList,
  markets: readonly WireMarket[],
  turnovers: ReadonlyMap<string, string>,
): readonly WireMarket[] {
  if (list === "newest") return [...markets].sort((a, b) => b.listedAtMs - a.listedAtMs);
  if (list === "gainers") {
    const isKnown = markets.some(({ updown }) => updown !== null);
    return markets.filter(({ updown }) => !isKnown || signOfDecimal(updown) > 0).sort(byChange);
  }
  if (list === "losers") {
    const isKnown = markets.some(({ updown }) => updown !== null);
    return markets
      .filter(({ updown }) => !isKnown || signOfDecimal(updown) < 0)
      .sort((a, b) => byChange(b, a));
  }
  const turnoverOf = (market: WireMarket): string => turnovers.get(marketKey(market)) ?? "0";
  return [...markets].sort((a, b) => compareDecimals(turnoverOf(b), turnoverOf(a)));
}
