import type { Hex } from "../../kit/hex.ts";
import { balanceOfCall, TRANSFER_TOPIC, wordToAddress } from "../signer/erc20.ts";
import {
  type BroadcastResult,
  type ChainBlock,
  type ChainTransaction,
  ChainUnavailableError,
  type ContractCall,
  type EvmChain,
  type FeeRates,
  type NativeTransfer,
  type Receipt,
  type SimulatedCall,
  type TransferLog,
} from "./evm-chain.ts";
import {
  type JsonObject,
  readAddress,
  readBigint,
  readBytes,
  readHash,
  readInteger,
  readList,
  readObject,
  toQuantity,
} from "./hex-values.ts";
import { NativeTraces } from "./native-traces.ts";
import { RpcClient, type RpcOptions } from "./rpc-client.ts";
import { isMissingMethod, RpcRefusal } from "./rpc-refusal.ts";

/** `0x` and 32 bytes in hexadecimal. */
const WORD_LENGTH = 66;
/** Number of receipts requested in parallel when a node cannot return a whole block's. */
const RECEIPTS_AT_ONCE = 16;
/** Used when a node reports no priority fee. */
const DEFAULT_PRIORITY_FEE = 1_000_000_000n;

export interface JsonRpcOptions extends RpcOptions {
  /** The node's tag for settled blocks; undefined for none. */
  readonly settledTag: "safe" | "finalized" | undefined;
}

/** A chain behind any node with Ethereum's JSON-RPC; https://ethereum.github.io/execution-apis/ */
export class JsonRpcChain implements EvmChain {
  private readonly client: RpcClient;
  private readonly traces: NativeTraces;
  private readonly settledTag: JsonRpcOptions["settledTag"];
  private givesBlockReceipts = true;

  constructor(url: string, options: JsonRpcOptions) {
    this.settledTag = options.settledTag;
    this.client = new RpcClient(url, options);
    this.traces = new NativeTraces(this.client);
  }

  async chainId(): Promise<number> {
    return readInteger(await this.call("eth_chainId", []));
  }

  async headNumber(): Promise<number> {
    return readInteger(await this.call("eth_blockNumber", []));
  }

  async settledNumber(): Promise<number | undefined> {
    if (this.settledTag === undefined) return undefined;
    try {
      const block = await this.call("eth_getBlockByNumber", [this.settledTag, false]);
      return block === null ? undefined : readInteger(readObject(block, "block").number);
    } catch (error) {
      // Chains without the tag return various errors, all of them refusals by the node.
      if (error instanceof RpcRefusal) return undefined;
      throw error;
    }
  }

  async block(number: number): Promise<ChainBlock | undefined> {
    const found = await this.call("eth_getBlockByNumber", [toQuantity(number), true]);
    if (found === null) return undefined;
    const block = readObject(found, "block");
    const transactions = readList(block.transactions, "list of transactions").map(readTransaction);
    if (new Set(transactions.map(({ hash }) => hash)).size !== transactions.length)
      throw new ChainUnavailableError(`block ${number} contains a transaction twice`);
    return {
      number: readInteger(block.number),
      hash: readHash(block.hash),
      parentHash: readHash(block.parentHash),
      timeMs: readInteger(block.timestamp) * 1_000,
      logsBloom: readBytes(block.logsBloom),
      gasUsed: readBigint(block.gasUsed),
      transactions,
    };
  }

  async blockHash(number: number): Promise<Hex | undefined> {
    const found = await this.call("eth_getBlockByNumber", [toQuantity(number), false]);
    return found === null ? undefined : readHash(readObject(found, "block").hash);
  }

  async receipts(block: ChainBlock): Promise<readonly Receipt[]> {
    const receipts = this.givesBlockReceipts ? await this.blockReceipts(block) : undefined;
    const all = receipts ?? (await this.singleReceipts(block));
    const complete =
      all.length === block.transactions.length &&
      all.every(
        (receipt, index) =>
          receipt.txHash === block.transactions[index]?.hash && receipt.blockHash === block.hash,
      );
    if (!complete) throw new ChainUnavailableError(`the receipts do not match block ${block.number}`);
    return all;
  }

  async transaction(hash: Hex): Promise<ChainTransaction | undefined> {
    const found = await this.call("eth_getTransactionByHash", [hash]);
    return found === null ? undefined : readTransaction(found);
  }

  async receipt(hash: Hex): Promise<Receipt | undefined> {
    const found = await this.call("eth_getTransactionReceipt", [hash]);
    return found === null ? undefined : readReceipt(found);
  }

  async balance(address: Hex, blockNumber?: number): Promise<bigint> {
    return readBigint(await this.call("eth_getBalance", [address, blockTag(blockNumber)]));
  }

  async tokenBalance(token: Hex, owner: Hex, blockNumber?: number): Promise<bigint> {
    const call = { to: token, data: balanceOfCall(owner) };
    return readBigint(await this.call("eth_call", [call, blockTag(blockNumber)]));
  }

  async nonce(address: Hex, including: "mined" | "pending"): Promise<number> {
    const tag = including === "mined" ? "latest" : "pending";
    return readInteger(await this.call("eth_getTransactionCount", [address, tag]));
  }

  async feeRates(): Promise<FeeRates> {
    const latest = readObject(await this.call("eth_getBlockByNumber", ["latest", false]), "block");
    if (latest.baseFeePerGas === undefined) {
      // Without EIP-1559, the whole price goes to the miner.
      const gasPrice = readBigint(await this.call("eth_gasPrice", []));
      return { baseFeePerGas: 0n, priorityFeePerGas: gasPrice };
    }
    return {
      baseFeePerGas: readBigint(latest.baseFeePerGas),
      priorityFeePerGas: await this.priorityFee(),
    };
  }

