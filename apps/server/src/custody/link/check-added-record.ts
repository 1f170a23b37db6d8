import type { CreditDeposit } from "@candor/domain/commands/fund-commands";
import { type ChainSpec, unitsOf } from "../chain/chain-spec.ts";
import { depositIdOf } from "../chain/deposit-id.ts";
import type { WatchState } from "../chain/watch-state.ts";
import type { AddedRecord } from "./custody-messages.ts";

/**
 * Returns why the watchers' state cannot take a record of a custody process, or undefined if it can. A record that is
 * refused has changed nothing.
 */
export function problemOfRecord(state: WatchState, record: AddedRecord): string | undefined {
  switch (record.type) {
    case "chain-registered":
      if (state.chainIndexOf(record.evmChainId) !== undefined) return "the chain is registered already";
      return record.chainIndex === state.chainCount ? undefined : "the chain's index is not the next one";
    case "advanced":
      return unknownChain(state, record.chainIndex) ?? problemOfBlocks(state, record);
    case "reverted":
    case "asset-known":
      return unknownChain(state, record.chainIndex);
    case "found":
      return unknownChain(state, record.chainIndex) ?? unknownUser(state, record.move.userId);
    case "confirmed":
    case "crediting":
      return unknownDeposit(state, record.depositIds);
    default:
      return unknownDeposit(state, [record.depositId]);
  }
}

function problemOfBlocks(
  state: WatchState,
  { chainIndex, blocks }: Extract<AddedRecord, { type: "advanced" }>,
): string | undefined {
  let last = state.chain(chainIndex).cursor?.number;
  for (const { number, moves } of blocks) {
    if (last !== undefined && number !== last + 1) return `block ${number} does not follow block ${last}`;
    last = number;
    for (const move of moves) {
      const problem = move.kind === "deposit" ? unknownUser(state, move.userId) : undefined;
      if (problem !== undefined) return problem;
    }
  }
  return undefined;
}

const unknownChain = (state: WatchState, chainIndex: number): string | undefined =>
  chainIndex < state.chainCount ? undefined : `chain ${chainIndex} is not registered`;

const unknownUser = (state: WatchState, userId: number): string | undefined =>
  state.issuedAddressOf(userId) === undefined ? `user ${userId} has no address` : undefined;

function unknownDeposit(state: WatchState, depositIds: readonly string[]): string | undefined {
  const unknown = depositIds.find((depositId) => state.deposit(depositId) === undefined);
  return unknown === undefined ? undefined : `unknown deposit ${unknown}`;
}

/** Returns why a credit is not one that was recorded as decided, or undefined if it is. */
export function problemOfCredit(
  state: WatchState,
  spec: ChainSpec | undefined,
  credit: Omit<CreditDeposit, "amountUnits"> & { readonly amountUnits: number },
): string | undefined {
  const { chainIndex, txHash, logIndex, userId, assetId, amountUnits } = credit;
  const deposit = state.deposit(depositIdOf(chainIndex, txHash, logIndex));
  const asset = spec?.assets.find((each) => each.assetId === assetId);
  if (deposit === undefined || asset === undefined) return "a credit without a deposit";
  const isSame =
    deposit.userId === userId &&
    deposit.assetId === assetId &&
    deposit.txHash === txHash &&
    unitsOf(asset, BigInt(deposit.amount)) === amountUnits;
  if (!isSame) return "a credit that differs from its deposit";
  return deposit.crediting ? undefined : "a credit that was not recorded first";
}
