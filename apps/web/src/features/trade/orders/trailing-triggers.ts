import type { WireOrder } from "@candor/wire/objects";
import { useEffect, useMemo } from "react";
import { useCall } from "../../../shell/use-call.ts";
import { isTrailing, withTriggers } from "./order-figures.ts";

/** A trailing stop follows the market without a message of its own. */
const FOLLOW_MS = 10_000;
const MOST_ORDERS = 100;

/** The open orders of a product with the present triggers of trailing stops, asked for while there are any. */
export function useTriggers(
  product: "spot" | "contract",
  orders: readonly WireOrder[],
): readonly WireOrder[] {
  const isAsked = orders.some(isTrailing);
  const options = { freshMs: 0, refetchEveryMs: FOLLOW_MS };
  const spot = useCall(
    "record",
    { product: "spot", view: "open", limit: MOST_ORDERS },
    { ...options, enabled: isAsked && product === "spot" },
  );
  const contract = useCall(
    "contractRecord",
    { view: "orders", limit: MOST_ORDERS },
    { ...options, enabled: isAsked && product === "contract" },
  );
  // The calls answer with orders, because they were asked for them.
  const listed = (product === "spot" ? spot : contract).data?.list as readonly WireOrder[] | undefined;
  return useMemo(() => (isAsked ? withTriggers(orders, listed) : orders), [isAsked, orders, listed]);
}

/** Asks for a list again every so often while it holds trailing stops. */
export function useFollowTrailing(orders: readonly WireOrder[] | undefined, refetch: () => unknown): void {
  const hasTrailing = orders?.some(isTrailing) === true;
  useEffect(() => {
    if (!hasTrailing) return undefined;
    const timer = setInterval(refetch, FOLLOW_MS);
    return () => clearInterval(timer);
  }, [hasTrailing, refetch]);
}
