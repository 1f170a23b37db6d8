import type { Wallet } from "@candor/domain/enumerations";

/** Where an amount is: a wallet, or the margin account of a market, which belongs to the spot wallet. */
export interface ChangedAccount {
  readonly userId: number;
  readonly wallet: Wallet;
  readonly marginMarketId: number;
  readonly assetId: number;
}
