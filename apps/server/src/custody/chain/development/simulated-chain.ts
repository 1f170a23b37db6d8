import { recoverTransactionAddress } from "viem";
import { RecordStore } from "../../../kit/durable/record-store.ts";
import type { Hex } from "../../../kit/hex.ts";
import { readTransferCall } from "../../signer/erc20.ts";
import type {
  BroadcastResult,
  ChainBlock,
  ChainTransaction,
  ContractCall,
  EvmChain,
  FeeRates,
  NativeTransfer,
  Receipt,
  SimulatedCall,
} from "../evm-chain.ts";
import { BASE_FEE_PER_GAS, SIMULATED_TOKEN, type SignedEntry, SimulatedLedger } from "./simulated-ledger.ts";

export const SIMULATED_CHAIN_ID = 31_338;
const PRIORITY_FEE_PER_GAS = 1_000_000_000n;
const COIN_GAS = 21_000n;
const TOKEN_GAS = 60_000n;

type SimulationRecord =
  | { readonly type: "founded"; readonly faucet: Hex; readonly timeMs: number }
  | { readonly type: "taken"; readonly raw: Hex; readonly from: Hex }
  | { readonly type: "mined"; readonly timeMs: number }
  /** The newest blocks are undone and their transactions dropped, for tests of reorganizations. */
  | { readonly type: "reorganised"; readonly depth: number };

class SimulationState {
  private readonly records: SimulationRecord[] = [];
  private current: SimulatedLedger | undefined;

  get ledger(): SimulatedLedger {
    if (this.current === undefined) throw new RangeError("the simulation has no initial record");
    return this.current;
  }

  apply(record: SimulationRecord): void {
    if (record.type === "reorganised") return this.undo(record.depth);
    this.records.push(record);
    this.perform(record);
  }

  /** Nothing becomes outdated: the chain is its history. */
  *dump(): Generator<SimulationRecord> {
    yield* this.records;
  }

  private perform(record: SimulationRecord): void {
    switch (record.type) {
      case "founded":
        this.current = new SimulatedLedger(record.faucet, record.timeMs);
        return;
      case "taken":
        return this.ledger.take(record);
      case "mined":
        return this.ledger.mine(record.timeMs);
      case "reorganised":
    }
  }

  private undo(depth: number): void {
    for (let undone = 0; undone < depth; ) if (this.records.pop()?.type === "mined") undone++;
    // The transactions of these blocks came after the previous block.
    while (this.records.at(-1)?.type === "taken") this.records.pop();
    for (const record of this.records) this.perform(record);
  }
}

/** A chain inside this process, where no development node runs. It acknowledges only what is on disk. */
export class SimulatedChain implements EvmChain {
  private readonly store: RecordStore<SimulationRecord, SimulationState>;
  private readonly nowMs: () => number;

  constructor(directory: string, faucet: Hex, nowMs: () => number, onFailure: (error: Error) => void) {
    this.nowMs = nowMs;
    this.store = RecordStore.open<SimulationRecord, SimulationState>(directory, {
      name: "simulated-chain",
      newState: () => new SimulationState(),
      found: () => ({ type: "founded", faucet, timeMs: nowMs() }),
      worthRewriting: () => false,
      nowMs,
      onFailure,
    });
  }

  chainId(): Promise<number> {
    return Promise.resolve(SIMULATED_CHAIN_ID);
  }

  headNumber(): Promise<number> {
    return Promise.resolve(this.ledger.blocks.length - 1);
  }

  settledNumber(): Promise<number> {
    return this.headNumber();
  }

  block(number: number): Promise<ChainBlock | undefined> {
    return Promise.resolve(this.ledger.blocks[number]);
  }

  blockHash(number: number): Promise<Hex | undefined> {
    return Promise.resolve(this.ledger.blocks[number]?.hash);
  }

  receipts({ transactions }: ChainBlock): Promise<readonly Receipt[]> {
    const receipts = transactions.map(({ hash }) => this.ledger.receipt(hash));
    return Promise.resolve(receipts.filter((receipt) => receipt !== undefined));
  }

  transaction(hash: Hex): Promise<ChainTransaction | undefined> {
    return Promise.resolve(this.ledger.transaction(hash));
  }

  receipt(hash: Hex): Promise<Receipt | undefined> {
    return Promise.resolve(this.ledger.receipt(hash));
  }

  balance(address: Hex, blockNumber?: number): Promise<bigint> {
    return Promise.resolve(this.ledger.coinsOf(address, blockNumber));
  }

  tokenBalance(token: Hex, owner: Hex, blockNumber?: number): Promise<bigint> {
    return Promise.resolve(token === SIMULATED_TOKEN ? this.ledger.tokensOf(owner, blockNumber) : 0n);
  }

  nonce(address: Hex, including: "mined" | "pending"): Promise<number> {
    return Promise.resolve(
      including === "mined" ? this.ledger.nonceOf(address) : this.ledger.pendingNonceOf(address),
    );
  }

  feeRates(): Promise<FeeRates> {
    return Promise.resolve({
      baseFeePerGas: BASE_FEE_PER_GAS,
      priorityFeePerGas: PRIORITY_FEE_PER_GAS,
    });
  }

  simulate({ from, to, value, data }: ContractCall): Promise<SimulatedCall> {
    if (to !== SIMULATED_TOKEN) {
      const isFunded = this.ledger.coinsOf(from) >= value;
      return Promise.resolve(isFunded ? { kind: "succeeds", gas: COIN_GAS } : { kind: "unfunded" });
    }
    const call = readTransferCall(data);
    const succeeds = call !== undefined && value === 0n && this.ledger.tokensOf(from) >= call.amount;
    return Promise.resolve(succeeds ? { kind: "succeeds", gas: TOKEN_GAS } : { kind: "reverts" });
  }

  async broadcast(raw: Hex): Promise<BroadcastResult> {
    const signer = await recoverTransactionAddress({
      serializedTransaction: raw as `0x02${string}`,
    });
    const entry: SignedEntry = { raw, from: signer.toLowerCase() as Hex };
    const objection = this.ledger.objection(entry);
    if (objection === "known") return { kind: "accepted" };
    if (objection === "nonce-used" || objection === "underpriced") return { kind: objection };
    if (objection !== undefined) return { kind: "refused", reason: objection };
    await this.store.commit({ type: "taken", ...entry });
    return { kind: "accepted" };
  }

  /** No contracts, so no internal transfers. */
  internalTransfers(): Promise<readonly NativeTransfer[]> {
    return Promise.resolve([]);
  }

  blockTransfers(): Promise<ReadonlyMap<Hex, readonly NativeTransfer[]>> {
    return Promise.resolve(new Map());
  }

  get waitingCount(): number {
    return this.ledger.waitingCount;
  }

  mine(): Promise<void> {
    return this.store.commit({ type: "mined", timeMs: this.nowMs() });
  }

  /** Undoes the newest blocks and everything in them. */
  reorganise(depth: number): Promise<void> {
    return this.store.commit({ type: "reorganised", depth });
  }

  close(): void {
    this.store.close();
  }

  private get ledger(): SimulatedLedger {
    return this.store.state.ledger;
  }
}
