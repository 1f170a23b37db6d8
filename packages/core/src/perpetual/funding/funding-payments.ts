import { LAYOUT } from "@candor/codec/event-layouts";
import { FUND_RECORD_KINDS } from "@candor/domain/enumerations";
import { INSURANCE_FUND_USER_ID } from "@candor/domain/events/contract-events";
import { RULES } from "@candor/domain/rules";
import { fundingAmountOf } from "@candor/formulas/perpetual/funding";
import { valueOf } from "@candor/formulas/perpetual/margin";
import type { Ticks, Units } from "@candor/money/brand";
import { CORE_LIMITS } from "../../core-limits.ts";
import { CONTRACT } from "../../ledger/account-number.ts";
import type { ExchangeState } from "../../state/exchange-state.ts";
import type { Contract } from "../../state/perpetual/contract.ts";
import type { Position } from "../../state/perpetual/position.ts";
import { unrealizedAtIndex } from "../../state/perpetual/position-value.ts";
import { tidyPositions } from "../order-life/refresh-positions.ts";
import { thaw } from "../position/position-fill.ts";

const FUNDING = FUND_RECORD_KINDS.indexOf("funding");

/**
 * Applies the contract's last funding to a position, once. Runs before anything else changes the position, so that its
 * turn within the round does not matter.
 *
 * Isolated: to and from its margin, then from the available balance. Cross: to and from the available balance, then
 * from what is frozen for orders and cross positions. What a payer does not have stays unpaid; no balance becomes
 * negative. Since rules 3 the position's own profit covers it.
 */
export function applyFunding(state: ExchangeState, position: Position): void {
  if (state.perpetual.sweeping > 0 && !position.isOnly && state.rules >= RULES.dueAtInstant)
    // All of a user's positions are paid from one wallet, so each pays before another can use the money up.
    for (const each of position.account.positions) applyOwnRound(state, each);
  else applyOwnRound(state, position);
}

function applyOwnRound(state: ExchangeState, position: Position): void {
  if (position.fundedRound !== position.contract.round) applyRound(state, position);
}

function applyRound(state: ExchangeState, position: Position): void {
  const { contract } = position;
  position.fundedRound = contract.round;
  const { lots } = position;
  const value = valueOf(lots, contract.roundMarkTicks, contract.factor);
  const due = fundingAmountOf(lots, value, contract.ratePpm);
  if (due === 0) return;
  const amount = due > 0 ? receive(state, position, due) : 0 - pay(state, position, 0 - due);
  const { quoteAsset, id: marketId } = contract.market;
  state.ledger.shift("funding", quoteAsset, 0 - amount);
  contract.fundingPool -= amount;
  position.fundingPaid -= amount;
  position.updatedAtMs = state.timeMs;
  const fundingId = ++state.perpetual.lastFundingId;
  const { userId } = position;
  LAYOUT.fundingPaid.write(state.out, {
    fundingId,
    marketId,
    round: contract.round,
    userId,
    lots,
    ratePpm: contract.ratePpm,
    markTicks: contract.roundMarkTicks as Ticks,
    amountUnits: amount,
    missingUnits: (amount - due) as Units,
  });
  if (amount > due && state.rules >= RULES.boundedMark) chargeProfit(state, position, amount - due);
  const total = state.ledger.total(position.wallet);
  if (amount !== 0) state.out.fundsPosted(userId, CONTRACT, quoteAsset, amount, total, FUNDING, fundingId);
  state.perpetual.touch(position, "funding");
}

/**
 * Charges funding that the payer's money does not cover to the position's profit at the index, by worsening its cost.
 * Otherwise a user could let the margin run out while in profit and leave every funding to the insurance fund, while
 * the other side, perhaps the same person, received it.
 */
function chargeProfit(state: ExchangeState, position: Position, missingUnits: number): void {
  const { contract, lots } = position;
  const units = Math.min(missingUnits, Math.max(0, unrealizedAtIndex(position)));
  position.cost += lots > 0 ? units : 0 - units;
  const { quoteAsset } = contract.market;
  state.ledger.shift("clearing", quoteAsset, 0 - units);
  state.ledger.shift("funding", quoteAsset, units);
  contract.fundingPool += units;
}

