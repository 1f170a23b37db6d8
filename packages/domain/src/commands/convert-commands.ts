import type { Lots, Units } from "@candor/money/brand";
import type { Side, Wallet } from "../enumerations.ts";

/** One market order of a conversion. */
export interface ConvertLeg {
  readonly marketId: number;
  readonly side: Side;
  readonly quantityLots: Lots;
}

/** The wallets that can be converted in. */
export type ConvertWallet = Extract<Wallet, "main" | "coin">;

/**
 * Converts one asset into another on the books, as it was quoted: all of it or nothing. With two legs the second pays out
 * of what the first brings; what is left of the coin between is the user's.
 */
export interface Convert {
  readonly kind: "convert";
  readonly userId: number;
  readonly wallet: ConvertWallet;
  readonly fromAssetId: number;
  readonly toAssetId: number;
  /** At most so much is paid, and at least so much received, fees included. */
  readonly fromUnits: Units;
  readonly toUnits: Units;
  /** One or two. */
  readonly legs: readonly ConvertLeg[];
  /** After this time the quote no longer holds. */
  readonly expiresAtMs: number;
  readonly key: string;
}

/** What identifies a conversion for its key. The legs follow from the books and are not compared. */
export type QuotedConversion = Omit<Convert, "legs">;
