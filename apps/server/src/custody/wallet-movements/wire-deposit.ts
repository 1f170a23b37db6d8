import type { DepositStatus, Result } from "@candor/domain/enumerations";
import { formatDecimal } from "@candor/money/decimal";
import type { WireDeposit } from "@candor/wire/chain-objects";
import type { ListedAsset } from "../../market/market-data/listings.ts";
import type { ChainView, DepositView } from "../chain/chain-port.ts";
import { decimalOf } from "../chain/deposit-view.ts";

/** @param chain `undefined` if it is no longer configured */
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
    amount: amountOf(deposit, asset.spec.scale),
    address: deposit.address,
    txHash: deposit.txHash,
    status: deposit.status,
    result: depositResult(deposit.status),
    confirmations: deposit.confirmations,
    confirmationsRequired: deposit.confirmationsRequired,
    reason: deposit.reason,
    note: deposit.note,
    createdAtMs: deposit.createdAtMs,
    updatedAtMs: deposit.updatedAtMs,
  };
}

/** A credited amount in the exchange's own decimals; for an uncredited deposit, the exact amount on the chain. */
function amountOf({ status, amountUnits, amountWei, chainDecimals }: DepositView, scale: number): string {
  const exact = decimalOf(BigInt(amountWei), chainDecimals);
  const [whole = "0", fraction = ""] = exact.split(".");
  const isCounted = amountUnits !== undefined && (status === "credited" || fraction.length <= scale);
  if (isCounted) return formatDecimal(amountUnits, scale);
  return scale === 0 && fraction === "" ? whole : `${whole}.${fraction.padEnd(scale, "0")}`;
}

function depositResult(status: DepositStatus): Result {
  if (status === "credited") return "success";
  return status === "ignored" ? "failed" : "in-progress";
}
