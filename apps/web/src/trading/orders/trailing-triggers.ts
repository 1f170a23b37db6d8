import type { WireOrder } from "@candor/wire/objects";
import { useEffect, useMemo } from "react";
import { useCall } from "../../shell/calls/use-call.ts";
import { isTrailing, withTriggers } from "./order-figures.ts";

/** Refetch interval: a trailing stop's trigger follows the market without messages. */
const FOLLOW_MS = 10_000;
const MAX_ORDERS = 100;

/** A product's open orders with current triggers of trailing stops; refetched while there are any. */
export function useTriggers(
  product: "spot" | "contract",
  orders: readonly WireOrder[],
): readonly WireOrder[] {
  const hasTrailing = orders.some(isTrailing);
  const options = { freshMs: 0, refetchEveryMs: FOLLOW_MS };
  const spot = useCall(
    "record",
    { product: "spot", view: "open", limit: MAX_ORDERS },
    { ...options, enabled: hasTrailing && product === "spot" },
  );
  const contract = useCall(
    "contractRecord",
    { view: "orders", limit: MAX_ORDERS },
    { ...options, enabled: hasTrailing && product === "contract" },
  );
  // The calls return orders for this view.
  const listed = (product === "spot" ? spot : contract).data?.list as readonly WireOrder[] | undefined;
  return useMemo(() => (hasTrailing ? withTriggers(orders, listed) : orders), [hasTrailing, orders, listed]);
}

/** Refetches a list periodically while it contains trailing stops. */
export function useFollowTrailing(orders: readonly WireOrder[] | undefined, refetch: () => unknown): void {
  const hasTrailing = orders?.some(isTrailing) === true;
  useEffect(() => {
    if (!hasTrailing) return undefined;
    const timer = setInterval(refetch, FOLLOW_MS);
    return () => clearInterval(timer);
  }, [hasTrailing, refetch]);
}
