import { divideCeil, divideFloor } from "@candor/money/integer";
import { LIQUIDATION_LEVEL_E4, valuesOf } from "@candor/protocol/lever-formulas/margin-level";
import { BUY } from "../book/order-slab.ts";
import type { ExchangeState } from "../exchange-state.ts";
import type { LeverAccount } from "./lever-account.ts";
import { holdingsOf, measureOf } from "./lever-risk.ts";

/** Where assets are worth what is owed. */
const SOLVENT_E4 = 10_000;
const E4 = 10_000n;

/**
 * Whether a price would ruin an account: were everything of the coin that an order of this side pays with traded at it, with
 * `borrowedUnits` more of that coin, the level at the index would be at most 1.1. Nothing else bounds what a price far from the
 * index costs where nobody quotes, and beyond the account's own money it would be the insurance fund's and the lenders'. An
 * order that pays back rather than borrows may come as near as to a level of 1: it is the way out. Fees are left out.
 */
export function isRuinous(
  state: ExchangeState,
  account: LeverAccount,
  side: number,
  ticks: number,
  borrowedUnits: number,
): boolean {
  const { pair } = account;
  const { lotUnits, quoteFactor } = pair.market;
  const { baseUnits, quoteUnits, baseOwedUnits, quoteOwedUnits } = holdingsOf(state, account);
  const isBuy = side === BUY;
  const owed = {
    baseUnits: 0,
    quoteUnits: 0,
    baseOwedUnits: isBuy ? baseOwedUnits : baseOwedUnits + borrowedUnits,
    quoteOwedUnits: isBuy ? quoteOwedUnits + borrowedUnits : quoteOwedUnits,
  };
  const { debt } = valuesOf(owed, measureOf(pair), pair.indexTicks);
  if (debt === 0n) return false;
  const paid = BigInt(borrowedUnits + (isBuy ? quoteUnits : baseUnits));
  const atIndex = BigInt(pair.indexTicks) * BigInt(quoteFactor);
  const atPrice = BigInt(ticks) * BigInt(quoteFactor);
  // Of a purchase both sides of the comparison are taken times the price, so that nothing is rounded.
  const scale = isBuy ? atPrice : 1n;
  const assets = isBuy
    ? (BigInt(baseUnits) * atPrice + paid * BigInt(lotUnits)) * atIndex
    : BigInt(quoteUnits) * BigInt(lotUnits) + paid * atPrice;
  const paysBack = (isBuy ? owed.quoteOwedUnits : owed.baseOwedUnits) === 0;
  return assets * E4 <= debt * scale * BigInt(paysBack ? SOLVENT_E4 : LIQUIDATION_LEVEL_E4);
}

/** The price of so many lots together, in ticks, rounded against the account; no lots: none, 0. */
export function meanTicks(account: LeverAccount, side: number, lots: number, quoteUnits: number): number {
  if (lots === 0) return 0;
  const value = lots * account.pair.market.quoteFactor;
  return side === BUY ? divideCeil(quoteUnits, value) : Math.max(1, divideFloor(quoteUnits, value));
}

/** Says 331 when the price would ruin the account, with the prices that would not. */
export function rejectsRuin(
  state: ExchangeState,
  account: LeverAccount,
  side: number,
  ticks: number,
  borrowedUnits: number,
): boolean {
  if (ticks === 0 || !isRuinous(state, account, side, ticks, borrowedUnits)) return false;
  const { bandMinTicks, bandMaxTicks } = account.pair.market;
  // Between a price that would not, or the end of the band, and one that would.
  let sound = side === BUY ? bandMinTicks : bandMaxTicks;
  let ruinous = ticks;
  while (Math.abs(ruinous - sound) > 1) {
    const middle = divideFloor(sound + ruinous, 2);
    if (isRuinous(state, account, side, middle, borrowedUnits)) ruinous = middle;
    else sound = middle;
  }
  state.reject(
    "trade.priceOutOfBand",
    side === BUY ? bandMinTicks : sound,
    side === BUY ? sound : bandMaxTicks,
  );
  return true;
}

/** Whether a stop of a margin account, set off now, would ruin it: `lots` for `quoteUnits`. */
export function ruinsAccount(
  state: ExchangeState,
  margin: number,
  side: number,
  lots: number,
  quoteUnits: number,
): boolean {
  const account = state.leverage.accounts[margin] as LeverAccount;
  const ticks = meanTicks(account, side, lots, quoteUnits);
  return ticks > 0 && isRuinous(state, account, side, ticks, 0);
}
