import type { Hex } from "../../kit/hex.ts";
import type { TransactionFinding } from "./chain-port.ts";
import type { ChainSpec } from "./chain-spec.ts";
import type { ChainWatcher } from "./chain-watcher.ts";
import type { EvmChain } from "./evm-chain.ts";

export interface ExplainedChain {
  readonly spec: ChainSpec;
  readonly chain: EvmChain;
  readonly watcher: ChainWatcher;
}

type FindingKind = TransactionFinding["kind"];

/**
 * Explains what a transaction means for one user, from the chain only; known deposits are found elsewhere. Rejects with
 * ChainUnavailableError.
 * @param others the other chains, where it may have been sent by mistake
 */
export async function explainTransaction(
  { spec, chain, watcher }: ExplainedChain,
  others: readonly ExplainedChain[],
  txHash: Hex,
  address: Hex | undefined,
): Promise<FindingKind> {
  const transaction = await chain.transaction(txHash);
  if (transaction === undefined) {
    for (const other of others)
      if ((await other.chain.transaction(txHash)) !== undefined) return "wrong-chain";
    return "not-found";
  }
  if (transaction.blockNumber === null) return "pending";
  const receipt = await chain.receipt(txHash);
  if (receipt === undefined) return "pending";
  if (!receipt.succeeded) return "failed-transaction";
  if (receipt.blockNumber > watcher.headBlock) return "not-scanned";
  if (address === undefined) return "other-address";
  const listed = new Set(spec.assets.flatMap(({ token }) => (token === null ? [] : [token])));
  // Anyone can write a log that looks like a token transfer.
  if (receipt.transfers.some(({ to, token }) => to === address && !listed.has(token))) return "unknown-token";
  const internal = await chain.internalTransfers(txHash);
  const isInside =
    internal?.some(({ to }) => to === address) ?? (await hasMoreCoins(address, chain, spec, watcher));
  return isInside ? "internal-transfer" : "other-address";
}

/** Without tracing, only the balance shows that a contract sent coins here. */
async function hasMoreCoins(
  address: Hex,
  chain: EvmChain,
  { assets }: ChainSpec,
  { ledger, headBlock }: ChainWatcher,
): Promise<boolean> {
  const native = assets.find(({ token }) => token === null);
  if (native === undefined) return false;
  return (await chain.balance(address, headBlock)) > ledger.holding(native.assetId, address);
}
