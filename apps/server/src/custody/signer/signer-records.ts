import type { SignedTransaction } from "./signer-messages.ts";

/**
 * Records that the signer stores before it returns a signature. Append-only: old records must stay readable forever.
 */
export type SignerRecord =
  | {
      readonly type: "asset-opened";
      readonly chainId: number;
      readonly symbol: string;
      readonly token: `0x${string}` | null;
      readonly decimals: number;
    }
  | {
      readonly type: "payment-signed";
      readonly withdrawalId: number;
      readonly timeMs: number;
      readonly chainId: number;
      readonly symbol: string;
      readonly to: `0x${string}`;
      readonly amount: string;
      readonly gasLimit: number;
      readonly nonce: number;
      readonly transactions: readonly SignedTransaction[];
      /** Set for a final payment in a rewritten journal. */
      readonly finalHashes?: readonly `0x${string}`[];
    }
  | {
      readonly type: "fee-raised";
      readonly withdrawalId: number;
      readonly transaction: SignedTransaction;
    }
  | { readonly type: "payment-cancelled"; readonly withdrawalId: number }
  /** Mined with finality; its payment and hashes are kept, its transactions are not. */
  | { readonly type: "payment-final"; readonly withdrawalId: number }
  | {
      readonly type: "gas-funded";
      readonly timeMs: number;
      readonly chainId: number;
      readonly amount: string;
    }
  /** Set by the first core that connects: the signer's keys belong to this exchange only. */
  | { readonly type: "exchange-bound"; readonly exchange: string }
  /**
   * The highest term of a core that connected, and the highest session of a custody process in it; requests of lower
   * ones are refused from then on.
   */
  | {
      readonly type: "term-seen";
      readonly term: number;
      /** Absent for a core. */
      readonly session?: number;
      readonly core: string;
    }
  /** After the exchange's database was restored, its terms are lower than before. */
  | { readonly type: "term-forgotten"; readonly term: number };
