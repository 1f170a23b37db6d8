import type { WireMarket } from "@candor/wire/objects";

/** Returns whether the text occurs in the coin's symbol, the pair or the coin's name. */
export function matches(market: WireMarket, name: string, text: string): boolean {
  const wanted = text.trim().toLowerCase().replace("/", "");
  return market.symbol.toLowerCase().includes(wanted) || name.toLowerCase().includes(wanted);
}
