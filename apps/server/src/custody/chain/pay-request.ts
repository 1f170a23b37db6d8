import type { WithdrawalState } from "@candor/domain/events/events";
import type { Hex } from "../../kit/hex.ts";
import { type ChainAsset, type ChainSpec, weiOf } from "./chain-spec.ts";
import { feesFor } from "./hot-wallet.ts";
import type { PaymentRound } from "./payment-round.ts";

/** What the signer is asked to pay for a withdrawal. */
export function payRequest(
  withdrawal: WithdrawalState,
  asset: ChainAsset,
  { evmChainId }: ChainSpec,
  gasLimit: number,
  { rates, minedNonce }: PaymentRound,
) {
  const fees = feesFor(rates);
  return {
    kind: "pay",
    withdrawalId: withdrawal.withdrawalId,
    chainId: evmChainId,
    symbol: asset.symbol,
    to: withdrawal.address.toLowerCase() as Hex,
    amount: String(netWei(asset, withdrawal)),
    minedNonce,
    gasLimit,
    maxFeePerGas: String(fees.maxFeePerGas),
    maxPriorityFeePerGas: String(fees.maxPriorityFeePerGas),
  } as const;
}

/** What arrives, in the chain's smallest unit. */
export function netWei(asset: ChainAsset, { amountUnits, feeUnits }: WithdrawalState): bigint {
  return weiOf(asset, amountUnits - feeUnits);
}
