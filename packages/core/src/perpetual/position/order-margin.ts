import { boundedMultiplyDivideCeil, divideCeil } from "@candor/money/integer";
import { feeInVenueFavour } from "@candor/money/rounding";
import { BUY, PRICE_TICKS, SIDE, SLOTS } from "../../memory/order-slab.ts";
import type { ExchangeState } from "../../state/exchange-state.ts";
import type { Position } from "../../state/perpetual/position.ts";

/**
 * Rounding of single fills may leave the margin of what still rests a few units short; nobody's order is canceled for
 * that. In quote units: a thousandth of a USDT.
 */
export const ROUNDING_UNITS = 1_000;

/**
 * What resting orders need frozen: the initial margin and the fee of what they would open. Buys and sells of one
 * contract would not both enlarge the position, so the larger of the two sides is enough. Reduce-only orders need none.
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
  // More units never need less, so that the larger side is known before its margin.
  const { lots } = position;
  const units = Math.max(
    openingUnits(buyLots, buyUnits, lots < 0 ? 0 - lots : 0),
    openingUnits(sellLots, sellUnits, lots > 0 ? lots : 0),
  );
  if (units === 0) return 0;
  const { makerFeePpm, takerFeePpm } = position.contract.market;
  return divideCeil(units, leverage) + feeInVenueFavour(units, Math.max(makerFeePpm, takerFeePpm));
}

/** The value of what orders of one side open once they have closed what there is to close. */
export function openingUnits(lots: number, units: number, closable: number): number {
  if (lots <= closable) return 0;
  return closable === 0 ? units : boundedMultiplyDivideCeil(units, lots - closable, lots);
}

/** `lots` more of an order rest in the book; below zero: fewer. */
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
 * Freezes what the resting orders need, or as much of it as there is.
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
