import type { Lots, Units } from "@candor/money/brand";
import type { Side, Wallet } from "../enumerations.ts";

/** One market order of a conversion. */
export interface ConvertLeg {
  readonly marketId: number;
  readonly side: Side;
  readonly quantityLots: Lots;
}

/** Wallets that support conversion. */
type ConvertWallet = Extract<Wallet, "main" | "coin">;

/**
 * Converts one asset into another on the books at the quoted terms, all or nothing. With two legs, the second spends
 * what the first receives; the rest of the intermediate coin goes to the user.
 */
export interface Convert {
  readonly kind: "convert";
  readonly userId: number;
  readonly wallet: ConvertWallet;
  readonly fromAssetId: number;
  readonly toAssetId: number;
  /** Maximum paid and minimum received, including fees. */
  readonly fromUnits: Units;
  readonly toUnits: Units;
  /** One or two. */
  readonly legs: readonly ConvertLeg[];
  /** The quote is invalid after this time. */
  readonly expiresAtMs: number;
  readonly key: string;
}

/** Contents compared for a conversion's key. The legs follow from the books and are not compared. */
export type QuotedConversion = Omit<Convert, "legs">;
