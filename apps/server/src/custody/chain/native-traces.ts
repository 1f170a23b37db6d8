import type { Hex } from "../../kit/hex.ts";
import type { ChainBlock, NativeTransfer } from "./evm-chain.ts";
import {
  type JsonObject,
  readAddress,
  readBigint,
  readHash,
  readList,
  readObject,
  toQuantity,
} from "./hex-values.ts";
import type { RpcClient } from "./rpc-client.ts";
import { isMissingMethod, RpcRefusal } from "./rpc-refusal.ts";

/** Gas of a plain coin transfer. A block with no more gas per transaction ran no contract. */
const PLAIN_TRANSFER_GAS = 21_000n;
/** Maximum number of calls inside one transaction. The EVM's own limits keep real ones far lower. */
const MAX_CALLS = 1_000_000;

type Traces = ReadonlyMap<Hex, readonly NativeTransfer[]>;

/**
 * Coins that contracts moved inside transactions. They appear in no transaction value and no log, only in traces. Nodes
 * support one of two dialects, or neither. Transfers are in call order, which both dialects and every reorganization
 * preserve.
 */
export class NativeTraces {
  private readonly rpc: RpcClient;
  private hasParity = true;
  private hasGeth = true;

  constructor(rpc: RpcClient) {
    this.rpc = rpc;
  }

  /** Returns undefined when the node cannot trace this block. Rejects with ChainUnavailableError. */
  async ofBlock(block: ChainBlock): Promise<Traces | undefined> {
    const { transactions, gasUsed } = block;
    if (gasUsed <= PLAIN_TRANSFER_GAS * BigInt(transactions.length)) return new Map();
    return (await this.parityBlock(block)) ?? (await this.gethBlock(block));
  }

  /** Returns undefined when the node cannot trace. */
  async ofTransaction(hash: Hex): Promise<readonly NativeTransfer[] | undefined> {
    const parity = await this.ask("hasParity", "trace_transaction", [hash]);
    if (parity !== undefined) return transfersOfTraces(readTraces(parity));
    const geth = await this.ask("hasGeth", "debug_traceTransaction", [hash, { tracer: "callTracer" }]);
    return geth === undefined ? undefined : transfersOfFrame(readObject(geth, "trace"));
  }

  private async parityBlock({ number, hash, transactions }: ChainBlock): Promise<Traces | undefined> {
    const answer = await this.ask("hasParity", "trace_block", [toQuantity(number)]);
    if (answer === undefined) return undefined;
    const traces = readTraces(answer);
    // The block was reorganized, or the node keeps no traces that old.
    if (traces.some((trace) => readHash(trace.blockHash) !== hash)) return undefined;
    const byHash = new Map<Hex, JsonObject[]>();
    for (const trace of traces) {
      // Block rewards belong to no transaction.
      if (typeof trace.transactionHash !== "string") continue;
      const key = readHash(trace.transactionHash);
      const known = byHash.get(key);
      if (known === undefined) byHash.set(key, [trace]);
      else known.push(trace);
    }
    if (transactions.some((transaction) => !byHash.has(transaction.hash))) return undefined;
    return new Map([...byHash].map(([key, own]) => [key, transfersOfTraces(own)]));
  }

  private async gethBlock({ number, transactions }: ChainBlock): Promise<Traces | undefined> {
    const answer = await this.ask("hasGeth", "debug_traceBlockByNumber", [
      toQuantity(number),
      { tracer: "callTracer" },
    ]);
    if (answer === undefined) return undefined;
    const results = readList(answer, "trace").map((each) => readObject(each, "trace"));
    const fits =
      results.length === transactions.length &&
      results.every(({ txHash, result }, index) => {
        const isThis = txHash === undefined || readHash(txHash) === transactions[index]?.hash;
        return isThis && typeof result === "object" && result !== null;
      });
    if (!fits) return undefined;
    return new Map(
      transactions.map(({ hash }, index) => [
        hash,
        transfersOfFrame(readObject(results[index]?.result, "trace")),
      ]),
    );
  }

  /** Returns undefined when the node refuses. An unknown method is not called again. */
  private async ask(
    dialect: "hasParity" | "hasGeth",
    method: string,
    params: readonly unknown[],
  ): Promise<unknown> {
    if (!this[dialect]) return undefined;
    try {
      const answer = await this.rpc.call(method, params);
      return answer ?? undefined;
    } catch (error) {
      if (!(error instanceof RpcRefusal)) throw error;
      if (isMissingMethod(error)) this[dialect] = false;
      return undefined;
    }
  }
}

const readTraces = (answer: unknown): JsonObject[] =>
  readList(answer, "trace").map((trace) => readObject(trace, "trace"));

/** Parity's format: a flat list in call order. A failed call also reverts everything it called. */
function transfersOfTraces(traces: readonly JsonObject[]): NativeTransfer[] {
  const failed: string[] = [];
  const found: NativeTransfer[] = [];
  for (const trace of traces) {
    const place = `${readList(trace.traceAddress, "trace address").join("/")}/`;
    const isRoot = place === "/";
    if (trace.error !== undefined && trace.error !== null) failed.push(isRoot ? "" : place);
    if (isRoot || failed.some((prefix) => place.startsWith(prefix))) continue;
    const transfer = transferOfTrace(trace);
    if (transfer !== undefined) found.push(transfer);
  }
  return found;
}

function transferOfTrace(trace: JsonObject): NativeTransfer | undefined {
  const action = readObject(trace.action, "action");
  if (trace.type === "suicide" || trace.type === "selfdestruct") {
    const value = readBigint(action.balance);
    if (value === 0n) return undefined;
    return { from: readAddress(action.address), to: readAddress(action.refundAddress), value };
  }
  if (trace.type !== "call" || action.callType !== "call") return undefined;
  const value = readBigint(action.value);
  return value === 0n ? undefined : { from: readAddress(action.from), to: readAddress(action.to), value };
}

/** Geth's format: a tree of calls. */
function transfersOfFrame(root: JsonObject): NativeTransfer[] {
  const found: NativeTransfer[] = [];
  const waiting: { readonly frame: JsonObject; readonly isRoot: boolean }[] = [{ frame: root, isRoot: true }];
  for (let seen = 0; waiting.length > 0 && seen < MAX_CALLS; seen++) {
    const next = waiting.pop();
    if (next === undefined) break;
    const { frame, isRoot } = next;
    if (frame.error !== undefined && frame.error !== null) continue;
    const transfer = isRoot ? undefined : transferOfFrame(frame);
    if (transfer !== undefined) found.push(transfer);
    const calls = frame.calls === undefined ? [] : readList(frame.calls, "calls");
    for (const call of calls.toReversed()) waiting.push({ frame: readObject(call, "call"), isRoot: false });
  }
  return found;
}

function transferOfFrame({ type, from, to, value }: JsonObject): NativeTransfer | undefined {
  if ((type !== "CALL" && type !== "SELFDESTRUCT") || value === undefined || to === undefined)
    return undefined;
  const amount = readBigint(value);
  return amount === 0n ? undefined : { from: readAddress(from), to: readAddress(to), value: amount };
}