/** Like applyFunding, for the fund's inventory: to and from the fund. */
export function payFundFunding(state: ExchangeState, contract: Contract): void {
  const { fund, ratePpm, factor, market, roundMarkTicks, round } = contract;
  if (fund.fundedRound === round) return;
  fund.fundedRound = round;
  const due = fundingAmountOf(fund.lots, valueOf(fund.lots, roundMarkTicks, factor), ratePpm);
  if (due === 0) return;
  const { ledger } = state;
  const { quoteAsset, id: marketId } = market;
  const amount = Math.max(due, 0 - ledger.systemBalance("insurance", quoteAsset));
  ledger.shift("insurance", quoteAsset, amount);
  ledger.shift("funding", quoteAsset, 0 - amount);
  contract.fundingPool -= amount;
  LAYOUT.fundingPaid.write(state.out, {
    fundingId: ++state.perpetual.lastFundingId,
    marketId,
    round,
    userId: INSURANCE_FUND_USER_ID,
    lots: fund.lots,
    ratePpm,
    markTicks: roundMarkTicks as Ticks,
    amountUnits: amount,
    missingUnits: (amount - due) as Units,
  });
}

function receive(state: ExchangeState, position: Position, units: number): number {
  const wallet = position.wallet;
  state.ledger.give(wallet, units);
  if (!position.isCross) {
    state.ledger.hold(wallet, units);
    position.margin += units;
  }
  return units;
}

/** @returns the amount paid */
function pay(state: ExchangeState, position: Position, units: number): number {
  const { ledger } = state;
  const wallet = position.wallet;
  if (!position.isCross) {
    const part = Math.min(units, position.margin);
    ledger.release(wallet, part);
    position.margin -= part;
  }
  thaw(state, position, units);
  const paid = Math.min(units, ledger.available(wallet));
  ledger.take(wallet, paid);
  return paid;
}

/** Starts a round of payments. Finishes a previous one first if still in progress. */
export function beginSweep(state: ExchangeState, contract: Contract): void {
  if (contract.sweepRow < 0) state.perpetual.sweeping++;
  contract.sweepRow = 0;
}

/** Continues payments: a bounded number of positions per command, over all contracts. */
export function sweepFunding(state: ExchangeState, most: number = CORE_LIMITS.maxFundingPerCommand): void {
  let left = most;
  for (const contract of state.perpetual.contracts) {
    if (state.perpetual.sweeping === 0 || left === 0) break;
    if (contract.sweepRow >= 0) left = sweep(state, contract, left);
  }
  tidyPositions(state);
}

/** Pays every remaining position, without a bound. */
export function finishSweep(state: ExchangeState, contract: Contract): void {
  if (contract.sweepRow >= 0) sweep(state, contract, contract.positions.length + 1);
  tidyPositions(state);
}

/** @returns how many more positions this command may process */
function sweep(state: ExchangeState, contract: Contract, most: number): number {
  let left = most;
  while (left > 0 && contract.sweepRow < contract.positions.length) {
    applyFunding(state, contract.positions[contract.sweepRow++] as Position);
    left--;
  }
  if (contract.sweepRow < contract.positions.length) return left;
  contract.sweepRow = -1;
  state.perpetual.sweeping--;
  payFundFunding(state, contract);
  close(state, contract);
  return left;
}

/**
 * Moves the surplus of payers over receivers to the rounding account. What payers could not pay is missing there: the
 * insurance fund covers it, then the fees. Only what neither can cover leaves the rounding account negative.
 */
function close(state: ExchangeState, contract: Contract): void {
  const { ledger } = state;
  const { quoteAsset, id: marketId } = contract.market;
  const remainder = contract.fundingPool;
  contract.fundingPool = 0;
  ledger.shift("funding", quoteAsset, 0 - remainder);
  let rest = remainder;
  for (const account of ["insurance", "fees"] as const) {
    const part = rest < 0 ? Math.min(0 - rest, ledger.systemBalance(account, quoteAsset)) : 0;
    ledger.shift(account, quoteAsset, 0 - part);
    rest += part;
  }
  ledger.shift("rounding", quoteAsset, rest);
  LAYOUT.fundingClosed.write(state.out, {
    marketId,
    round: contract.round,
    remainderUnits: remainder,
  });
}
