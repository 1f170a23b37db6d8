import type {
  FundingSettled,
  LiquidationStep,
  MarkChanged,
  PositionChanged,
} from "@candor/domain/events/contract-events";
import { ensure } from "../audit-error.ts";
import {
  type AuditedContract,
  type AuditedPosition,
  maintenanceUnitsOf,
  priceE8,
  rate,
  truthOf,
  usdt,
} from "./audited-contract.ts";
import {
  ceilToUnits,
  compare,
  type Fraction,
  floorToUnits,
  fraction,
  median,
  negate,
  subtract,
} from "./fraction.ts";
import { fundingRateOf, markTermsOf } from "./funding-truth.ts";
import { liquidationPriceOf, tierIndexOf } from "./margin-truth.ts";

const isCloserThan = (a: Fraction, b: Fraction, bound: Fraction): boolean => {
  const off = subtract(a, b);
  return compare(off, bound) < 0 && compare(off, negate(bound)) > 0;
};

/** The median of the three terms, rounded to the nearest tick, at least 1. */
function nearestTicks(contract: AuditedContract, termsE8: readonly number[]): bigint {
  const doubled = floorToUnits(median(termsE8.map(priceE8)), 2n * contract.ticksPerUsdt) + 1n;
  return doubled < 2n ? 1n : doubled / 2n;
}

export function checkMark(contract: AuditedContract, event: MarkChanged, nowMs: number): void {
  const what = `mark of market ${event.marketId}`;
  const nearest = nearestTicks(contract, [event.fundingTermE8, event.basisTermE8, event.lastTermE8]);
  ensure(BigInt(event.markTicks) === nearest, `${what}: ${event.markTicks}, not ${nearest}`);
  ensure(event.openInterestLots === contract.longLots, `${what}: open interest ${event.openInterestLots}`);
  const [fundingTerm] = markTermsOf({
    index: priceE8(event.indexE8),
    lastFundingRate: rate(event.lastFundingPpm),
    msToFunding: BigInt(event.nextFundingAtMs - nowMs),
    fundingIntervalMs: BigInt(contract.spec.fundingIntervalMs),
    meanBasis: fraction(0n),
    last: priceE8(event.lastTermE8),
  });
  ensure(isCloserThan(fundingTerm, priceE8(event.fundingTermE8), priceE8(1)), `${what}: its funding term`);
}

export function checkFundingRate(contract: AuditedContract, event: FundingSettled, nowMs: number): void {
  const { interestPpm, fundingCapPpm, fundingIntervalMs } = contract.spec;
  const what = `funding ${event.round} of market ${event.marketId}`;
  ensure(event.round === (contract.funding?.round ?? 0) + 1, `${what}: its number`);
  ensure(event.dueAtMs % fundingIntervalMs === 0 && event.dueAtMs <= nowMs, `${what}: due ${event.dueAtMs}`);
  const exact = fundingRateOf(event.samplesPpm.map(rate), rate(interestPpm), rate(fundingCapPpm));
  ensure(isCloserThan(rate(event.ratePpm), exact, rate(1)), `${what}: a rate of ${event.ratePpm} ppm`);
  ensure(Math.abs(event.ratePpm) <= fundingCapPpm, `${what}: beyond its cap`);
}

/**
 * Checks a position's emitted liquidation price. `behindUnits`: its margin, or for a cross position the rest of the
 * account's backing.
 */
export function checkLiquidationPrice(
  event: PositionChanged,
  position: AuditedPosition,
  behindUnits: number,
): void {
  const truth = truthOf(position);
  if (truth === null) return;
  const { ticksPerUsdt, tiers } = position.contract;
  const exact = liquidationPriceOf(truth, usdt(behindUnits), tiers);
  let ticks = 0n;
  if (exact !== null)
    ticks = event.lots > 0 ? floorToUnits(exact, ticksPerUsdt) : ceilToUnits(exact, ticksPerUsdt);
  const who = `user ${event.userId} in market ${event.marketId}`;
  ensure(
    BigInt(event.liquidationTicks) === ticks,
    `${who}: liquidated at ${event.liquidationTicks}, not ${ticks}`,
  );
}

