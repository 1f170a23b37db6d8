import type { Lots, Ticks } from "@candor/money/brand";
import type { OrderType, SelfTrade, Side, TimeInForce } from "../enumerations.ts";

export const LEG_TYPES = [
  "limit",
  "stop-limit",
  "stop-market",
  "take-profit-limit",
  "take-profit-market",
] as const satisfies readonly OrderType[];
export type LegType = (typeof LEG_TYPES)[number];

/** One order of a list. Absent numbers are 0. */
export interface ListLeg {
  /** A `limit` leg must rest in the book. */
  readonly type: LegType;
  /** `gtc`, `ioc` or `fok` for a trigger with a limit price, otherwise `gtc`. */
  readonly timeInForce: TimeInForce;
  readonly priceTicks: Ticks;
  readonly stopTicks: Ticks;
  /** The most lots that an iceberg shows at a time; absent for all other orders. With `gtc` and a limit price. */
  readonly visibleLots?: Lots | undefined;
  readonly key: string;
}

/**
 * Two orders of one side and quantity that cancel each other and share one hold. `above` is reached by a rising price:
 * the limit or take-profit of a sell, the stop of a buy. `below` is reached by a falling one. At most one is a limit.
 */
export interface PlaceList {
  readonly kind: "place-list";
  readonly userId: number;
  readonly marketId: number;
  readonly side: Side;
  readonly selfTrade: SelfTrade;
  readonly quantityLots: Lots;
  readonly above: ListLeg;
  readonly below: ListLeg;
  /** "" for none; then the legs have none either. All three differ. */
  readonly key: string;
}
