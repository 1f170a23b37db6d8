import { useMemo, useSyncExternalStore } from "react";
import type { BookStatus, OrderBookStore } from "../../data/order-book-store.ts";

/** The parts of a book that determine its rows; their content is painted. */
export interface BookShape {
  readonly status: BookStatus;
  /** Filled rows, up to the number shown. */
  readonly asks: number;
  readonly bids: number;
}

/** Rerenders when rows are added or removed, not when figures change. */
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
