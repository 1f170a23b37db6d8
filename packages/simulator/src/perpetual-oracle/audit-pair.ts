import type { PositionChanged } from "@candor/domain/events/contract-events";
import { LIMITS } from "@candor/domain/limits";
import { ensure } from "../audit-error.ts";
import {
  type AuditedPosition,
  maintenanceUnitsOf,
  profitAtMark,
  truthOf,
  usdt,
  valueAtMark,
} from "./audited-contract.ts";
import { add, type Fraction, fraction, isAbove, negate, ZERO } from "./fraction.ts";
import { maintenanceOf, notionalAt, profitAt } from "./margin-truth.ts";

const { maxPriceTicks } = LIMITS;

/**
 * Checks the emitted liquidation price of a position whose cross account also has the other position of the contract: at
 * it the account is not above its maintenance margin, and one tick nearer to the mark it is.
 * @param pair the position and the other one
 * @param equity the whole account's, like `maintenance`
 */
export function checkPairPrice(
  told: PositionChanged,
  pair: readonly [AuditedPosition, AuditedPosition],
  equity: number,
  maintenance: number,
  markTicks: number,
): void {
  const own = pair.map((position) => maintenanceUnitsOf(position.contract, valueAtMark(position)));
  const profits = pair.map(profitAtMark);
  const backing = equity - sum(profits) - (maintenance - sum(own));
  const isSafe = (ticks: number): boolean => isAbove(surplusAt(pair, usdt(backing), ticks), ZERO);
  const { liquidationTicks: at, lots } = told;
  const who = `user ${told.userId} in market ${told.marketId}, liquidated at ${at} with two positions`;
  if (at === markTicks && !isSafe(markTicks)) return;
  ensure(isSafe(markTicks), `${who}: already at the mark ${markTicks}`);
  if (at === 0) return ensure(isSafe(lots > 0 ? 1 : maxPriceTicks), `${who}: there is a price`);
  ensure(lots > 0 ? at < markTicks : at > markTicks, `${who}: not on its side of the mark ${markTicks}`);
  ensure(!isSafe(at) && isSafe(lots > 0 ? at + 1 : at - 1), `${who}: not the nearest`);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/** Equity minus maintenance margin at a mark. */
function surplusAt(pair: readonly AuditedPosition[], backing: Fraction, ticks: number): Fraction {
  const terms = pair.flatMap((position) => {
    const truth = truthOf(position);
    if (truth === null) return [];
    const price = fraction(BigInt(ticks), position.contract.ticksPerUsdt);
    const owed = maintenanceOf(position.contract.tiers, notionalAt(truth, price));
    return [profitAt(truth, price), negate(owed)];
  });
  return add(backing, ...terms);
}
