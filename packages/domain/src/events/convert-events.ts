import type { Units } from "@candor/money/brand";
import type { Wallet } from "../enumerations.ts";

/** A conversion was executed; its orders, trades and postings stand beside it. */
export interface Converted {
  readonly kind: "converted";
  /** The sequence number of its command: `refId` of its fund records. */
  readonly convertId: number;
  readonly userId: number;
  readonly wallet: Wallet;
  readonly fromAssetId: number;
  readonly toAssetId: number;
  /** What was paid and received, fees included. */
  readonly paidUnits: Units;
  readonly receivedUnits: Units;
}
