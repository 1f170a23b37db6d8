import type { Hex } from "../../../kit/hex.ts";
import type { EvmChain } from "../evm-chain.ts";

/** A chain that this server runs for itself: play money that is mined when something waits to be. */
export interface DevelopmentChain {
  readonly kind: "embedded" | "simulated";
  readonly chain: EvmChain;
  readonly evmChainId: number;
  readonly tokens: readonly DevelopmentToken[];
  /** Whoever stands for the outside world, with plenty of everything. */
  readonly faucet: Hex;
  /**
   * Sends from the faucet. Resolves once the transaction is on disk: it is mined, over any crash.
   * @param token null: the chain's own coin
   */
  send(token: Hex | null, to: Hex, amount: bigint): Promise<Hex>;
  waitingTransactions(): Promise<number>;
  /** One block with what waits, kept on disk. */
  mine(): Promise<void>;
  close(): Promise<void>;
}

export interface DevelopmentToken {
  readonly symbol: string;
  readonly token: Hex;
  readonly decimals: number;
}

export const TEST_TOKEN = { symbol: "USDT", decimals: 6 } as const;
/** In the token's smallest unit: a trillion. */
export const TEST_TOKEN_SUPPLY = 10n ** 18n;
/** In wei: a billion coins. */
export const FAUCET_COINS = 10n ** 27n;
