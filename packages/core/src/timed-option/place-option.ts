import { commandIndex } from "@candor/codec/command-layout";
import type { PlaceOption } from "@candor/domain/commands/option-commands";
import { DIRECTIONS, FUND_RECORD_KINDS, OPTION_CAUSES } from "@candor/domain/enumerations";
import { LIMITS } from "@candor/domain/limits";
import { incomeOf } from "@candor/formulas/timed-option/settlement";
import type { Units } from "@candor/money/brand";
import { bindKey, describe, isAnsweredByKey, isKey } from "../idempotency/keyed-command.ts";
import { OPTION } from "../ledger/account-number.ts";
import { rejectUnavailable } from "../market/market-status.ts";
import { rejectValue } from "../market/reject-amount.ts";
import { type ExchangeState, isAmount } from "../state/exchange-state.ts";
import { TRADING } from "../state/market/market.ts";
import { escrowOf, type OpenOption, UNSTRUCK } from "../state/timed-option/open-option.ts";
import type { OptionMarket } from "../state/timed-option/option-market.ts";
import type { ActiveTerms } from "../state/timed-option/option-state.ts";
import { freeCover, incomeWithinCaps, offerable, stakeForIncome, stakeWithinCap } from "./option-capacity.ts";

const KIND = commandIndex("place-option");
const STAKE = FUND_RECORD_KINDS.indexOf("option-stake");
const ACCEPTED = OPTION_CAUSES.indexOf("accepted");
/** Offset of each field in the codes of the key, outside the ranges of all other kinds. */
const KIND_CODE = 17_592_186_044_416;
const MARKET_CODE = 2;
const TERMS_CODE = 256;

/**
 * Sells a timed option: the stake leaves the option wallet, the income leaves the pool, and both are in escrow until it
 * ends. Rejections: trade.invalidParameters, trade.chooseTime, trade.amountError (no amount), request.keyConflict,
 * trade.amountError (outside the bounds), trade.timeError (not offered now), option.rateChanged,
 * trade.marketUnavailable, account.optionFrozen, trade.insufficientBalance, option.capReached, option.noCover.
 */
export function placeOption(state: ExchangeState, command: PlaceOption): void {
  const { userId, marketId, stakeUnits, durationSeconds, minPayoutPpm, key } = command;
  const { ledger, options } = state;
  const { active } = options;
  const at = options.find(marketId);
  const direction = DIRECTIONS.indexOf(command.direction);
  const isSound = Number.isInteger(minPayoutPpm) && minPayoutPpm >= 0 && direction >= 0 && isKey(key);
  if (!isSound || active === undefined || at === undefined || !state.users.isOpen(userId))
    return state.reject("trade.invalidParameters");
  if (durationSeconds === 0) return state.reject("trade.chooseTime");
  const { minStakeUnits, maxStakeUnits, stepUnits } = active.scale;
  const refuseAmount = (): void => rejectValue(state, stakeUnits, minStakeUnits, maxStakeUnits);
  if (!isAmount(stakeUnits) || stakeUnits % stepUnits !== 0) return refuseAmount();
  const codes = KIND_CODE + KIND + (marketId * MARKET_CODE + direction) * TERMS_CODE;
  describe(state, codes, stakeUnits, durationSeconds, minPayoutPpm, 0);
  if (isAnsweredByKey(state, userId, key)) return;
  if (stakeUnits < minStakeUnits || stakeUnits > maxStakeUnits) return refuseAmount();
  const payoutPpm = at.payoutPpmOf(durationSeconds);
  if (payoutPpm === 0) return state.reject("trade.timeError");
  if (payoutPpm < minPayoutPpm) return state.reject("option.rateChanged", payoutPpm);
  if (at.market.status !== TRADING) return rejectUnavailable(state, at.market);
  if (state.users.isFrozen(userId, OPTION)) return state.reject("account.optionFrozen");
  const wallet = ledger.account(userId, OPTION, active.assetId);
  const available = ledger.available(wallet);
  if (stakeUnits > available) return state.reject("trade.insufficientBalance", available, active.assetId);
  const expiresAtMs = state.timeMs + durationSeconds * 1_000;
  const incomeUnits = incomeOf(stakeUnits, payoutPpm);
  const problem = coverProblem(state, active, at, command, { expiresAtMs, incomeUnits, payoutPpm });
  if (problem !== undefined) return state.reject(problem.error, problem.mostUnits, active.assetId);

  // Nothing below may fail.
  bindKey(state, userId, key, 0);
  const option: OpenOption = {
    ...UNSTRUCK,
    optionId: ++options.lastOptionId,
    userId,
    marketId,
    direction: command.direction,
    stakeUnits,
    payoutPpm,
    incomeUnits: incomeUnits as Units,
    durationSeconds,
    acceptedSeq: state.lastSeq,
    acceptedAtMs: state.timeMs,
    expiresAtMs,
    key,
  };
  ledger.take(wallet, stakeUnits);
  ledger.shift("option-pool", active.assetId, 0 - incomeUnits);
  ledger.shift("option-escrow", active.assetId, escrowOf(option));
  options.add(option, at);
  at.strikes.push(option);
  const { out } = state;
  out.optionChanged(ACCEPTED, option);
  const total = ledger.total(wallet);
  out.fundsPosted(userId, OPTION, active.assetId, 0 - stakeUnits, total, STAKE, option.optionId);
}

/** The cap or cover that prevents the sale, with the largest stake currently possible. */
function coverProblem(
  state: ExchangeState,
  active: ActiveTerms,
  at: OptionMarket,
  { userId, stakeUnits }: PlaceOption,
  sold: { readonly expiresAtMs: number; readonly incomeUnits: number; readonly payoutPpm: number },
): { readonly error: "option.capReached" | "option.noCover"; readonly mostUnits: number } | undefined {
  const { incomeUnits, payoutPpm } = sold;
  const isFull = state.options.open.size >= LIMITS.maxOpenOptions;
  const byUser = isFull ? 0 : stakeWithinCap(state, active, userId);
  const byCaps = incomeWithinCaps(state, active, at, sold.expiresAtMs);
  const cover = freeCover(state, active);
  const isCapped = stakeUnits > byUser || incomeUnits > byCaps;
  if (!isCapped && incomeUnits <= cover) return undefined;
  const allowed = Math.min(offerable(active, byUser), stakeForIncome(active, byCaps, payoutPpm));
  if (isCapped) return { error: "option.capReached", mostUnits: allowed };
  return { error: "option.noCover", mostUnits: Math.min(allowed, stakeForIncome(active, cover, payoutPpm)) };
}
