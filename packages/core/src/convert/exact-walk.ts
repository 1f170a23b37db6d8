import { feeInVenueFavour } from "@candor/money/rounding";
import { BookCursor } from "../book/book-cursor.ts";
import { BUY, USER_ID } from "../memory/order-slab.ts";
import { scratch } from "../memory/scratch.ts";
import type { Market } from "../state/market/market.ts";

const cursor = scratch(new BookCursor());

/** What a market order would pay and receive, net of each fill's fee. */
export interface WalkResult {
  readonly paidUnits: number;
  readonly receivedUnits: number;
  readonly fills: number;
}

/**
 * Walks the book for a market order of exactly that many lots, under the same rules as execution and with the fee of
 * each fill. Returns undefined when it would not fill completely within the market's protection, within the bound on
 * fills and before reaching an own order.
 */
export function walkExactly(
  market: Market,
  side: number,
  userId: number,
  wantedLots: number,
  maxFills: number,
): WalkResult | undefined {
  const { book, takerFeePpm } = market;
  const { ints } = book.slab;
  cursor.begin(book, 1 - side);
  const worst = market.protectedTicks(side);
  let left = wantedLots;
  let paidUnits = 0;
  let receivedUnits = 0;
  let fills = 0;
  while (left > 0) {
    if (!cursor.next() || fills === maxFills || ints[cursor.slot + USER_ID] === userId) return undefined;
    const { ticks } = cursor;
    if (side === BUY ? ticks > worst : ticks < worst) return undefined;
    const lots = Math.min(cursor.lots, left);
    const base = lots * market.lotUnits;
    const quote = market.notional(ticks, lots);
    const [given, brought] = side === BUY ? [quote, base] : [base, quote];
    paidUnits += given;
    receivedUnits += brought - feeInVenueFavour(brought, takerFeePpm);
    left -= lots;
    fills++;
    cursor.takeAll();
  }
  return { paidUnits, receivedUnits, fills };
}
