import { MAX_PRICE_TICKS } from "@candor/domain/app-limits";
import { fundingAmountOf } from "@candor/formulas/perpetual/funding";
import { liquidationTicksOf } from "@candor/formulas/perpetual/liquidation";
import { initialMarginOf, valueCapOf, valueOf } from "@candor/formulas/perpetual/margin";
import { realizedOf, returnPpmOf } from "@candor/formulas/perpetual/profit";
import { divideFloor } from "@candor/money/integer";
import { feeInVenueFavour } from "@candor/money/rounding";
import type { ContractTerms } from "../contract-terms.ts";
import type { HeldPosition } from "../held-position.ts";
import { type OrderContext, planOrder } from "../order-plan.ts";
import { costOfLots, lotsForCost } from "../order-size.ts";
import { type LevelKind, type LevelUnit, levelTicks } from "../part-level.ts";

/**
 * Figures of a position that does not exist yet, by the core's formulas in the core's rounding. Amounts are units of the
 * margin currency. Every fee is the higher one of maker and taker, as on the ticket.
 */
export interface SketchedPosition {
  readonly terms: ContractTerms;
  /** Positive for long, negative for short. */
  readonly lots: number;
  readonly entryTicks: number;
  readonly leverage: number;
}

const feeOf = (valueUnits: number, { makerFeePpm, takerFeePpm }: ContractTerms): number =>
  feeInVenueFavour(valueUnits, Math.max(makerFeePpm, takerFeePpm));

const valueAt = ({ lots, terms }: SketchedPosition, ticks: number): number =>
  valueOf(lots, ticks, terms.scale.quoteUnitsPerTickLot);

/** Returns the position's value at its entry, which is also its cost. */
export const entryValue = (position: SketchedPosition): number => valueAt(position, position.entryTicks);

/** Returns the margin that the position takes with it when it opens. */
export const entryMargin = (position: SketchedPosition): number =>
  divideFloor(entryValue(position), position.leverage);

export interface SketchedProfit {
  readonly profitUnits: number;
  /** Profit ÷ initial margin in ppm, rounded down. */
  readonly returnPpm: number;
  /** For opening and closing. */
  readonly feeUnits: number;
  readonly netUnits: number;
}

/** Returns the result of closing the whole position at a price; undefined if its value is not a safe integer. */
export function profitAt(position: SketchedPosition, exitTicks: number): SketchedProfit | undefined {
  const { lots, leverage, terms } = position;
  const [cost, proceeds] = [entryValue(position), valueAt(position, exitTicks)];
  if (!Number.isSafeInteger(proceeds)) return undefined;
  const profitUnits = realizedOf(lots, cost, proceeds);
  const feeUnits = feeOf(cost, terms) + feeOf(proceeds, terms);
  return {
    profitUnits,
    returnPpm: returnPpmOf(profitUnits, initialMarginOf(cost, leverage)),
    feeUnits,
    netUnits: profitUnits - feeUnits,
  };
}

/**
 * Returns the price in ticks that brings a profit or loss, typed as return or amount. Rounded so that the profit is never
 * smaller and the loss never larger. Undefined if the text is not a size or no price brings it.
 */
export function targetTicks(
  position: SketchedPosition,
  kind: LevelKind,
  unit: Exclude<LevelUnit, "price">,
  text: string,
): number | undefined {
  const held = { ...position, costUnits: entryValue(position) };
  return levelTicks(held, Math.abs(position.lots), kind, unit, text);
}

/** Returns the liquidation price with isolated margin; 0 if no price reaches it. */
export const isolatedLiquidation = (position: SketchedPosition, addedUnits: number): number =>
  liquidationWith(position, entryMargin(position) + addedUnits);

/** Returns what the wallet must have to open the position: initial margin and fee, both rounded up. */
export const openingCost = ({ lots, entryTicks, leverage, terms }: SketchedPosition): number =>
  costOfLots(Math.abs(lots), entryTicks, terms, leverage);

/**
 * Returns the liquidation price with cross margin, if the position is the account's only cross position and the wallet
 * has `balanceUnits` before it opens; 0 if no price reaches it.
 */
