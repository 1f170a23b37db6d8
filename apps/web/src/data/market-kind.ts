import type { WireMarket } from "@candor/wire/objects";

/** Spot and contract markets share symbols, so a market is identified by kind and symbol. */
export type MarketKind = WireMarket["market"];