  async simulate({ from, to, value, data }: ContractCall): Promise<SimulatedCall> {
    // Not all nodes check the balance for a plain transfer.
    if (value > 0n && (await this.balance(from)) < value) return { kind: "unfunded" };
    try {
      const gas = await this.call("eth_estimateGas", [{ from, to, value: toQuantity(value), data }]);
      return { kind: "succeeds", gas: readBigint(gas) };
    } catch (error) {
      if (error instanceof RpcRefusal && error.kind === "reverts") return { kind: "reverts" };
      if (error instanceof RpcRefusal && error.kind === "unfunded") return { kind: "unfunded" };
      throw error;
    }
  }

  async broadcast(signedTransaction: Hex): Promise<BroadcastResult> {
    try {
      await this.call("eth_sendRawTransaction", [signedTransaction]);
      return { kind: "accepted" };
    } catch (error) {
      if (!(error instanceof RpcRefusal)) throw error;
      if (error.kind === "known") return { kind: "accepted" };
      if (error.kind === "nonce-used" || error.kind === "underpriced") return { kind: error.kind };
      return { kind: "refused", reason: error.message };
    }
  }

  internalTransfers(hash: Hex): Promise<readonly NativeTransfer[] | undefined> {
    return this.traces.ofTransaction(hash);
  }

  blockTransfers(block: ChainBlock): Promise<ReadonlyMap<Hex, readonly NativeTransfer[]> | undefined> {
    return this.traces.ofBlock(block);
  }

  private async priorityFee(): Promise<bigint> {
    try {
      return readBigint(await this.call("eth_maxPriorityFeePerGas", []));
    } catch (error) {
      if (isMissingMethod(error)) return DEFAULT_PRIORITY_FEE;
      throw error;
    }
  }

  private async blockReceipts(block: ChainBlock): Promise<readonly Receipt[] | undefined> {
    try {
      const found = await this.call("eth_getBlockReceipts", [toQuantity(block.number)]);
      return readList(found, "list of receipts").map(readReceipt);
    } catch (error) {
      if (!isMissingMethod(error)) throw error;
      this.givesBlockReceipts = false;
      return undefined;
    }
  }

  private async singleReceipts(block: ChainBlock): Promise<readonly Receipt[]> {
    const all: Receipt[] = [];
    for (let at = 0; at < block.transactions.length; at += RECEIPTS_AT_ONCE) {
      const part = block.transactions.slice(at, at + RECEIPTS_AT_ONCE);
      for (const receipt of await Promise.all(part.map(({ hash }) => this.receipt(hash))))
        if (receipt !== undefined) all.push(receipt);
    }
    return all;
  }

  private call(method: string, params: readonly unknown[]): Promise<unknown> {
    return this.client.call(method, params);
  }
}

const blockTag = (number: number | undefined): string =>
  number === undefined ? "latest" : toQuantity(number);

function readTransaction(value: unknown): ChainTransaction {
  const transaction = readObject(value, "transaction");
  const { to, blockNumber } = transaction;
  return {
    hash: readHash(transaction.hash),
    from: readAddress(transaction.from),
    to: to === null || to === undefined ? null : readAddress(to),
    value: readBigint(transaction.value),
    input: readBytes(transaction.input),
    blockNumber: blockNumber === null || blockNumber === undefined ? null : readInteger(blockNumber),
  };
}

function readReceipt(value: unknown): Receipt {
  const receipt = readObject(value, "receipt");
  // Chains without EIP-1559 may omit the price. The fee then counts as zero and shows up as a difference.
  const gasPrice = receipt.effectiveGasPrice === undefined ? 0n : readBigint(receipt.effectiveGasPrice);
  return {
    txHash: readHash(receipt.transactionHash),
    blockNumber: readInteger(receipt.blockNumber),
    blockHash: readHash(receipt.blockHash),
    succeeded: readInteger(receipt.status) === 1,
    feePaid: readBigint(receipt.gasUsed) * gasPrice,
    transfers: readTransferLogs(receipt.logs),
  };
}

/**
 * Returns the logs in ERC-20 format: three indexed words and one data word. Repeated logs count once, and their
 * position comes from their own index, so that no node can turn one transfer into two.
 */
function readTransferLogs(value: unknown): TransferLog[] {
  const logs = readList(value, "list of logs").map((log) => readObject(log, "log"));
  const numbers = logs.map((log) => readInteger(log.logIndex));
  const first = Math.min(...numbers);
  const found = new Map<number, TransferLog>();
  for (const [index, log] of logs.entries()) {
    const position = (numbers[index] as number) - first;
    const transfer = log.removed === true ? undefined : readTransferLog(log, position);
    if (transfer !== undefined) found.set(position, transfer);
  }
  return [...found.values()];
}

function readTransferLog(log: JsonObject, position: number): TransferLog | undefined {
  const topics = readList(log.topics, "list of topics");
  if (topics.length !== 3 || topics[0] !== TRANSFER_TOPIC) return undefined;
  const data = readBytes(log.data);
  if (data.length !== WORD_LENGTH) return undefined;
  return {
    token: readAddress(log.address),
    from: wordToAddress(readHash(topics[1])),
    to: wordToAddress(readHash(topics[2])),
    amount: BigInt(data),
    position,
  };
}
