import { useFormats } from "@candor/ui/ui-context.tsx";
import type { WireOrder } from "@candor/wire/objects";
import { useMemo } from "react";
import { useT } from "../../i18n/use-t.ts";
import { live } from "../../shell/services/services.ts";
import { useLiveValue } from "../market/use-live-value.ts";
import type { ShownMarket } from "../market/use-market.ts";
import { useTriggers } from "../orders/trailing-triggers.ts";
import type { ChangePrice } from "../orders/use-order-changes.ts";
import { useSpotPriceChange } from "../orders/use-orders.ts";
import type { DrawnOrder } from "./lines/drawn-line.ts";
import { type Changes, linesOf } from "./lines/lines-of-orders.ts";
import { useWithEntry } from "./use-entry-line.ts";

/** What makes lines movable: their market, and the action. */
export interface LineChanges {
  readonly shown: ShownMarket;
  /** Must be stable. */
  readonly changePrice: ChangePrice;
}

/**
 * The user's open spot orders in a market, movable if the market is given, and the average cost of its coin, as lines of
 * its chart.
 */
export function useSpotLines(symbol: string, shown?: ShownMarket): readonly DrawnOrder[] {
  const openOrders = useLiveValue(live.account, (account) => account.openOrders);
  const changePrice = useSpotPriceChange();
  const terms = shown?.terms;
  const look = shown?.look;
  const changes = useMemo(
    () => (terms === undefined || look === undefined ? undefined : { terms, look, changePrice }),
    [terms, look, changePrice],
  );
  return useWithEntry(symbol, "spot", useLines(symbol, useTriggers("spot", openOrders), changes));
}

/** Priced orders in a market, labeled for its chart. An untriggered order is drawn at its trigger. */
export function useDrawnOrders(
  symbol: string,
  orders: readonly WireOrder[],
  { shown, changePrice }: LineChanges,
): readonly DrawnOrder[] {
  const { terms, look } = shown;
  const changes = useMemo(() => ({ terms, look, changePrice }), [terms, look, changePrice]);
  return useLines(symbol, orders, changes);
}

function useLines(
  symbol: string,
  orders: readonly WireOrder[],
  changes: Changes | undefined,
): readonly DrawnOrder[] {
  const t = useT();
  const formats = useFormats();
  return useMemo(
    () => linesOf(orders, symbol, changes, { t, formats }),
    [orders, symbol, changes, t, formats],
  );
}
