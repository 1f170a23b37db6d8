import { LAYOUT } from "@candor/codec/event-layouts";
import { SELF_TRADE_MODES } from "@candor/domain/enumerations";
import type { Lots, Ticks } from "@candor/money/brand";
import { leftLotsOf } from "../book/iceberg.ts";
import { ORDER_ID, PRICE_TICKS, SLOTS, USER_ID } from "../memory/order-slab.ts";
import type { ExchangeState } from "../state/exchange-state.ts";
import type { Market } from "../state/market/market.ts";

/** More prevented matches than one command has. */
const MATCHES = 65_536;

/**
 * Emits that an order met one of its own user, before the changes that follow from it.
 * @param takerLots what the taker has left; 0 if it is given in quote
 * @param mode index into SELF_TRADE_MODES
 */
export function emitPrevented(
  state: ExchangeState,
  market: Market,
  taker: number,
  maker: number,
  takerLots: number,
  mode: number,
): void {
  const { slab } = state.orders;
  const { ints, numbers } = slab;
  const row = maker & SLOTS;
  const selfTrade = SELF_TRADE_MODES[mode];
  if (selfTrade === undefined) throw new Error(`self-trade mode ${mode} is unknown`);
  LAYOUT.matchPrevented.write(state.out, {
    matchId: state.lastSeq * MATCHES + Math.min(state.preventedMatches++, MATCHES - 1),
    marketId: market.id,
    userId: ints[row + USER_ID] as number,
    takerOrderId: numbers[((taker & SLOTS) >> 1) + ORDER_ID] as number,
    makerOrderId: numbers[(row >> 1) + ORDER_ID] as number,
    priceTicks: ints[row + PRICE_TICKS] as Ticks,
    takerLots: takerLots as Lots,
    makerLots: leftLotsOf(slab, maker) as Lots,
    selfTrade,
  });
}
