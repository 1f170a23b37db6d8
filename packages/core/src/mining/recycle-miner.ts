import { commandIndex } from "@candor/codec/command-layout";
import type { RecycleMiner } from "@candor/domain/commands/mining-commands";
import { accruedUnitsOf, refundUnitsOf } from "@candor/formulas/mining/accrual";
import { bindKey, isAnsweredByKey, isKey } from "../idempotency/keyed-command.ts";
import type { ExchangeState } from "../state/exchange-state.ts";
import type { Miner } from "../state/mining-state.ts";
import { describeMining, payIncome, payRefund, refusalOf, tellMiner } from "./miner-changes.ts";

const KIND = commandIndex("recycle-miner");

/**
 * Ends a machine: pays what it mined since the last claim and refunds the unused part of the price. Both together are
 * at most what was locked for it; the rest is unlocked. A machine that has mined everything is completed instead.
 * Rejections: request.parameterError, request.keyConflict, mining.minerNotFound, mining.released,
 * mining.alreadyReceived, and finally request.parameterError again when the refund is now below the expected one,
 * params [refund, asset].
 */
export function recycleMiner(state: ExchangeState, command: RecycleMiner): void {
  const { userId, minerId, expectedRefundUnits, key } = command;
  const { mining, timeMs } = state;
  const hasRefund = Number.isSafeInteger(expectedRefundUnits) && expectedRefundUnits >= 0;
  const hasForm = Number.isSafeInteger(minerId) && minerId > 0 && hasRefund && isKey(key);
  if (!hasForm || !state.users.isOpen(userId)) return state.reject("request.parameterError");
  describeMining(state, KIND, minerId, expectedRefundUnits);
  if (isAnsweredByKey(state, userId, key)) return;
  const refusal = refusalOf(state, userId, minerId);
  if (refusal !== undefined) return state.reject(refusal);
  const miner = mining.find(minerId) as Miner;
  const refund = refundUnitsOf(miner, timeMs);
  if (refund < expectedRefundUnits) return state.reject("request.parameterError", refund, miner.assetId);

  // Nothing below may fail.
  bindKey(state, userId, key, 0);
  const income = accruedUnitsOf(miner, timeMs) - miner.claimedUnits;
  mining.pay(miner, income);
  const reason = miner.claimedUnits === miner.totalOutputUnits ? "completed" : "recycled";
  mining.release(miner, reason);
  tellMiner(state, miner, "released", income, refund, reason);
  payIncome(state, miner, income);
  payRefund(state, miner, refund);
}
