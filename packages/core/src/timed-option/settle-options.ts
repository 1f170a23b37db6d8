import { FUND_RECORD_KINDS, OPTION_CAUSES } from "@candor/domain/enumerations";
import { RULES } from "@candor/domain/rules";
import {
  endOf,
  OPTION_STRIKE_WAIT_MS,
  OPTION_WINDOW_MS,
  type OptionEnd,
  payoutOf,
} from "@candor/formulas/timed-option/settlement";
import type { PriceE8, Units } from "@candor/money/brand";
import { OPTION } from "../ledger/account-number.ts";
import { dropStaleSources } from "../market/follow-index.ts";
import type { ExchangeState } from "../state/exchange-state.ts";
import { escrowOf, type OpenOption, strike } from "../state/timed-option/open-option.ts";
import type { OptionMarket } from "../state/timed-option/option-market.ts";

const STRUCK = OPTION_CAUSES.indexOf("struck");
const SETTLED = OPTION_CAUSES.indexOf("settled");
const VOIDED = OPTION_CAUSES.indexOf("voided");
const PAYOUT = FUND_RECORD_KINDS.indexOf("option-payout");
const REFUND = FUND_RECORD_KINDS.indexOf("option-refund");

/**
 * Continues the work that ticks and time left for timed options, within a bound: strikes first, then refunds of options
 * whose strike comes too late, then settlements in order of expiry. Nothing of a market is settled while it has no
 * index.
 */
export function workOffOptions(state: ExchangeState): void {
  const { options } = state;
  if (options.isStriking) tellStrikes(state);
  if (state.timeMs < options.dueAtMs) return;
  const hasFairStrikes = state.rules >= RULES.fairStrike;
  if (hasFairStrikes) for (const at of options.markets) voidLate(state, at);
  for (const at of options.markets) settleDue(state, at);
  options.refreshDue(hasFairStrikes);
}

function tellStrikes(state: ExchangeState): void {
  const { options } = state;
  let isStriking = false;
  for (const at of options.markets) {
    const { strikes } = at;
    while (options.stepsLeft > 0 && strikes.hasWork) {
      const struck = strikes.shift();
      if (struck === undefined) break;
      const { option, tick } = struck;
      // A tick after its expiry is not a strike.
      if (tick.atMs >= option.expiresAtMs) continue;
      options.stepsLeft--;
      if (isTooLate(state, option, tick.atMs)) {
        voidUnstruck(state, at, option);
        continue;
      }
      strike(option, tick);
      state.out.optionChanged(STRUCK, option);
    }
    isStriking ||= strikes.hasWork;
  }
  options.isStriking = isStriking;
}

/** Whether the wait for a strike had timed out at this time. */
function isTooLate({ rules }: ExchangeState, { acceptedAtMs }: OpenOption, atMs: number): boolean {
  return rules >= RULES.fairStrike && atMs - acceptedAtMs >= OPTION_STRIKE_WAIT_MS;
}

/** Refunds the stakes of options that got no tick in time. The other options of the market are younger. */
function voidLate(state: ExchangeState, at: OptionMarket): void {
  const { options, timeMs } = state;
  let waiting = at.strikes.firstWaiting;
  for (; waiting !== undefined; waiting = at.strikes.firstWaiting) {
    if (options.stepsLeft === 0 || !isTooLate(state, waiting, timeMs)) return;
    options.stepsLeft--;
    voidUnstruck(state, at, waiting);
  }
}

function voidUnstruck(state: ExchangeState, at: OptionMarket, option: OpenOption): void {
  option.status = "void";
  option.payoutUnits = option.stakeUnits;
  state.options.remove(option, at);
  at.expiries.dropEnded();
  state.out.optionChanged(VOIDED, option);
  pay(state, at, option, "void");
}

function settleDue(state: ExchangeState, at: OptionMarket): void {
  const { options, timeMs } = state;
  const { expiries, market, ticks } = at;
  let first = expiries.first;
  if (first === undefined || timeMs < first.expiresAtMs) return;
  dropStaleSources(state, market);
  if (market.index.valueE8 === 0) return;
  for (; first !== undefined && timeMs >= first.expiresAtMs; first = expiries.first) {
    if (options.stepsLeft === 0) break;
    options.stepsLeft--;
    expiries.shift();
    settle(state, at, first);
  }
  if (first === undefined) ticks.clear();
  else ticks.dropBefore(first.expiresAtMs - OPTION_WINDOW_MS);
}

function settle(state: ExchangeState, at: OptionMarket, option: OpenOption): void {
  if (option.status === "accepted") strikeAtLast(state, at, option);
  // With fair strikes a missing strike always voids the option, however late the command that detects it.
  if (option.status === "accepted" && state.rules >= RULES.fairStrike) return voidUnstruck(state, at, option);
  const sell = at.ticks.sellPrice(option.expiresAtMs);
  const end = endOf(option.direction, option.strikeE8, sell.priceE8);
  option.status = end;
  option.sellE8 = sell.priceE8 as PriceE8;
  option.tickCount = sell.tickCount;
  option.firstTickSeq = sell.firstTickSeq;
  option.lastTickSeq = sell.lastTickSeq;
  option.payoutUnits = payoutOf(end, option.stakeUnits, option.incomeUnits) as Units;
  state.options.remove(option, at);
  state.out.optionChanged(end === "void" ? VOIDED : SETTLED, option);
  pay(state, at, option, end);
}

/** Emits the pending strike of an option, if it has one. */
function strikeAtLast(state: ExchangeState, at: OptionMarket, option: OpenOption): void {
  const tick = at.strikes.strikeOf(option.optionId);
  if (tick === undefined || tick.atMs >= option.expiresAtMs || isTooLate(state, option, tick.atMs)) return;
  strike(option, tick);
  state.out.optionChanged(STRUCK, option);
}

/** Pays out of escrow: the payout to the user, the rest to the pool. */
function pay(state: ExchangeState, at: OptionMarket, option: OpenOption, end: OptionEnd): void {
  const { ledger, out } = state;
  const { userId, payoutUnits, optionId } = option;
  const { quoteAsset: assetId } = at.market;
  ledger.shift("option-escrow", assetId, 0 - escrowOf(option));
  ledger.shift("option-pool", assetId, escrowOf(option) - payoutUnits);
  if (payoutUnits === 0) return;
  const wallet = ledger.account(userId, OPTION, assetId);
  ledger.give(wallet, payoutUnits);
  const record = end === "won" ? PAYOUT : REFUND;
  out.fundsPosted(userId, OPTION, assetId, payoutUnits, ledger.total(wallet), record, optionId);
}
