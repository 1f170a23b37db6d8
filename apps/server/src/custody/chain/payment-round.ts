import type { Hex } from "../../kit/hex.ts";
import type { ChainAsset, ChainSpec } from "./chain-spec.ts";
import type { EvmChain, FeeRates } from "./evm-chain.ts";

/** One look at the chain and the hot wallet that all withdrawals of a round share. */
export class PaymentRound {
  readonly rates: FeeRates;
  /** Transactions of the hot wallet that are mined. */
  readonly minedNonce: number;
  /** Blocks up to this one are not expected to be undone. */
  readonly settledNumber: number;
  private readonly coin: ChainAsset | undefined;
  /** What the hot wallet has and has not promised, by asset, in wei. */
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

  /** Receipts have to be asked for before: what is mined in between then counts as promised and as gone. */
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

  /** What a transaction that is not mined may yet cost in gas. */
  promiseGas(wei: bigint): void {
    if (this.coin !== undefined) this.promise(this.coin, wei);
  }

  /** Zero or less: it is covered. */
  lacking({ assetId }: ChainAsset, wei: bigint): bigint {
    return wei - (this.free.get(assetId) ?? 0n);
  }

  /** Where the chain's coin is not an asset here nobody's coins are in the way. */
  hasGas(wei: bigint): boolean {
    return this.coin === undefined || this.lacking(this.coin, wei) <= 0n;
  }
}
