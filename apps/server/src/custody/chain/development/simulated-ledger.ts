import { keccak256, parseTransaction } from "viem/utils";
import type { Hex } from "../../../kit/hex.ts";
import { readTransferCall } from "../../signer/erc20.ts";
import type { ChainBlock, ChainTransaction, Receipt, TransferLog } from "../evm-chain.ts";
import { BalanceHistory } from "./balance-history.ts";
import { FAUCET_COINS, TEST_TOKEN_SUPPLY } from "./development-chain.ts";

export const SIMULATED_TOKEN: Hex = "0x00000000000000000000000000000000005d7001";
export const BASE_FEE_PER_GAS = 1_000_000_000n;
/** Approximate gas of the two supported calls on real chains. */
const GAS = { coin: 21_000n, token: 50_000n } as const;
const NO_HASH: Hex = `0x${"0".repeat(64)}`;
/** Bloom filters for "maybe any contract" and "no contract" logged in a block. */
const FULL_BLOOM: Hex = `0x${"f".repeat(512)}`;
const EMPTY_BLOOM: Hex = `0x${"0".repeat(512)}`;

export interface SignedEntry {
  readonly raw: Hex;
  /** Sender recovered from the signature. */
  readonly from: Hex;
}

interface ParsedEntry extends SignedEntry {
  readonly hash: Hex;
  readonly nonce: number;
  readonly to: Hex | null;
  readonly value: bigint;
  readonly input: Hex;
  readonly gas: bigint;
  readonly maxFeePerGas: bigint;
  readonly priorityFeePerGas: bigint;
}

/**
 * Accounts, blocks and one token, following Ethereum's rules as far as transfers need them: nonces, fees, and failed
 * transactions that still cost gas. No other part of the EVM exists.
 */
export class SimulatedLedger {
  readonly blocks: ChainBlock[] = [];
  private readonly coins = new BalanceHistory();
  private readonly tokens = new BalanceHistory();
  private readonly nonces = new Map<Hex, number>();
  private readonly waiting = new Map<Hex, ParsedEntry>();
  private readonly mined = new Map<
    Hex,
    { readonly transaction: ChainTransaction; readonly receipt: Receipt }
  >();

  constructor(faucet: Hex, timeMs: number) {
    this.coins.set(faucet, 0, FAUCET_COINS);
    this.tokens.set(faucet, 0, TEST_TOKEN_SUPPLY);
    this.blocks.push(sealBlock(0, NO_HASH, timeMs, []));
  }

  coinsOf(address: Hex, block?: number): bigint {
    return this.coins.of(address, block);
  }

  tokensOf(address: Hex, block?: number): bigint {
    return this.tokens.of(address, block);
  }

  nonceOf(address: Hex): number {
    return this.nonces.get(address) ?? 0;
  }

  /** Returns the first nonce that is neither mined nor pending. */
  pendingNonceOf(address: Hex): number {
    const taken = new Set(
      [...this.waiting.values()].filter(({ from }) => from === address).map((e) => e.nonce),
    );
    let nonce = this.nonceOf(address);
    while (taken.has(nonce)) nonce++;
    return nonce;
  }

  get waitingCount(): number {
    return this.waiting.size;
  }

  transaction(hash: Hex): ChainTransaction | undefined {
    const waiting = this.waiting.get(hash);
    return this.mined.get(hash)?.transaction ?? (waiting && transactionOf(waiting, null));
  }

  receipt(hash: Hex): Receipt | undefined {
    return this.mined.get(hash)?.receipt;
  }

  /** Returns a node's reason to reject it; undefined when it is accepted. */
  objection(entry: SignedEntry): "known" | "nonce-used" | "underpriced" | "insufficient funds" | undefined {
    const parsed = parse(entry);
    if (this.waiting.has(parsed.hash) || this.mined.has(parsed.hash)) return "known";
    if (parsed.nonce < this.nonceOf(parsed.from)) return "nonce-used";
    if (parsed.maxFeePerGas < BASE_FEE_PER_GAS) return "underpriced";
    const rival = this.rivalOf(parsed);
    if (rival !== undefined && parsed.maxFeePerGas * 10n < rival.maxFeePerGas * 11n) return "underpriced";
    const worst = parsed.value + parsed.gas * parsed.maxFeePerGas;
    return worst > this.coinsOf(parsed.from) ? "insufficient funds" : undefined;
  }

