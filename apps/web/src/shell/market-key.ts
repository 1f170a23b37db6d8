import type { WireMarket } from "@candor/wire/objects";

/** A market's name among those of all kinds: a spot market's is its symbol. */
export const marketKey = ({ market, symbol }: Pick<WireMarket, "market" | "symbol">): string =>
  market === "spot" ? symbol : `${symbol} ${market}`;
