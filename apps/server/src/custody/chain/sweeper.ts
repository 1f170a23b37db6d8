import type { Hex } from "../../kit/hex.ts";
import type { SignerPort } from "../signer/signer-connection.ts";
import { SignerRefusedError } from "../signer/signer-errors.ts";
import type { SignedTransaction } from "../signer/signer-messages.ts";
import type { ChainLog } from "./chain-log.ts";
import { type ChainAsset, type ChainSpec, weiOf } from "./chain-spec.ts";
import type { ChainWatcher } from "./chain-watcher.ts";
import type { EvmChain } from "./evm-chain.ts";
import { type Fees, feesFor, transferOf } from "./hot-wallet.ts";
import type { WatchStore } from "./watch-store.ts";

/** Maximum number of transactions per round; sweeping can wait. */
const MAX_A_ROUND = 20;
const COIN_GAS = 21_000n;
/** Gas funding exceeds the estimate of a sweep by this factor. */
const FUNDING_MARGIN_NUMERATOR = 12n;
const FUNDING_MARGIN_DENOMINATOR = 10n;
const GAS_MARGIN_NUMERATOR = 13n;
const GAS_MARGIN_DENOMINATOR = 10n;
/** Coins are not swept if gas would cost more than one part in this many. */
const MAX_COST_SHARE = 20n;
/** An unmined sweep is dropped after this time and retried at current fees. */
const RETRY_AFTER_MS = 120_000;

export interface SweeperOptions {
  readonly spec: ChainSpec;
  readonly chain: EvmChain;
  readonly watcher: ChainWatcher;
  readonly store: WatchStore;
  readonly signer: SignerPort;
  readonly hotWallet: Hex;
  readonly gasAccount: Hex;
  readonly nowMs: () => number;
  readonly log: ChainLog;
}

interface Sent {
  readonly atMs: number;
  readonly hash: Hex;
}

/**
 * Moves deposits from users' addresses to the hot wallet. A token transfer needs gas on the deposit address, so the gas
 * account, which is the platform's own, funds it first. Nothing here must happen exactly once: a sweep can only go to
 * the hot wallet, and a repeated one fails or moves nothing.
 */
export class Sweeper {
  private readonly options: SweeperOptions;
  /** By deposit address: the last transaction to or from it that is not known to be mined. */
  private readonly sent = new Map<Hex, Sent>();

  constructor(options: SweeperOptions) {
    this.options = options;
  }

  /** Whether transactions are pending and need blocks. */
  get isInProgress(): boolean {
    return this.sent.size > 0;
  }

  /** Rejects when the chain or the signer does not answer. */
  async run(): Promise<void> {
    const { spec, chain, watcher } = this.options;
    await this.dropMined();
    const waiting = spec.assets.flatMap((asset) =>
      [...watcher.ledger.holdings(asset.assetId)]
        .filter(([address, amount]) => this.isDue(asset, address, amount))
        .map(([address, amount]) => ({ asset, address, amount })),
    );
    if (waiting.length === 0) return;
    const fees = feesFor(await chain.feeRates());
    for (const { asset, address, amount } of waiting.slice(0, MAX_A_ROUND)) {
      if (this.sent.has(address)) continue;
      try {
        if (asset.token === null) await this.sweepCoins(asset, address, amount, fees);
        else await this.sweepToken(asset, address, amount, fees);
      } catch (error) {
        if (!(error instanceof SignerRefusedError)) throw error;
        this.options.log.warn({ address, refusal: error.refusal }, "signer rejected a sweep");
      }
    }
  }

  private isDue(asset: ChainAsset, address: Hex, amount: bigint): boolean {
    const { hotWallet, store, spec } = this.options;
    if (address === hotWallet || this.sent.has(address) || amount < weiOf(asset, asset.minDepositUnits))
      return false;
    const userId = store.state.userOf(address);
    // Funds that may still be undone are not swept.
    return userId !== undefined && !store.state.hasOpenDeposit(spec.chainIndex, userId);
  }

