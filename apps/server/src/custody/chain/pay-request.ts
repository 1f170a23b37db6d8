import type { WithdrawalState } from "@candor/domain/events/events";
import type { Hex } from "../../kit/hex.ts";
import { type ChainAsset, type ChainSpec, weiOf } from "./chain-spec.ts";
import { feesFor } from "./hot-wallet.ts";
import type { PaymentRound } from "./payment-round.ts";

/** What arrives of a withdrawal, in wei. */
export function netWei(asset: ChainAsset, { amountUnits, feeUnits }: WithdrawalState): bigint {
  return weiOf(asset, amountUnits - feeUnits);
}

/** Returns the request to sign a withdrawal. The signer compares the contents with what it has signed under that number. */
export function payRequest(
  { evmChainId }: ChainSpec,
  withdrawal: WithdrawalState,
  asset: ChainAsset,
  gasLimit: number,
  { minedNonce, rates }: PaymentRound,
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
