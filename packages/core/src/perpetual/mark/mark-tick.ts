import { LAYOUT } from "@candor/codec/event-layouts";
import { RULES } from "@candor/domain/rules";
import {
  boundedPremiumPpm,
  fundingRatePpm,
  nextFundingAtMs,
  premiumPpm,
} from "@candor/formulas/perpetual/funding";
import {
  basisTermE8,
  boundedBasisE8,
  boundedTermE8,
  fundingTermE8,
  markTicksOf,
  meanOf,
} from "@candor/formulas/perpetual/mark-price";
import type { Lots, PriceE8, Ticks } from "@candor/money/brand";
import { divideFloor } from "@candor/money/integer";
import { BUY, NONE, SELL } from "../../memory/order-slab.ts";
import { armStops } from "../../orders/arm-stops.ts";
import type { ExchangeState } from "../../state/exchange-state.ts";
import { BY_INDEX, BY_MARK } from "../../state/orders/trigger-by.ts";
import { SAMPLE_MS } from "../../state/perpetual/basis-samples.ts";
import type { Contract } from "../../state/perpetual/contract.ts";
import { beginSweep, finishSweep } from "../funding/funding-payments.ts";
import { applyAnnouncedFundingTerms } from "../funding/set-funding-terms.ts";
import { armProtection } from "../order-life/protection-triggers.ts";
import { refreshPositions } from "../order-life/refresh-positions.ts";
import { refreshRisk } from "../position/account-risk.ts";
import { endLiquidations } from "./end-liquidations.ts";
import { impactMidE8, NO_PRICE } from "./impact-price.ts";

const PREMIUM_MS = 60_000;

/**
 * Handles passed time or a moved index: samples the basis, settles due funding, recomputes the mark and arms the
 * triggers that watch it. Without an index nothing happens: no mark, no funding, no liquidation.
 */
export function tickContract(state: ExchangeState, contract: Contract, indexMoved: boolean): void {
  if (!contract.isLive) return;
  const { timeMs } = state;
  const isSampleDue = timeMs >= contract.basis.nextAtMs;
  if (!indexMoved && !isSampleDue && timeMs < contract.nextFundingAtMs) return;
  // A sample at the exact end of an interval belongs to the next one.
  if (timeMs >= contract.nextFundingAtMs) settleFunding(state, contract);
  if (isSampleDue) sample(state, contract);
  computeMark(state, contract, timeMs);
  const { market } = contract;
  arm(state, contract, BY_MARK, contract.markTicks);
  if (indexMoved) arm(state, contract, BY_INDEX, market.indexTicks);
  refreshPositions(state);
}

/** Takes one sample of the basis per second, and one of the premium per minute. None without depth on both sides. */
function sample(state: ExchangeState, contract: Contract): void {
  if (state.rules < RULES.boundedMark) return sampleBest(state, contract);
  const { market, basis, markBoundPpm } = contract;
  const { timeMs } = state;
  const indexE8 = market.index.valueE8;
  basis.drop(timeMs);
  contract.trades.sample(timeMs);
  const midE8 = impactMidE8(state, contract);
  if (midE8 !== NO_PRICE) basis.add(timeMs, boundedBasisE8(midE8 - indexE8, indexE8, markBoundPpm));
  basis.nextAtMs = (divideFloor(timeMs, SAMPLE_MS) + 1) * SAMPLE_MS;
  if (timeMs < contract.nextPremiumAtMs) return;
  const mean = contract.hasDepth ? meanOf(basis.sumE8, basis.count) : 0;
  contract.premiums.add(boundedPremiumPpm(mean, indexE8, markBoundPpm));
  contract.nextPremiumAtMs = (divideFloor(timeMs, PREMIUM_MS) + 1) * PREMIUM_MS;
}

/** Like sample, before rules 3: mid − index at the best prices, whatever their size. */
function sampleBest(state: ExchangeState, contract: Contract): void {
  const { market, basis } = contract;
  const { timeMs } = state;
  const indexE8 = market.index.valueE8;
  const bid = market.book.best(BUY);
  const ask = market.book.best(SELL);
  basis.drop(timeMs);
  if (bid !== NONE && ask !== NONE) basis.add(timeMs, divideFloor((bid + ask) * market.tickE8, 2) - indexE8);
  basis.nextAtMs = (divideFloor(timeMs, SAMPLE_MS) + 1) * SAMPLE_MS;
  if (timeMs < contract.nextPremiumAtMs) return;
  contract.premiums.add(premiumPpm(meanOf(basis.sumE8, basis.count), indexE8));
  contract.nextPremiumAtMs = (divideFloor(timeMs, PREMIUM_MS) + 1) * PREMIUM_MS;
}

