import { LIQUIDATION_LEVEL_E4, ticksUpTo } from "@candor/formulas/leverage/margin-level";
import { divideCeil, divideFloor } from "@candor/money/integer";
import { BUY } from "../memory/order-slab.ts";
import type { ExchangeState } from "../state/exchange-state.ts";
import type { LeverAccount } from "../state/leverage/lever-account.ts";
import { holdingsOf } from "./lever-holdings.ts";

/** The level at which assets equal debt. */
const SOLVENT_E4 = 10_000;
const E4 = 10_000n;

/**
 * The condition under which a price ruins an account: at indexes p, in ticks, where p × slope ≤ reach. Both sides come
 * from comparing assets and debt, multiplied out so that nothing is rounded.
 */
interface Ruin {
  readonly slope: bigint;
  readonly reach: bigint;
}

/**
 * A price ruins an account when trading its whole balance of the paying coin at that price, plus `borrowedUnits` more,
 * would leave a level of at most 1.1 at the index. Nothing else bounds the cost of a price far from the index where
 * nobody quotes; beyond the account's own money, the insurance fund and the lenders would bear it. An order that repays
 * rather than borrows may go down to a level of 1, because it reduces the risk. Fees are ignored.
 * @returns undefined when there would be no debt
 */
function ruinOf(
  state: ExchangeState,
  account: LeverAccount,
  side: number,
  ticks: number,
  borrowedUnits: number,
): Ruin | undefined {
  const { baseUnits, quoteUnits, baseOwedUnits, quoteOwedUnits } = holdingsOf(state, account);
  const { market } = account.pair;
  const isBuy = side === BUY;
  const baseOwed = BigInt(isBuy ? baseOwedUnits : baseOwedUnits + borrowedUnits);
  const quoteOwed = BigInt(isBuy ? quoteOwedUnits + borrowedUnits : quoteOwedUnits);
  if (baseOwed + quoteOwed === 0n) return undefined;
  const paysBack = (isBuy ? quoteOwed : baseOwed) === 0n;
  const level = BigInt(paysBack ? SOLVENT_E4 : LIQUIDATION_LEVEL_E4);
  const lot = BigInt(market.lotUnits);
  const tick = BigInt(market.quoteFactor);
  const price = BigInt(ticks) * tick;
  const paid = BigInt(borrowedUnits + (isBuy ? quoteUnits : baseUnits));
  if (isBuy) {
    // p × (B + paid × lot ÷ price) ≤ level × (p × b + lot × q), multiplied by the price.
    const bought = BigInt(baseUnits) * price + paid * lot;
    return {
      slope: tick * (bought * E4 - baseOwed * price * level),
      reach: quoteOwed * lot * price * level,
    };
  }
  // lot × Q + paid × price ≤ level × (p × b + lot × q)
  const sold = BigInt(quoteUnits) * lot + paid * price;
  return { slope: 0n - tick * baseOwed * level, reach: quoteOwed * lot * level - sold * E4 };
}

/** Whether a price would ruin an account at the current index. */
export function isRuinous(
  state: ExchangeState,
  account: LeverAccount,
  side: number,
  ticks: number,
  borrowedUnits: number,
): boolean {
  const ruin = ruinOf(state, account, side, ticks, borrowedUnits);
  return ruin !== undefined && BigInt(account.pair.indexTicks) * ruin.slope <= ruin.reach;
}

/**
 * The index at which the price of a resting order would ruin its account.
 * @returns above 0: at or below this many ticks; below 0: at or above the absolute value; 0: never
 */
export function ruinTriggerTicks(
  state: ExchangeState,
  account: LeverAccount,
  side: number,
  ticks: number,
): number {
  const ruin = ruinOf(state, account, side, ticks, 0);
  return ruin === undefined ? 0 : ticksUpTo(ruin.slope, ruin.reach);
}

/** The mean price of `lots`, in ticks, rounded against the account; 0 without lots. */
export function meanTicks(account: LeverAccount, side: number, lots: number, quoteUnits: number): number {
  if (lots === 0) return 0;
  const value = lots * account.pair.market.quoteFactor;
  return side === BUY ? divideCeil(quoteUnits, value) : Math.max(1, divideFloor(quoteUnits, value));
}

/** Rejects with 331 when the price would ruin the account, and reports the nearest sound price. */
export function rejectsRuin(
  state: ExchangeState,
  account: LeverAccount,
  side: number,
  ticks: number,
  borrowedUnits: number,
): boolean {
  if (ticks === 0 || !isRuinous(state, account, side, ticks, borrowedUnits)) return false;
  const { bandMinTicks, bandMaxTicks } = account.pair.market;
  // `sound` is a price that would not ruin the account, or the end of the band; `ruinous` is one that would.
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

/** Whether a stop of a margin account, triggered now, would ruin it by trading `lots` for `quoteUnits`. */
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
