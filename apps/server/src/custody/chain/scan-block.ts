import type { Hex } from "../../kit/hex.ts";
import { readTransferCall } from "../signer/erc20.ts";
import { type ChainAsset, weiOf } from "./chain-spec.ts";
import { type CustodyAddresses, isInCustody } from "./custody-addresses.ts";
import { FIRST_INTERNAL_POSITION, NATIVE_POSITION } from "./deposit-id.ts";
import type { ChainBlock, ChainTransaction, NativeTransfer, Receipt, TransferLog } from "./evm-chain.ts";
import { BloomMarks } from "./logs-bloom.ts";
import type { Move } from "./watch-records.ts";

/** Finds what concerns the exchange in the blocks of one chain. Pure: the same block always gives the same result. */
export class BlockScanner {
  private readonly addresses: CustodyAddresses;
  private readonly native: ChainAsset | undefined;
  private readonly tokens: ReadonlyMap<Hex, ChainAsset>;
  private readonly marks: readonly BloomMarks[];

  constructor(assets: readonly ChainAsset[], addresses: CustodyAddresses) {
    this.addresses = addresses;
    this.native = assets.find(({ token }) => token === null);
    this.tokens = new Map(assets.flatMap((asset) => (asset.token === null ? [] : [[asset.token, asset]])));
    this.marks = [...this.tokens.keys()].map((token) => new BloomMarks(token));
  }

  /** Whether the block's receipts must be fetched. Most blocks of a quiet chain need none. */
  needsReceipts(block: ChainBlock): boolean {
    return (
      this.marks.some((marks) => marks.maybeIn(block.logsBloom)) ||
      block.transactions.some((transaction) => this.concerns(transaction))
    );
  }

  /** Whether coins moved by contracts may concern the exchange. */
  get watchesCoins(): boolean {
    return this.native !== undefined;
  }

  concernsInside(transfers: ReadonlyMap<Hex, readonly NativeTransfer[]>): boolean {
    if (this.native === undefined) return false;
    return [...transfers.values()].some((inside) =>
      inside.some(({ from, to }) => isInCustody(this.addresses, to) || isInCustody(this.addresses, from)),
    );
  }

  /**
   * @param receipts of all its transactions, in order
   * @param inside coins that contracts moved inside them, by hash
   */
  scan(
    block: ChainBlock,
    receipts: readonly Receipt[],
    inside: ReadonlyMap<Hex, readonly NativeTransfer[]>,
  ): Move[] {
    return block.transactions.flatMap((transaction, index) => {
      const receipt = receipts[index];
      if (receipt?.txHash !== transaction.hash)
        throw new RangeError("receipts are not in the order of their transactions");
      return this.scanTransaction(transaction, receipt, inside.get(transaction.hash) ?? []);
    });
  }

  private concerns(transaction: ChainTransaction): boolean {
    const { from, to, input } = transaction;
    if (isInCustody(this.addresses, from)) return true;
    if (to === null) return false;
    if (isInCustody(this.addresses, to)) return true;
    // A failed transfer leaves no log.
    return this.tokens.has(to) && this.addresses.userOf(readTransferCall(input)?.to ?? to) !== undefined;
  }

  private scanTransaction(
    transaction: ChainTransaction,
    receipt: Receipt,
    inside: readonly NativeTransfer[],
  ): Move[] {
    const { hash: txHash, from, to, value } = transaction;
    const moves: Move[] = [];
    if (this.native !== undefined) {
      const { assetId } = this.native;
      if (isInCustody(this.addresses, from) && receipt.feePaid > 0n)
        moves.push({ kind: "gas", txHash, assetId, amount: String(receipt.feePaid), address: from });
      if (to !== null && value > 0n)
        moves.push(
          ...this.transfer(
            this.native,
            { from, to, amount: value },
            txHash,
            NATIVE_POSITION,
            receipt.succeeded,
          ),
        );
    }
    // A failed transaction has no logs; ignore any the node returns.
    if (!receipt.succeeded) return [...moves, ...this.failedTokenTransfer(transaction)];
    for (const log of receipt.transfers) {
      const asset = this.tokens.get(log.token);
      if (asset !== undefined && log.amount > 0n)
        moves.push(...this.transfer(asset, log, txHash, log.position, true));
    }
    return [...moves, ...this.insideTransfers(inside, txHash)];
  }

  private insideTransfers(inside: readonly NativeTransfer[], txHash: Hex): Move[] {
    const { native } = this;
    if (native === undefined) return [];
    return inside.flatMap(({ from, to, value: amount }, index) =>
      this.transfer(native, { from, to, amount }, txHash, FIRST_INTERNAL_POSITION + index, true),
    );
  }

  private transfer(
    asset: ChainAsset,
    { from, to, amount }: Pick<TransferLog, "from" | "to" | "amount">,
    txHash: Hex,
    position: number,
    succeeded: boolean,
  ): Move[] {
    const { assetId } = asset;
    const digits = String(amount);
    const fromCustody = isInCustody(this.addresses, from);
    if (!isInCustody(this.addresses, to)) {
      if (!fromCustody || !succeeded) return [];
      return [{ kind: "payment", txHash, assetId, amount: digits, address: from, to }];
    }
    if (fromCustody) {
      if (from === to || !succeeded) return [];
      return [{ kind: "sweep", txHash, assetId, amount: digits, address: from, to }];
    }
    const userId = this.addresses.userOf(to);
    if (userId === undefined || from === this.addresses.gasAccount) {
      return succeeded ? [{ kind: "refill", txHash, assetId, amount: digits, address: to }] : [];
    }
    const reason = !succeeded
      ? "failed-transaction"
      : amount < weiOf(asset, asset.minDepositUnits)
        ? "below-minimum"
        : null;
    return [
      { kind: "deposit", txHash, position, assetId, amount: digits, userId, reason, failed: !succeeded },
    ];
  }

  /** Reports a failed transfer, so that the sender sees that it failed. */
  private failedTokenTransfer({ hash: txHash, from, to, input }: ChainTransaction): Move[] {
    const asset = to === null ? undefined : this.tokens.get(to);
    const call = asset === undefined ? undefined : readTransferCall(input);
    if (asset === undefined || call === undefined || call.amount === 0n) return [];
    if (from === this.addresses.gasAccount || isInCustody(this.addresses, from)) return [];
    // It has no log, so it takes the position its first log would have had.
    return this.transfer(asset, { from, to: call.to, amount: call.amount }, txHash, 0, false);
  }
}