export const crossLiquidation = (position: SketchedPosition, balanceUnits: number): number =>
  liquidationWith(position, balanceUnits - feeOf(entryValue(position), position.terms));

/**
 * Returns the liquidation price with cross margin in an account, by the ticket's own plan: its other cross positions and
 * orders count, and a cross position in the same contract becomes one with the sketched one. 0 if no price reaches it.
 * @param balanceUnits available before it opens, instead of what the account has
 */
export function crossLiquidationIn(
  context: OrderContext,
  position: SketchedPosition,
  balanceUnits: number,
): number {
  const { lots, entryTicks, leverage } = position;
  const { account } = context;
  const held = crossOnly(context.held);
  const crossCashUnits = account.crossCashUnits + balanceUnits - account.usableUnits;
  if (!Number.isSafeInteger(entryValue(position) + Math.abs(held?.costUnits ?? 0) + crossCashUnits)) return 0;
  const order = { side: sideOf(lots), lots: Math.abs(lots), ticks: entryTicks, reduceOnly: false } as const;
  const { liquidationTicks } = planOrder(order, {
    ...context,
    leverage,
    isCross: true,
    held,
    sibling: crossOnly(context.sibling),
    account: { ...account, crossCashUnits },
  });
  return liquidationTicks > MAX_PRICE_TICKS ? 0 : liquidationTicks;
}

/** Whether the sketched position closes one of the account, so that opening it takes less than its cost. */
export const closesHeld = ({ held }: OrderContext, { lots }: SketchedPosition): boolean =>
  held !== undefined && held.isCross && held.lots > 0 !== lots > 0;

const sideOf = (lots: number) => (lots > 0 ? "buy" : "sell");
const crossOnly = (held: HeldPosition | undefined) => (held?.isCross === true ? held : undefined);

function liquidationWith(position: SketchedPosition, backingUnits: number): number {
  const { lots, terms } = position;
  const cost = entryValue(position);
  // More backing than any loss: a price that far away does not exist.
  if (!Number.isSafeInteger(cost + backingUnits)) return 0;
  const factor = terms.scale.quoteUnitsPerTickLot;
  const ticks = liquidationTicksOf(lots, cost, backingUnits, terms.brackets, factor);
  return ticks > MAX_PRICE_TICKS ? 0 : ticks;
}

/** What limits a size: the balance, the largest value that the leverage allows, or the largest order. */
export type SizeLimit = "balance" | "leverage" | "order";

interface LargestSize {
  readonly lots: number;
  readonly limit: SizeLimit;
}

/** Returns the largest position that a balance opens at a price, without another position or order of the contract. */
export function largestSize(
  terms: ContractTerms,
  ticks: number,
  leverage: number,
  balanceUnits: number,
): LargestSize {
  const perLot = ticks * terms.scale.quoteUnitsPerTickLot;
  const candidates: readonly LargestSize[] = [
    { limit: "balance", lots: lotsForCost(balanceUnits, ticks, terms, leverage) },
    { limit: "leverage", lots: divideFloor(valueCapOf(terms.brackets, leverage), perLot) },
    { limit: "order", lots: terms.scale.maxLots },
  ];
  const lots = Math.min(...candidates.map((each) => each.lots));
  // lotsForCost never exceeds the largest order, so the order limits if both are equal.
  const limit = candidates.findLast((each) => each.lots === lots)?.limit ?? "balance";
  return { lots, limit };
}

interface SketchedFunding {
  readonly valueUnits: number;
  /** Received if positive, paid if negative. */
  readonly eachUnits: number;
  readonly totalUnits: number;
}

/** Returns the funding of a position over several intervals at one price and rate; undefined beyond safe integers. */
export function fundingOver(
  position: SketchedPosition,
  ratePpm: number,
  intervals: number,
): SketchedFunding | undefined {
  const valueUnits = entryValue(position);
  if (!Number.isSafeInteger(valueUnits)) return undefined;
  const eachUnits = fundingAmountOf(position.lots, valueUnits, ratePpm);
  const totalUnits = eachUnits * intervals;
  return Number.isSafeInteger(totalUnits) ? { valueUnits, eachUnits, totalUnits } : undefined;
}
