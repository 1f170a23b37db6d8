import type { Hex } from "../../kit/hex.ts";
import { type ChainAsset, type ChainSpec, weiOf } from "./chain-spec.ts";
import type { ChainWatcher } from "./chain-watcher.ts";
import { depositIdOf, FIRST_INTERNAL_POSITION } from "./deposit-id.ts";
import type { EvmChain } from "./evm-chain.ts";
import type { SurplusSearch } from "./search-surplus.ts";
import type { DepositMove } from "./watch-records.ts";
import type { WatchStore } from "./watch-store.ts";

export interface FindOptions {
  readonly spec: ChainSpec;
  readonly chain: EvmChain;
  readonly store: WatchStore;
  readonly watcher: ChainWatcher;
  readonly surplus: SurplusSearch;
  readonly nowMs: () => number;
}

/** An operator's claim, for nodes that cannot trace. */
export interface DepositClaim {
  readonly userId: number;
  readonly wei: bigint;
}

/**
 * Finds the deposits in a transaction, named by an operator, whose contract sent coins to users. If the node can trace,
 * the trace decides what arrived. Otherwise the operator's claim counts, up to the unexplained coins on the user's own
 * address. The deposits found are credited once, like any other.
 * @returns the deposit ids, or the reason why there are none
 */
export async function findDeposits(
  options: FindOptions,
  txHash: Hex,
  claim: DepositClaim | undefined,
): Promise<readonly string[] | string> {
  const { spec, chain, store, watcher, nowMs } = options;
  const native = spec.assets.find(({ token }) => token === null);
  if (native === undefined) return "This chain's own coin is not offered.";
  const receipt = await chain.receipt(txHash);
  if (receipt === undefined) return "The node has not mined this transaction.";
  if (!receipt.succeeded) return "The transaction failed and moved nothing.";
  const { blockNumber } = receipt;
  const known = watcher.ledger.hashOf(blockNumber);
  if (known !== undefined && known !== receipt.blockHash)
    return "The transaction is being reorganized. Try again later.";
  if (watcher.confirmationsOf(blockNumber) < spec.confirmationsRequired)
    return "The transaction does not have enough confirmations yet.";
  const moves = await movesOf(options, native, txHash, claim);
  if (typeof moves === "string") return moves;
  for (const move of moves)
    await store.commit({ type: "found", chainIndex: spec.chainIndex, timeMs: nowMs(), blockNumber, move });
  return moves.map(({ position }) => depositIdOf(spec.chainIndex, txHash, position));
}

async function movesOf(
  options: FindOptions,
  native: ChainAsset,
  txHash: Hex,
  claim: DepositClaim | undefined,
): Promise<readonly DepositMove[] | string> {
  const { spec, chain, store } = options;
  const { state } = store;
  const isNew = (position: number): boolean =>
    state.deposit(depositIdOf(spec.chainIndex, txHash, position)) === undefined;
  const inside = await chain.internalTransfers(txHash);
  if (inside === undefined) return claimedMove(options, native, txHash, claim, isNew);
  const moves = inside.flatMap(({ to, value }, index) => {
    const userId = state.userOf(to);
    const position = FIRST_INTERNAL_POSITION + index;
    return userId === undefined || !isNew(position) ? [] : [moveOf(native, txHash, position, userId, value)];
  });
  return moves.length > 0
    ? moves
    : "This transaction contains no further coins that a contract sent to a user.";
}

async function claimedMove(
  { store, surplus }: FindOptions,
  native: ChainAsset,
  txHash: Hex,
  claim: DepositClaim | undefined,
  isNew: (position: number) => boolean,
): Promise<readonly DepositMove[] | string> {
  if (claim === undefined) return "This node cannot trace the transaction. Specify the user and the amount.";
  const address = store.state.issuedAddressOf(claim.userId);
  if (address === undefined) return `User ${claim.userId} has no deposit address.`;
  if (claim.wei < weiOf(native, native.minDepositUnits)) return "The amount is below the minimum deposit.";
  const there = await surplus.surplusOf(native.assetId, address);
  if (there < claim.wei)
    return `The unexplained balance of the user's address is lower than this amount: ${there > 0n ? there : 0n} in the smallest unit.`;
  let position = FIRST_INTERNAL_POSITION;
  while (!isNew(position)) position++;
  return [{ ...moveOf(native, txHash, position, claim.userId, claim.wei), claimed: true }];
}

const moveOf = (
  { assetId }: ChainAsset,
  txHash: Hex,
  position: number,
  userId: number,
  wei: bigint,
): DepositMove => ({
  kind: "deposit",
  txHash,
  position,
  assetId,
  amount: String(wei),
  userId,
  reason: null,
  failed: false,
});
