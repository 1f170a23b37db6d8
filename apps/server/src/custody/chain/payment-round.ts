import type { Hex } from "../../kit/hex.ts";
import type { ChainAsset, ChainSpec } from "./chain-spec.ts";
import type { EvmChain, FeeRates } from "./evm-chain.ts";

/** A snapshot of the chain and the hot wallet, shared by all withdrawals of a round. */
export class PaymentRound {
  readonly rates: FeeRates;
  /** Number of mined transactions of the hot wallet. */
  readonly minedNonce: number;
  /** Blocks up to this number are not expected to be undone. */
  readonly settledNumber: number;
  private readonly coin: ChainAsset | undefined;
  /** The hot wallet's uncommitted balance, by asset, in wei. */
  private readonly free: Map<number, bigint>;

  private constructor(
    rates: FeeRates,
    minedNonce: number,
    settledNumber: number,
    coin: ChainAsset | undefined,
    free: Map<number, bigint>,
  ) {
    this.rates = rates;
    this.minedNonce = minedNonce;
    this.settledNumber = settledNumber;
    this.coin = coin;
    this.free = free;
  }

  /** Query receipts before this: a transaction mined in between is then deducted twice, never missed. */
  static async look(chain: EvmChain, { assets }: ChainSpec, hotWallet: Hex): Promise<PaymentRound> {
    const [rates, minedNonce, settled] = await Promise.all([
      chain.feeRates(),
      chain.nonce(hotWallet, "mined"),
      chain.settledNumber(),
    ]);
    const free = new Map<number, bigint>();
    for (const { assetId, token } of assets) {
      const has =
        token === null ? await chain.balance(hotWallet) : await chain.tokenBalance(token, hotWallet);
      free.set(assetId, has);
    }
    const coin = assets.find(({ token }) => token === null);
    return new PaymentRound(rates, minedNonce, settled ?? Number.POSITIVE_INFINITY, coin, free);
  }

  promise({ assetId }: ChainAsset, wei: bigint): void {
    this.free.set(assetId, (this.free.get(assetId) ?? 0n) - wei);
  }

  /** Reserves the maximum gas cost of an unmined transaction. */
  promiseGas(wei: bigint): void {
    if (this.coin !== undefined) this.promise(this.coin, wei);
  }

  /** Returns the missing amount; zero or less when covered. */
  lacking({ assetId }: ChainAsset, wei: bigint): bigint {
    return wei - (this.free.get(assetId) ?? 0n);
  }

  /** If the chain's coin is not listed here, gas does not reduce any user's coins. */
  hasGas(wei: bigint): boolean {
    return this.coin === undefined || this.lacking(this.coin, wei) <= 0n;
  }
}
