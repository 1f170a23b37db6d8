import { leftLotsOf } from "../book/iceberg.ts";
import {
  CODES,
  HAS_MORE,
  PRICE_TICKS,
  SIDE,
  STOP_TICKS,
  TRAILING_PPM,
  USER_ID,
} from "../memory/order-slab.ts";
import type { ExchangeState } from "../state/exchange-state.ts";
import type { Market } from "../state/market/market.ts";
import { forceOf, selfTradeOf, typeOf } from "../state/orders/order-codes.ts";
import type { Ticket } from "./ticket.ts";

/** Reads what is left of a live spot or margin order into `ticket`, as if it were placed now. Icebergs count as others. */
export function readLiveOrder(state: ExchangeState, market: Market, slot: number, ticket: Ticket): void {
  const { slab } = state.orders;
  const { ints, moreInts } = slab;
  const codes = ints[slot + CODES] as number;
  const hasMore = (codes & HAS_MORE) !== 0;
  ticket.market = market;
  ticket.userId = ints[slot + USER_ID] as number;
  ticket.side = ints[slot + SIDE] as number;
  ticket.type = typeOf(codes);
  ticket.timeInForce = forceOf(codes);
  ticket.selfTrade = selfTradeOf(codes);
  ticket.quantityLots = leftLotsOf(slab, slot);
  ticket.quoteUnits = 0;
  ticket.priceTicks = ints[slot + PRICE_TICKS] as number;
  ticket.stopTicks = hasMore ? (moreInts[slot + STOP_TICKS] as number) : 0;
  ticket.trailingPpm = hasMore ? (moreInts[slot + TRAILING_PPM] as number) : 0;
  ticket.visibleLots = 0;
}