/** Fixes the rate of the ended interval. Funding missed because of a stale index is not settled later. */
export function settleFunding(state: ExchangeState, contract: Contract): void {
  const { market, spec, premiums } = contract;
  const { interestPpm, fundingCapPpm, fundingIntervalMs } = spec;
  finishSweep(state, contract);
  const dueAtMs = contract.nextFundingAtMs;
  const { mean } = premiums;
  state.perpetual.fundingDueAtMs = 0;
  contract.nextFundingAtMs = nextFundingAtMs(state.timeMs, fundingIntervalMs);
  const samplesPpm = premiums.take();
  contract.ratePpm = fundingRatePpm(mean, interestPpm, fundingCapPpm);
  // There may be no mark yet.
  if (contract.markTicks === 0) computeMark(state, contract, state.timeMs);
  contract.roundMarkTicks = contract.markTicks;
  contract.round++;
  LAYOUT.fundingSettled.write(state.out, {
    marketId: market.id,
    round: contract.round,
    ratePpm: contract.ratePpm,
    premiumPpm: mean,
    interestPpm,
    capPpm: fundingCapPpm,
    markTicks: contract.roundMarkTicks as Ticks,
    indexE8: market.index.valueE8 as PriceE8,
    dueAtMs,
    samplesPpm,
  });
  applyAnnouncedFundingTerms(state, contract);
  beginSweep(state, contract);
}

function computeMark(state: ExchangeState, contract: Contract, timeMs: number): void {
  const { market, spec } = contract;
  const indexE8 = market.index.valueE8;
  const timeLeftMs = contract.nextFundingAtMs - timeMs;
  contract.fundingTermE8 = fundingTermE8(indexE8, contract.ratePpm, timeLeftMs, spec.fundingIntervalMs);
  if (state.rules >= RULES.boundedMark) boundTerms(contract, indexE8);
  else {
    contract.basisTermE8 = basisTermE8(indexE8, contract.basis.sumE8, contract.basis.count);
    contract.lastTermE8 = contract.fairLastTicks === 0 ? indexE8 : contract.fairLastTicks * market.tickE8;
  }
  contract.markTicks = markTicksOf(contract, market.tickE8);
  if (contract.hasTriggered) state.perpetual.mayBeAtRisk = true;
  if (contract.fund.lots !== 0) {
    contract.fund.isDue = true;
    state.perpetual.isFundDue = true;
  }
  const { parked } = contract;
  contract.parked = [];
  for (const position of parked) {
    position.isParked = false;
    refreshRisk(state, position);
  }
  endLiquidations(state);
  LAYOUT.markChanged.write(state.out, {
    marketId: market.id,
    markTicks: contract.markTicks as Ticks,
    indexE8: indexE8 as PriceE8,
    fundingTermE8: contract.fundingTermE8 as PriceE8,
    basisTermE8: contract.basisTermE8 as PriceE8,
    lastTermE8: contract.lastTermE8 as PriceE8,
    lastFundingPpm: contract.ratePpm,
    expectedFundingPpm: expectedFundingPpm(contract),
    nextFundingAtMs: contract.nextFundingAtMs,
    openInterestLots: contract.openInterest as Lots,
  });
}

/**
 * Keeps all three terms near the index. Basis and last term equal the index unless the book has had depth for a while;
 * the last term also unless it comes from trades of the impact notional.
 */
function boundTerms(contract: Contract, indexE8: number): void {
  const { market, basis, trades, markBoundPpm, impactUnits } = contract;
  const { tickE8 } = market;
  const bounded = (termE8: number): number => boundedTermE8(termE8, indexE8, markBoundPpm, tickE8);
  contract.fundingTermE8 = bounded(contract.fundingTermE8);
  contract.basisTermE8 = contract.hasDepth
    ? bounded(basisTermE8(indexE8, basis.sumE8, basis.count))
    : indexE8;
  const hasTraded = contract.hasDepth && trades.units >= impactUnits;
  contract.lastTermE8 = hasTraded ? bounded(trades.priceE8(tickE8, market.quoteFactor)) : indexE8;
}

/** The rate implied by the samples so far. */
export function expectedFundingPpm(contract: Contract): number {
  const { premiums, spec } = contract;
  return fundingRatePpm(premiums.mean, spec.interestPpm, spec.fundingCapPpm);
}

function arm(state: ExchangeState, contract: Contract, triggerBy: number, ticks: number): void {
  armStops(state, contract.triggersBy(triggerBy), ticks, ticks);
  armProtection(state, contract, triggerBy, ticks);
}
