import { boundedMultiplyDivideCeil, divideCeil } from "@candor/money/integer";
import { feeInVenueFavour } from "@candor/money/rounding";
import { BUY, PRICE_TICKS, SIDE, SLOTS } from "../../memory/order-slab.ts";
import type { ExchangeState } from "../../state/exchange-state.ts";
import type { Position } from "../../state/perpetual/position.ts";

/**
 * Rounding of single fills may leave the margin of resting orders a few units short. No order is canceled for that. In
 * quote units: a thousandth of a USDT.
 */
export const ROUNDING_UNITS = 1_000;

/**
 * The margin that resting orders need frozen: initial margin and fee of what they would open. Buys and sells of one
 * contract cannot both enlarge the position, so the larger side is enough. Reduce-only orders need none.
 */
export function orderMarginOf(position: Position, leverage: number = position.leverage): number {
  return orderMarginWith(
    position,
    leverage,
    position.buyLots,
    position.buyUnits,
    position.sellLots,
    position.sellUnits,
  );
}

export function orderMarginWith(
  position: Position,
  leverage: number,
  buyLots: number,
  buyUnits: number,
  sellLots: number,
  sellUnits: number,
): number {
  // More units never need less margin, so the larger side is known before its margin.
  const { lots } = position;
  const units = Math.max(
    openingUnits(buyLots, buyUnits, lots < 0 ? 0 - lots : 0),
    openingUnits(sellLots, sellUnits, lots > 0 ? lots : 0),
  );
  if (units === 0) return 0;
  const { makerFeePpm, takerFeePpm } = position.contract.market;
  return divideCeil(units, leverage) + feeInVenueFavour(units, Math.max(makerFeePpm, takerFeePpm));
}

/** The value that orders of one side open after closing what they can. */
export function openingUnits(lots: number, units: number, closable: number): number {
  if (lots <= closable) return 0;
  return closable === 0 ? units : boundedMultiplyDivideCeil(units, lots - closable, lots);
}

/** Records `lots` more of an order resting in the book; negative for fewer. */
export function countResting(state: ExchangeState, position: Position, slot: number, lots: number): void {
  const { ints } = state.orders.slab;
  const at = slot & SLOTS;
  const units = (ints[at + PRICE_TICKS] as number) * lots * position.contract.factor;
  if (ints[at + SIDE] === BUY) {
    position.buyLots += lots;
    position.buyUnits += units;
  } else {
    position.sellLots += lots;
    position.sellUnits += units;
  }
}

/**
 * Freezes what the resting orders need, or as much as is available.
 * @returns whether that is enough
 */
export function fitOrderMargin(
  state: ExchangeState,
  position: Position,
  wanted: number = orderMarginOf(position),
): boolean {
  const more = wanted - position.orderMargin;
  if (more === 0) return true;
  const { ledger } = state;
  const wallet = position.wallet;
  if (more < 0) {
    ledger.release(wallet, 0 - more);
    position.orderMargin = wanted;
    return true;
  }
  const held = ledger.holdAtMost(wallet, more);
  position.orderMargin += held;
  return more - held <= ROUNDING_UNITS;
}
