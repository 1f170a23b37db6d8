import { useMemo, useSyncExternalStore } from "react";
import type { BookStatus, OrderBookStore } from "../../../data/order-book-store.ts";

/** What of a book decides which rows there are; what stands in them is painted. */
export interface BookShape {
  readonly status: BookStatus;
  /** Rows with a level, at most as many as are shown. */
  readonly asks: number;
  readonly bids: number;
}

/** Renders again when rows come or go, not when their figures change. */
export function useBookShape(store: OrderBookStore, rows: number): BookShape {
  const key = useSyncExternalStore(store.subscribe, () => {
    const { status, asks, bids } = store.getSnapshot();
    return `${status} ${Math.min(rows, asks.length)} ${Math.min(rows, bids.length)}`;
  });
  return useMemo(() => {
    const [status, asks, bids] = key.split(" ");
    return { status: status as BookStatus, asks: Number(asks), bids: Number(bids) };
  }, [key]);
}
