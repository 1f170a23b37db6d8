import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { keccak256 } from "viem/utils";
import { RecordStore } from "../../../kit/durable/record-store.ts";
import { writeDurably } from "../../../kit/durable/write-durably.ts";
import type { Hex } from "../../../kit/hex.ts";
import { transferCall } from "../../signer/erc20.ts";
import type { EvmChain } from "../evm-chain.ts";

const GAS = { coin: 21_000n, token: 120_000n, contract: 3_000_000n } as const;
/** Far above any base fee on a chain without other users. */
const MAX_FEE_PER_GAS = 100_000_000_000n;
const PRIORITY_FEE_PER_GAS = 1_000_000_000n;
const MIN_OUTDATED = 10_000;

type FaucetRecord =
  | { readonly type: "sent"; readonly nonce: number; readonly raw: Hex }
  /** Mined in stored blocks: lower nonces need not be resent. */
  | { readonly type: "mined"; readonly belowNonce: number };

class FaucetState {
  readonly waiting = new Map<number, Hex>();
  nextNonce = 0;
  private records = 0;

  apply(record: FaucetRecord): void {
    this.records++;
    if (record.type === "sent") {
      this.waiting.set(record.nonce, record.raw);
      this.nextNonce = Math.max(this.nextNonce, record.nonce + 1);
      return;
    }
    this.nextNonce = Math.max(this.nextNonce, record.belowNonce);
    for (const nonce of this.waiting.keys()) if (nonce < record.belowNonce) this.waiting.delete(nonce);
  }

  *dump(): Generator<FaucetRecord> {
    yield { type: "mined", belowNonce: this.nextNonce - this.waiting.size };
    for (const [nonce, raw] of this.waiting) yield { type: "sent", nonce, raw };
  }

  get isWorthRewriting(): boolean {
    return this.records > MIN_OUTDATED + 2 * this.waiting.size;
  }
}

/** Signs for the outside world of a development chain. Every transaction is on disk before it is broadcast. */
export class FaucetSender {
  readonly account: PrivateKeyAccount;
  private readonly chain: Pick<EvmChain, "broadcast" | "nonce">;
  private readonly evmChainId: number;
  private readonly store: RecordStore<FaucetRecord, FaucetState>;
  private turn: Promise<unknown> = Promise.resolve();

  constructor(
    directory: string,
    evmChainId: number,
    chain: Pick<EvmChain, "broadcast" | "nonce">,
    onFailure: (error: Error) => void,
  ) {
    this.account = privateKeyToAccount(keptKey(path.join(directory, "faucet-key")));
    this.evmChainId = evmChainId;
    this.chain = chain;
    this.store = RecordStore.open<FaucetRecord, FaucetState>(path.join(directory, "faucet"), {
      name: "faucet",
      newState: () => new FaucetState(),
      worthRewriting: (state) => state.isWorthRewriting,
      nowMs: Date.now,
      onFailure,
    });
  }

  get address(): Hex {
    return this.account.address.toLowerCase() as Hex;
  }

  get nextNonce(): number {
    return this.store.state.nextNonce;
  }

  transfer(token: Hex | null, to: Hex, amount: bigint): Promise<Hex> {
    return token === null
      ? this.send({ to, value: amount, gas: GAS.coin })
      : this.send({ to: token, data: transferCall(to, amount), gas: GAS.token });
  }

  deploy(code: Hex): Promise<Hex> {
    return this.send({ data: code, gas: GAS.contract });
  }

  /** Broadcasts again what a dead node may have lost. */
  async sendAgain(): Promise<void> {
    for (const raw of this.store.state.waiting.values()) await this.chain.broadcast(raw);
  }

  get hasWaiting(): boolean {
    return this.store.state.waiting.size > 0;
  }

  /** Drops transactions that are settled, and resends those that the chain no longer has pending. */
  async settle(): Promise<void> {
    const { state } = this.store;
    if (state.waiting.size === 0) return;
    const belowNonce = await this.chain.nonce(this.address, "mined");
    const isNew = [...state.waiting.keys()].some((nonce) => nonce < belowNonce);
    if (isNew) await this.store.commit({ type: "mined", belowNonce });
    await this.sendAgain();
  }

  close(): void {
    this.store.close();
  }

  private send(what: {
    readonly to?: Hex;
    readonly value?: bigint;
    readonly data?: Hex;
    readonly gas: bigint;
  }): Promise<Hex> {
    const sent = this.turn.then(async () => {
      const nonce = this.store.state.nextNonce;
      const raw = await this.account.signTransaction({
        type: "eip1559",
        chainId: this.evmChainId,
        nonce,
        maxFeePerGas: MAX_FEE_PER_GAS,
        maxPriorityFeePerGas: PRIORITY_FEE_PER_GAS,
        ...what,
      });
      await this.store.commit({ type: "sent", nonce, raw });
      // If the node rejects it now, it is broadcast again with the next block.
      await this.chain.broadcast(raw).catch(() => undefined);
      return keccak256(raw);
    });
    this.turn = sent.catch(() => undefined);
    return sent;
  }
}

function keptKey(file: string): Hex {
  if (!existsSync(file)) writeDurably(file, generatePrivateKey());
  return readFileSync(file, "utf8") as Hex;
}
