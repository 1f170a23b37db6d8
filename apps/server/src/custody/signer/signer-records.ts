import type { SignedTransaction } from "./signer-messages.ts";

/** What the signer keeps, before it lets a signature out. Append only: old records are read for ever. */
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
      /** Of a final one, in a journal that was written anew. */
      readonly finalHashes?: readonly `0x${string}`[];
    }
  | {
      readonly type: "fee-raised";
      readonly withdrawalId: number;
      readonly transaction: SignedTransaction;
    }
  | { readonly type: "payment-cancelled"; readonly withdrawalId: number }
  /** Mined for good; what it was and was called stays known, its transactions do not. */
  | { readonly type: "payment-final"; readonly withdrawalId: number }
  | {
      readonly type: "gas-funded";
      readonly timeMs: number;
      readonly chainId: number;
      readonly amount: string;
    };
