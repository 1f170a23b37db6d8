import type { FundingClosed, FundingPaid } from "@candor/domain/events/contract-events";
import { ensure } from "../audit-error.ts";
import {
  type AuditedContract,
  type AuditedPosition,
  priceE8,
  rate,
  UNITS_PER_USDT,
} from "./audited-contract.ts";
import { ceilToUnits, floorToUnits, fraction, multiply } from "./fraction.ts";
import { fundingPaymentOf, fundingUnitsOf } from "./funding-truth.ts";

/** The exact funding payment of an event's position, in units of USDT; negative when it pays. */
export function owedFundingUnits(contract: AuditedContract, event: FundingPaid): bigint {
  const exact = fundingPaymentOf(
    event.lots > 0 ? 1 : -1,
    fraction(BigInt(Math.abs(event.lots)), contract.lotsPerCoin),
    fraction(BigInt(event.markTicks), contract.ticksPerUsdt),
    rate(event.ratePpm),
  );
  return fundingUnitsOf(exact, UNITS_PER_USDT);
}

/** The part of a missing payment that the position's profit at the index covers, in units of USDT. */
export function chargedUnits(position: AuditedPosition, indexE8: number, missingUnits: number): number {
  const { contract, lots, cost } = position;
  const coins = fraction(BigInt(Math.abs(lots)), contract.lotsPerCoin);
  const round = lots > 0 ? floorToUnits : ceilToUnits;
  const value = Number(round(multiply(coins, priceE8(indexE8)), UNITS_PER_USDT));
  return Math.min(missingUnits, Math.max(0, lots > 0 ? value - cost : cost - value));
}

/** Ends a contract's funding round: the remainder of the payments must equal the event's. */
export function checkFundingClosed(contract: AuditedContract, event: FundingClosed): void {
  const what = `funding ${event.round} of market ${event.marketId}`;
  ensure(event.round === contract.funding?.round, `${what}: closed during round ${contract.funding?.round}`);
  ensure(
    event.remainderUnits === 0 - contract.paid,
    `${what}: ${event.remainderUnits} left of ${contract.paid}`,
  );
  contract.paid = 0;
}
