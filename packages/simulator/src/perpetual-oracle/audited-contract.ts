import type { PositionLeg } from "@candor/domain/enumerations";
import type { FundingSettled, MarkChanged, PositionChanged } from "@candor/domain/events/contract-events";
import type { ContractSpec } from "@candor/domain/specs/contract-listing";
import { ensure } from "../audit-error.ts";
import { ceilToUnits, decimal, type Fraction, fraction } from "./fraction.ts";
import { maintenanceOf, type PositionTruth, type TierTruth } from "./margin-truth.ts";

const PPM = 1_000_000n;
const E8 = 100_000_000n;

/** One contract's terms as integers, derived from its listing only. */
export interface AuditedContract {
  readonly marketId: number;
  spec: ContractSpec;
  readonly tiers: readonly TierTruth[];
  readonly ticksPerUsdt: bigint;
  readonly lotsPerCoin: bigint;
  /** Value of one lot at one tick, in units of USDT. */
  readonly factor: number;
  mark: MarkChanged | undefined;
  funding: FundingSettled | undefined;
  /** Sums of the funding round in progress. */
  paid: number;
  sumLots: number;
  longLots: number;
}

/** A position as recomputed by the auditor. */
export interface AuditedPosition {
  readonly userId: number;
  readonly contract: AuditedContract;
  /** In hedge mode. */
  readonly leg: PositionLeg | undefined;
  lots: number;
  cost: number;
  /** Maximum error of `cost` in units since the exchange last emitted it: one per fill that closed a part. */
  slack: number;
  /** The last funding round that it paid or received. */
  fundedRound: number;
  told: PositionChanged | undefined;
}

export const UNITS_PER_USDT = 1_000_000n;
export const usdt = (units: number): Fraction => fraction(BigInt(units), UNITS_PER_USDT);
export const rate = (ppm: number): Fraction => fraction(BigInt(ppm), PPM);
export const priceE8 = (e8: number): Fraction => fraction(BigInt(e8), E8);

/** Number of steps in one: `0.01` is a hundredth. */
function stepsPerOne(step: string): bigint {
  const { numerator, denominator } = decimal(step);
  ensure(numerator === 1n, `a step of ${step}`);
  return denominator;
}

/** Derives a contract's integers from its listing. */
export function auditedContract(marketId: number, spec: ContractSpec): AuditedContract {
  const ticksPerUsdt = stepsPerOne(spec.tick);
  const lotsPerCoin = stepsPerOne(spec.lot);
  const tiers = spec.brackets.map(({ notionalCap, maintenancePpm, cumulative, maxLeverage }) => ({
    notionalCap: decimal(notionalCap),
    maintenanceRate: rate(maintenancePpm),
    cumulative: decimal(cumulative),
    maxLeverage,
  }));
  const factor = Number(UNITS_PER_USDT / (ticksPerUsdt * lotsPerCoin));
  return {
    marketId,
    spec,
    tiers,
    ticksPerUsdt,
    lotsPerCoin,
    factor,
    mark: undefined,
    funding: undefined,
    paid: 0,
    sumLots: 0,
    longLots: 0,
  };
}

/** The position in the form that the formulas need, at its emitted cost. */
export function truthOf({ lots, cost, contract }: AuditedPosition): PositionTruth | null {
  if (lots === 0) return null;
  const quantity = fraction(BigInt(Math.abs(lots)), contract.lotsPerCoin);
  const value = usdt(cost);
  const entry = fraction(value.numerator * quantity.denominator, value.denominator * quantity.numerator);
  return { side: lots > 0 ? 1 : -1, quantity, entry };
}

export function valueAtMark({ lots, contract }: AuditedPosition): number {
  return Math.abs(lots) * (contract.mark?.markTicks ?? 0) * contract.factor;
}

export function profitAtMark(position: AuditedPosition): number {
  const value = valueAtMark(position);
  return position.lots > 0 ? value - position.cost : position.cost - value;
}

/** Rounded up to whole units. */
export function maintenanceUnitsOf(contract: AuditedContract, valueUnits: number): number {
  return Number(ceilToUnits(maintenanceOf(contract.tiers, usdt(valueUnits)), UNITS_PER_USDT));
}