  private async sweepCoins(asset: ChainAsset, address: Hex, held: bigint, fees: Fees): Promise<void> {
    const has = await this.options.chain.balance(address);
    const cost = COIN_GAS * fees.maxFeePerGas;
    const amount = (has < held ? has : held) - cost;
    if (amount < cost * MAX_COST_SHARE) return;
    await this.sweep(asset, address, amount, Number(COIN_GAS), fees);
  }

  private async sweepToken(asset: ChainAsset, address: Hex, amount: bigint, fees: Fees): Promise<void> {
    const { chain, hotWallet, log } = this.options;
    const call = transferOf(asset, address, hotWallet, amount);
    const outcome = await chain.simulate(call);
    if (outcome.kind !== "succeeds") {
      log.warn({ address, asset: asset.symbol, outcome: outcome.kind }, "token cannot be swept");
      return;
    }
    const gasLimit = sweepGasLimit(outcome.gas);
    const needed = gasLimit * fees.maxFeePerGas;
    const has = await chain.balance(address);
    if (has >= needed) return this.sweep(asset, address, amount, Number(gasLimit), fees);
    await this.fundGas(address, fundingOf(needed, has, fees), fees);
  }

  private async sweep(
    asset: ChainAsset,
    address: Hex,
    amount: bigint,
    gasLimit: number,
    fees: Fees,
  ): Promise<void> {
    const { chain, signer, spec } = this.options;
    const signed = await signer.ask<"sweep">({
      kind: "sweep",
      userId: this.userOf(address),
      chainId: spec.evmChainId,
      symbol: asset.symbol,
      amount: String(amount),
      nonce: await chain.nonce(address, "mined"),
      gasLimit,
      ...digits(fees),
    });
    await this.send(address, signed);
  }

  private async fundGas(address: Hex, { wei, cost }: Funding, fees: Fees): Promise<void> {
    const { chain, signer, spec, gasAccount, log } = this.options;
    if ((await chain.balance(gasAccount)) < cost) {
      log.warn({ gasAccount }, "gas account empty: tokens cannot be swept");
      return;
    }
    const signed = await signer.ask<"fund-gas">({
      kind: "fund-gas",
      userId: this.userOf(address),
      chainId: spec.evmChainId,
      amount: String(wei),
      nonce: await chain.nonce(gasAccount, "pending"),
      ...digits(fees),
    });
    await this.send(address, signed);
  }

  private async send(address: Hex, { raw, hash }: SignedTransaction): Promise<void> {
    const result = await this.options.chain.broadcast(raw);
    if (result.kind === "accepted") this.sent.set(address, { atMs: this.options.nowMs(), hash });
    else this.options.log.warn({ address, result }, "the chain rejected a sweep");
  }

  /** Waits until the watcher has read the block, so that the address's holdings are current. */
  private async dropMined(): Promise<void> {
    const { chain, watcher, nowMs } = this.options;
    for (const [address, { atMs, hash }] of this.sent) {
      const receipt = await chain.receipt(hash);
      const isSeen = receipt !== undefined && watcher.confirmationsOf(receipt.blockNumber) > 0;
      if (isSeen || nowMs() - atMs > RETRY_AFTER_MS) this.sent.delete(address);
    }
  }

  private userOf(address: Hex): number {
    const userId = this.options.store.state.userOf(address);
    if (userId === undefined) throw new RangeError(`${address} is not a deposit address`);
    return userId;
  }
}

export const sweepGasLimit = (gas: bigint): bigint => (gas * GAS_MARGIN_NUMERATOR) / GAS_MARGIN_DENOMINATOR;

/** Coins that the gas account sends, and its total cost. */
interface Funding {
  readonly wei: bigint;
  readonly cost: bigint;
}

/** Returns the funding for a sweep that needs `needed` from an address that holds `has`. */
export function fundingOf(needed: bigint, has: bigint, fees: Fees): Funding {
  const wei = (needed * FUNDING_MARGIN_NUMERATOR) / FUNDING_MARGIN_DENOMINATOR - has;
  return { wei, cost: wei + COIN_GAS * fees.maxFeePerGas };
}

const digits = (fees: Fees) => ({
  maxFeePerGas: String(fees.maxFeePerGas),
  maxPriorityFeePerGas: String(fees.maxPriorityFeePerGas),
});