/**
 * Checks that a step was due: with the mark of its terms, the tier and the formulas, maintenance margin exceeds equity.
 */
export function checkLiquidation(contract: AuditedContract, step: LiquidationStep): void {
  const what = `liquidation ${step.liquidationId} (${step.method}) of user ${step.userId}`;
  ensure(contract.mark !== undefined && step.markTicks === contract.mark.markTicks, `${what}: its mark`);
  const nearest = nearestTicks(contract, [step.fundingTermE8, step.basisTermE8, step.lastTermE8]);
  ensure(BigInt(step.markTicks) === nearest, `${what}: the mark of its terms`);
  ensure(
    step.equityUnits < step.maintenanceUnits,
    `${what}: equity ${step.equityUnits} covers maintenance ${step.maintenanceUnits}`,
  );
  const value = Math.abs(step.lots) * step.markTicks * contract.factor;
  ensure(step.tier === tierIndexOf(contract.tiers, usdt(value)) + 1, `${what}: tier ${step.tier}`);
  if (step.marginMode === "isolated") {
    const profit = step.lots > 0 ? value - step.entryCostUnits : step.entryCostUnits - value;
    ensure(step.equityUnits === step.marginUnits + profit, `${what}: equity ${step.equityUnits}`);
    const keep = maintenanceUnitsOf(contract, value);
    ensure(step.maintenanceUnits === keep, `${what}: maintenance ${step.maintenanceUnits}, not ${keep}`);
  }
  ensure(step.walletUnits >= 0, `${what}: a wallet of ${step.walletUnits}`);
  ensure(step.feeUnits >= 0 && step.lossUnits >= 0 && step.fundUnits >= 0, `${what}: a negative amount`);
}

/**
 * Checks that a whole cross account can be recomputed from the step only: its wallet minus isolated margins, with the
 * profits and maintenance margins of its cross positions at the marks in the step.
 */
export function checkAccount(contracts: ReadonlyMap<number, AuditedContract>, step: LiquidationStep): void {
  const what = `liquidation ${step.liquidationId} (${step.method}) of user ${step.userId}`;
  if (step.marginMode === "isolated") {
    ensure(step.positions.length === 0, `${what}: an account`);
    return;
  }
  let equity = step.walletUnits as number;
  let maintenance = 0;
  for (const position of step.positions) {
    const contract = contracts.get(position.marketId);
    ensure(
      contract?.mark?.markTicks === position.markTicks,
      `${what}: a mark of market ${position.marketId}`,
    );
    if (contract === undefined) continue;
    const nearest = nearestTicks(contract, [
      position.fundingTermE8,
      position.basisTermE8,
      position.lastTermE8,
    ]);
    ensure(BigInt(position.markTicks) === nearest, `${what}: the mark of market ${position.marketId}`);
    if (position.marginMode === "isolated") {
      equity -= position.marginUnits;
      continue;
    }
    const value = Math.abs(position.lots) * position.markTicks * contract.factor;
    equity += position.lots > 0 ? value - position.entryCostUnits : position.entryCostUnits - value;
    maintenance += maintenanceUnitsOf(contract, value);
  }
  ensure(equity === step.equityUnits, `${what}: equity ${step.equityUnits}, its account gives ${equity}`);
  ensure(
    maintenance === step.maintenanceUnits,
    `${what}: maintenance ${step.maintenanceUnits}, its account gives ${maintenance}`,
  );
  const own = step.positions.find(
    ({ marketId, lots }) => marketId === step.marketId && lots > 0 === step.lots > 0,
  );
  ensure(
    own?.lots === step.lots && own.entryCostUnits === step.entryCostUnits,
    `${what}: it is missing from its account's positions`,
  );
}
