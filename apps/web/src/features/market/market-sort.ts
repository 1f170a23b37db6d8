import { compareDecimals } from "@candor/ui/decimal-math";
import type { WireMarket } from "@candor/wire/objects";
import { marketKey } from "../../shell/markets/market-key.ts";

/** Sort keys: the wire's names, plus turnover. */
export type SortKey = "tokenCur" | "turnover" | "chPrice" | "updown";

export interface Sort {
  readonly key: SortKey;
  readonly isAscending: boolean;
}

/** The server's order: turnover, largest first. */
export const DEFAULT_SORT: Sort = { key: "turnover", isAscending: false };

/** The same column again reverses the order; a new column starts with its default direction. */
export function nextSort(sort: Sort, key: SortKey): Sort {
  return sort.key === key
    ? { key, isAscending: !sort.isAscending }
    : { key, isAscending: key === "tokenCur" };
}

/** Unknown values are last in either direction; ties are alphabetical. */
export function sortMarkets(
  markets: readonly WireMarket[],
  { key, isAscending }: Sort,
  turnovers: ReadonlyMap<string, string>,
): readonly WireMarket[] {
  const direction = isAscending ? 1 : -1;
  const valueOf = (market: WireMarket): string | null =>
    key === "turnover" ? (turnovers.get(marketKey(market)) ?? null) : market[key];
  return [...markets].sort((a, b) => {
    const alphabet = a.tokenCur < b.tokenCur ? -1 : Number(a.tokenCur > b.tokenCur);
    if (key === "tokenCur") return direction * alphabet;
    const [left, right] = [valueOf(a), valueOf(b)];
    if (left === null || right === null) return Number(left === null) - Number(right === null) || alphabet;
    return direction * compareDecimals(left, right) || alphabet;
  });
}
