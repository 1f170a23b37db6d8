import type { WireMarket } from "@candor/wire/objects";
import { useState } from "react";
import { marketKey } from "./market-key.ts";

/** Sorts markets by a list of their keys; others follow in the order given. */
export function inOrderOf(keys: readonly string[], markets: readonly WireMarket[]): readonly WireMarket[] {
  const places = new Map(keys.map((key, at) => [key, at]));
  const placeOf = (market: WireMarket): number => places.get(marketKey(market)) ?? keys.length;
  return markets.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** Keeps the order of the first render: markets of a list to choose from must not change places under the pointer. */
export function useSteadyOrder(markets: readonly WireMarket[]): readonly WireMarket[] {
  const [keys] = useState(() => markets.map(marketKey));
  return inOrderOf(keys, markets);
}