  /** Replaces a pending transaction with the same nonce. */
  take(entry: SignedEntry): void {
    const parsed = parse(entry);
    const rival = this.rivalOf(parsed);
    if (rival !== undefined) this.waiting.delete(rival.hash);
    this.waiting.set(parsed.hash, parsed);
  }

  /** Mines a block with everything that can be mined, in order of arrival, and by nonce per sender. */
  mine(timeMs: number): void {
    const parent = this.blocks.at(-1) as ChainBlock;
    const number = parent.number + 1;
    const chosen: ParsedEntry[] = [];
    const reserved = new Map<Hex, bigint>();
    for (let found = true; found; ) {
      found = false;
      for (const entry of this.waiting.values()) {
        if (entry.nonce !== this.nonceOf(entry.from)) continue;
        this.waiting.delete(entry.hash);
        const needed = (reserved.get(entry.from) ?? 0n) + entry.value + entry.gas * entry.maxFeePerGas;
        if (needed > this.coinsOf(entry.from)) continue;
        reserved.set(entry.from, needed);
        this.nonces.set(entry.from, entry.nonce + 1);
        chosen.push(entry);
        found = true;
      }
    }
    const block = sealBlock(
      number,
      parent.hash,
      timeMs,
      chosen.map((entry) => transactionOf(entry, number)),
    );
    this.blocks.push(block);
    for (const entry of chosen) {
      const receipt = this.execute(entry, block);
      this.mined.set(entry.hash, { transaction: transactionOf(entry, number), receipt });
    }
  }

  private execute(entry: ParsedEntry, block: ChainBlock): Receipt {
    const { hash: txHash, from, to, value, input } = entry;
    const call = to === SIMULATED_TOKEN ? readTransferCall(input) : undefined;
    const gas = call === undefined ? GAS.coin : GAS.token;
    const tip = min(entry.priorityFeePerGas, entry.maxFeePerGas - BASE_FEE_PER_GAS);
    const feePaid = min(gas, entry.gas) * (BASE_FEE_PER_GAS + tip);
    this.coins.set(from, block.number, this.coinsOf(from) - feePaid);
    const transfers: TransferLog[] = [];
    let succeeded = to !== null && entry.gas >= gas;
    if (succeeded && call !== undefined) {
      succeeded = value === 0n && this.tokens.move(from, call.to, call.amount, block.number);
      if (succeeded)
        transfers.push({ token: SIMULATED_TOKEN, from, to: call.to, amount: call.amount, position: 0 });
    } else if (succeeded && to !== null) {
      // A call to a missing contract fails.
      succeeded = to !== SIMULATED_TOKEN && this.coins.move(from, to, value, block.number);
    }
    return { txHash, blockNumber: block.number, blockHash: block.hash, succeeded, feePaid, transfers };
  }

  private rivalOf({ from, nonce, hash }: ParsedEntry): ParsedEntry | undefined {
    return [...this.waiting.values()].find(
      (each) => each.from === from && each.nonce === nonce && each.hash !== hash,
    );
  }
}

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);

function parse({ raw, from }: SignedEntry): ParsedEntry {
  const transaction = parseTransaction(raw);
  return {
    raw,
    from,
    hash: keccak256(raw),
    nonce: transaction.nonce ?? 0,
    to: (transaction.to?.toLowerCase() as Hex | undefined) ?? null,
    value: transaction.value ?? 0n,
    input: transaction.data ?? "0x",
    gas: transaction.gas ?? 0n,
    maxFeePerGas: transaction.maxFeePerGas ?? transaction.gasPrice ?? 0n,
    priorityFeePerGas: transaction.maxPriorityFeePerGas ?? 0n,
  };
}

function transactionOf(
  { hash, from, to, value, input }: ParsedEntry,
  blockNumber: number | null,
): ChainTransaction {
  return { hash, from, to, value, input, blockNumber };
}

function sealBlock(
  number: number,
  parentHash: Hex,
  timeMs: number,
  transactions: readonly ChainTransaction[],
): ChainBlock {
  const contents = JSON.stringify([number, parentHash, timeMs, transactions.map(({ hash }) => hash)]);
  return {
    number,
    hash: keccak256(new TextEncoder().encode(contents)),
    parentHash,
    timeMs,
    gasUsed: 0n,
    logsBloom: transactions.length === 0 ? EMPTY_BLOOM : FULL_BLOOM,
    transactions,
  };
}
