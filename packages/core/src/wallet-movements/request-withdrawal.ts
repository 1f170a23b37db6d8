import { commandIndex } from "@candor/codec/command-layout";
import { LAYOUT } from "@candor/codec/event-layouts";
import type { RequestWithdrawal } from "@candor/domain/commands/fund-commands";
import { WITHDRAWAL_STATUSES } from "@candor/domain/enumerations";
import { LIMITS } from "@candor/domain/limits";
import { bindKey, describe, isAnsweredByKey, isKey } from "../idempotency/keyed-command.ts";
import { MAIN } from "../ledger/account-number.ts";
import { type ExchangeState, isAmount } from "../state/exchange-state.ts";
import { type OpenWithdrawal, stepOf } from "../state/withdrawal-table.ts";
import { isAddress, isChain, isHoldReason } from "./chain-text.ts";

const KIND = commandIndex("request-withdrawal");
/**
 * Offset of each field in the codes of the key: kind in 4 bits, asset in 8, chain in 6, then the start of the address.
 */
const ASSET_CODE = 16;
const CHAIN_CODE = 4_096;
const ADDRESS_CODE = 262_144;

/**
 * Freezes money in a user's main wallet for a withdrawal. Rejections: request.parameterError, request.keyConflict,
 * request.tooFast (the user has too many open), withdrawal.chainPaused (all users together have too many), and last
 * withdrawal.insufficientBalance.
 */
export function requestWithdrawal(state: ExchangeState, command: RequestWithdrawal): void {
  const { userId, assetId, amountUnits, key } = command;
  const { ledger, withdrawals, timeMs } = state;
  if (!isSound(state, command)) return state.reject("request.parameterError");
  describeRequest(state, command);
  if (isAnsweredByKey(state, userId, key)) return;
  if (withdrawals.countOf(userId) >= LIMITS.maxOpenWithdrawalsPerUser) return state.reject("request.tooFast");
  if (withdrawals.size >= LIMITS.maxOpenWithdrawals) return state.reject("withdrawal.chainPaused");
  const account = ledger.account(userId, MAIN, assetId);
  const available = ledger.available(account);
  if (amountUnits > available) return state.reject("withdrawal.insufficientBalance", available, assetId);

  // Nothing below may fail.
  bindKey(state, userId, key, 0);
  ledger.hold(account, amountUnits);
  const withdrawal: OpenWithdrawal = {
    withdrawalId: state.lastSeq,
    userId,
    assetId,
    chainIndex: command.chainIndex,
    address: command.address,
    amountUnits,
    feeUnits: command.feeUnits,
    status: "frozen",
    needsReview: command.needsReview,
    holdReason: command.needsReview ? (command.holdReason ?? "") : "",
    txHash: "",
    reason: "",
    createdAtMs: timeMs,
    updatedAtMs: timeMs,
    stepSeqs: WITHDRAWAL_STATUSES.map(() => 0),
  };
  withdrawals.add(withdrawal);
  tellStep(state, withdrawal);
  if (!command.needsReview) return;
  withdrawal.status = "reviewing";
  tellStep(state, withdrawal);
}

/** Emits the step that an open withdrawal has just taken. */
export function tellStep(state: ExchangeState, withdrawal: OpenWithdrawal): void {
  withdrawal.stepSeqs[stepOf(withdrawal.status)] = state.lastSeq;
  withdrawal.updatedAtMs = state.timeMs;
  LAYOUT.withdrawalChanged.write(state.out, withdrawal);
}

function isSound(state: ExchangeState, command: RequestWithdrawal): boolean {
  const { amountUnits, feeUnits, needsReview } = command;
  return (
    state.users.isOpen(command.userId) &&
    state.assets[command.assetId] !== undefined &&
    isChain(command.chainIndex) &&
    isAddress(command.address) &&
    isAmount(amountUnits) &&
    Number.isInteger(feeUnits) &&
    feeUnits >= 0 &&
    feeUnits < amountUnits &&
    typeof needsReview === "boolean" &&
    isHoldReason(command.holdReason ?? "") &&
    isKey(command.key)
  );
}

/**
 * Describes the caller's request for comparison when a key is reused: asset, chain, address and amount. Fee, review and
 * the review reason are the exchange's own decisions and may differ the second time. Also called for key queries,
 * before anything is validated: an invalid address then yields a non-number that matches nothing.
 */
export function describeRequest(state: ExchangeState, command: RequestWithdrawal): void {
  const { address } = command;
  const digits = (from: number, to: number): number => Number.parseInt(address.slice(from, to), 16);
  const codes =
    KIND + command.assetId * ASSET_CODE + command.chainIndex * CHAIN_CODE + digits(2, 6) * ADDRESS_CODE;
  describe(state, codes, command.amountUnits, digits(6, 18), digits(18, 30), digits(30, 42));
}
