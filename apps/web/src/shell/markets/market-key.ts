import type { WireMarket } from "@candor/wire/objects";

/** Returns a market's unique key among all kinds; for spot, its symbol. */
export const marketKey = ({ market, symbol }: Pick<WireMarket, "market" | "symbol">): string =>
  market === "spot" ? symbol : `${symbol} ${market}`;
