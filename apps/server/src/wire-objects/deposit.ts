import { formatDecimal } from "@candor/money/decimal";
import type { DepositStatus, Result } from "@candor/protocol/enumerations";
import type { WireDeposit } from "@candor/protocol/wire/chain-objects";
import type { ChainView, DepositView } from "../chain/chain-port.ts";
import type { ListedAsset } from "../market-data/listings.ts";

/** @param chain undefined: one that is no longer configured */
export function toWireDeposit(
  deposit: DepositView,
  asset: ListedAsset,
  chain: ChainView | undefined,
): WireDeposit {
  return {
    depositId: deposit.depositId,
    asset: asset.spec.symbol,
    chain: chain?.chain ?? `chain-${deposit.chainIndex}`,
    chainName: chain?.chainName ?? `Chain ${deposit.chainIndex}`,
    amount: formatDecimal(deposit.amountUnits, asset.spec.scale),
    address: deposit.address,
    txHash: deposit.txHash,
    status: deposit.status,
    result: depositResult(deposit.status),
    confirmations: deposit.confirmations,
    confirmationsRequired: deposit.confirmationsRequired,
    reason: deposit.reason,
    createdAtMs: deposit.createdAtMs,
    updatedAtMs: deposit.updatedAtMs,
  };
}

function depositResult(status: DepositStatus): Result {
  if (status === "credited") return "success";
  return status === "ignored" ? "failed" : "in-progress";
}
