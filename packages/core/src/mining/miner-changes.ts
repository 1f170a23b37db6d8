import { LAYOUT } from "@candor/codec/event-layouts";
import { FUND_RECORD_KINDS, type MinerCause, type MinerReleaseReason } from "@candor/domain/enumerations";
import type { ErrorName } from "@candor/domain/errors/errors";
import type { Units } from "@candor/money/brand";
import { KEY_CODES, packCodes } from "../idempotency/contents.ts";
import { describe } from "../idempotency/keyed-command.ts";
import { MAIN } from "../ledger/account-number.ts";
import type { ExchangeState } from "../state/exchange-state.ts";
import type { Miner } from "../state/mining-state.ts";

const INCOME = FUND_RECORD_KINDS.indexOf("mining-income");
const REFUND = FUND_RECORD_KINDS.indexOf("mining-refund");

/** Describes a command for its key. */
export function describeMining(
  state: ExchangeState,
  kind: "buy-miners" | "claim-mining" | "recycle-miner",
  first: number,
  second: number,
): void {
  describe(state, packCodes(KEY_CODES[kind]), 0, first, second, 0);
}

/** Emits a machine's state after a change, and the amount the change paid. */
export function emitMachine(
  state: ExchangeState,
  miner: Miner,
  cause: MinerCause,
  incomeUnits: number,
  refundUnits: number,
  releaseReason: MinerReleaseReason = "none",
): void {
  LAYOUT.minerChanged.write(state.out, {
    ...miner,
    cause,
    releaseReason,
    incomeUnits: incomeUnits as Units,
    refundUnits: refundUnits as Units,
  });
}

/**
 * Pays from the mining reserve into the main wallet and records it. The reserve can always pay, because the amount was
 * locked.
 */
export function payIncome(state: ExchangeState, miner: Miner, units: number): void {
  pay(state, miner, units, INCOME);
}

export function payRefund(state: ExchangeState, miner: Miner, units: number): void {
  pay(state, miner, units, REFUND);
}

function pay(state: ExchangeState, miner: Miner, units: number, record: number): void {
  if (units === 0) return;
  const { userId, assetId, minerId } = miner;
  state.ledger.shift("mining-reserve", assetId, 0 - units);
  const after = state.ledger.give(state.ledger.account(userId, MAIN, assetId), units);
  state.out.fundsPosted(userId, MAIN, assetId, units, after, record, minerId);
}

/**
 * Why a command about one of the user's machines is rejected, by the machine's state; undefined when it is in
 * production. Machines of other users count as missing.
 */
export function refusalOf(state: ExchangeState, userId: number, minerId: number): ErrorName | undefined {
  const { mining } = state;
  if (mining.isRunningFor(userId, minerId)) return undefined;
  const released = mining.findReleased(minerId);
  if (released === undefined || released.userId !== userId) return "mining.minerNotFound";
  return released.reason === "recycled" ? "mining.released" : "mining.alreadyReceived";
}
