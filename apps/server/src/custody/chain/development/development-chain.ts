import type { Hex } from "../../../kit/hex.ts";
import type { EvmChain } from "../evm-chain.ts";

/** A chain run by this server: play money, mined on demand. */
export interface DevelopmentChain {
  readonly kind: "embedded" | "simulated";
  readonly chain: EvmChain;
  readonly evmChainId: number;
  readonly tokens: readonly DevelopmentToken[];
  /** Represents the outside world, with a practically unlimited balance. */
  readonly faucet: Hex;
  /**
   * Sends from the faucet. Resolves once the transaction is on disk: it will be mined even after a crash.
   * @param token null for the chain's own coin
   */
  send(token: Hex | null, to: Hex, amount: bigint): Promise<Hex>;
  waitingTransactions(): Promise<number>;
  /** Mines one block with the pending transactions and stores it. */
  mine(): Promise<void>;
  close(): Promise<void>;
}

interface DevelopmentToken {
  readonly symbol: string;
  readonly token: Hex;
  readonly decimals: number;
}

export const TEST_TOKEN = { symbol: "USDT", decimals: 6 } as const;
/** One trillion tokens, in the token's smallest unit. */
export const TEST_TOKEN_SUPPLY = 10n ** 18n;
/** One billion coins, in wei. */
export const FAUCET_COINS = 10n ** 27n;
