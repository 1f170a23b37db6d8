import type { Result, WithdrawalStatus } from "@candor/domain/enumerations";
import type { WithdrawalState } from "@candor/domain/events/events";
import { withdrawalIdOf } from "@candor/domain/fund-ids";
import { formatDecimal } from "@candor/money/decimal";
import type { WireWithdrawal } from "@candor/wire/chain-objects";
import type { ListedAsset } from "../../market/market-data/listings.ts";
import type { ChainView, WithdrawalProgress } from "../chain/chain-port.ts";
import type { WithdrawalHold } from "./withdrawal-records.ts";
import { WITHDRAWAL_PROMISE_MS } from "./withdrawal-rules.ts";

export interface WithdrawalStep {
  readonly status: WithdrawalStatus;
  readonly timeMs: number;
}

/** All data of a withdrawal shown to the user: from the exchange, the review and the chain. */
export interface WithdrawalFacts {
  readonly state: WithdrawalState;
  readonly steps: readonly WithdrawalStep[];
  readonly asset: ListedAsset;
  /** `undefined` if the chain is no longer configured. */
  readonly chain: ChainView | undefined;
  readonly hold: WithdrawalHold | undefined;
  readonly progress: WithdrawalProgress | undefined;
}

export function toWireWithdrawal(facts: WithdrawalFacts): WireWithdrawal {
  const { state, steps, asset, chain, hold, progress } = facts;
  const { symbol, scale } = asset.spec;
  const required = progress?.confirmationsRequired ?? chain?.confirmationsRequired ?? 0;
  return {
    withdrawalId: withdrawalIdOf(state.withdrawalId),
    asset: symbol,
    chain: chain?.chain ?? `chain-${state.chainIndex}`,
    chainName: chain?.chainName ?? `Chain ${state.chainIndex}`,
    amount: formatDecimal(state.amountUnits, scale),
    fee: formatDecimal(state.feeUnits, scale),
    net: formatDecimal(state.amountUnits - state.feeUnits, scale),
    address: state.address,
    txHash: state.txHash === "" ? null : state.txHash,
    status: state.status,
    result: withdrawalResult(state.status),
    confirmations: state.status === "confirmed" ? required : (progress?.confirmations ?? 0),
    confirmationsRequired: required,
    reason: state.reason === "" ? null : state.reason,
    holdReason: hold?.reason ?? null,
    holdUntilMs: hold?.untilMs ?? null,
    promisedByMs: state.createdAtMs + WITHDRAWAL_PROMISE_MS,
    createdAtMs: state.createdAtMs,
    updatedAtMs: state.updatedAtMs,
    steps: [...steps],
  };
}

function withdrawalResult(status: WithdrawalStatus): Result {
  if (status === "confirmed") return "success";
  return status === "returned" ? "failed" : "in-progress";
}
