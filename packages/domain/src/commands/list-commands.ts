import type { Lots, Ppm, Ticks } from "@candor/money/brand";
import type { OrderType, SelfTrade, Side, TimeInForce } from "../enumerations.ts";
import { SPOT_TYPES } from "../order-types.ts";

export const LEG_TYPES = [
  "limit",
  "stop-limit",
  "stop-market",
  "take-profit-limit",
  "take-profit-market",
  "trailing-stop",
  ...SPOT_TYPES,
] as const satisfies readonly OrderType[];
export type LegType = (typeof LEG_TYPES)[number];

/** One order of a list. Absent numbers are 0. */
export interface ListLeg {
  /** A `limit` leg must rest in the book. */
  readonly type: LegType;
  /** `gtc`, `ioc` or `fok` for a trigger with a limit price, otherwise `gtc`. */
  readonly timeInForce: TimeInForce;
  readonly priceTicks: Ticks;
  /** Trigger; of a trailing leg its activation price, 0 if it follows the price at once. */
  readonly stopTicks: Ticks;
  /** Of a trailing leg, 1,000–200,000; absent for all others. */
  readonly trailingPpm?: Ppm | undefined;
  /** The most lots that an iceberg shows at a time; absent for all other orders. With `gtc` and a limit price. */
  readonly visibleLots?: Lots | undefined;
  readonly key: string;
}

/**
 * Two orders of one side and quantity that cancel each other and share one hold. `above` is reached by a rising price:
 * the limit or take-profit of a sell, the stop of a buy. `below` is reached by a falling one. At most one is a limit. A
 * trailing leg is on the side of its activation price; a `trailing-stop` without one is a stop.
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
