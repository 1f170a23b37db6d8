import { divideCeil, divideFloor, multiplyDivideFloor } from "@candor/money/integer";
import { CORE_LIMITS } from "../../core-limits.ts";
import { BUY, NONE, PRICE_TICKS, REMAINING_LOTS, SELL } from "../../memory/order-slab.ts";
import type { ExchangeState } from "../../state/exchange-state.ts";
import type { Contract } from "../../state/perpetual/contract.ts";
import { mayOnlyReduce } from "../order-life/contract-order-life.ts";

/** Not enough depth for the impact notional. */
export const NO_PRICE = 0;

/**
 * The midpoint of the average prices for the contract's impact notional on both sides of the book, in 1e-8 of the quote
 * coin. NO_PRICE when one side lacks that depth within CORE_LIMITS.maxImpactOrders orders.
 */
export function impactMidE8(state: ExchangeState, contract: Contract): number {
  const { book } = contract.market;
  if (book.best(BUY) === NONE || book.best(SELL) === NONE) return NO_PRICE;
  const bidE8 = impactPriceE8(state, contract, BUY);
  if (bidE8 === NO_PRICE) return NO_PRICE;
  const askE8 = impactPriceE8(state, contract, SELL);
  return askE8 === NO_PRICE ? NO_PRICE : bidE8 + divideFloor(askE8 - bidE8, 2);
}

/** The average price of the notional against the resting orders of `side`, rounded down. */
function impactPriceE8(state: ExchangeState, contract: Contract, side: number): number {
  const { market, impactUnits } = contract;
  const { book, quoteFactor, tickE8 } = market;
  const { ints } = state.orders.slab;
  let lots = 0;
  let units = 0;
  let seen = 0;
  for (let slot = book.headOf(side); slot !== NONE; slot = book.nextInPriority(slot)) {
    if (seen++ === CORE_LIMITS.maxImpactOrders) return NO_PRICE;
    // Reduce-only orders freeze no margin, so with them one small position could show unlimited depth.
    if (mayOnlyReduce(state, slot)) continue;
    const perLot = (ints[slot + PRICE_TICKS] as number) * quoteFactor;
    const taken = Math.min(ints[slot + REMAINING_LOTS] as number, divideCeil(impactUnits - units, perLot));
    lots += taken;
    units += taken * perLot;
    if (units >= impactUnits) return multiplyDivideFloor(units, tickE8, lots * quoteFactor);
  }
  return NO_PRICE;
}
