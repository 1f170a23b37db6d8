import type { WireMarket } from "@candor/wire/objects";

/** Returns whether the text occurs in the coin's symbol, the pair or the coin's name. */
export function matches(market: WireMarket, name: string, text: string): boolean {
  const query = text.trim().toLowerCase().replace("/", "");
  return market.symbol.toLowerCase().includes(query) || name.toLowerCase().includes(query);
}
