import type { WireMarket } from "@candor/wire/objects";

/** Spot and contract markets share their symbols: only both together name a market. */
export type MarketKind = WireMarket["market"];
