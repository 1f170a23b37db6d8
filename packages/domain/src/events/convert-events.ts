import type { Units } from "@candor/money/brand";
import type { Wallet } from "../enumerations.ts";

/** A conversion was executed; its orders, trades and postings are separate events. */
export interface Converted {
  readonly kind: "converted";
  /** Sequence number of its command; `refId` of its fund records. */
  readonly convertId: number;
  readonly userId: number;
  readonly wallet: Wallet;
  readonly fromAssetId: number;
  readonly toAssetId: number;
  /** Amounts paid and received, including fees. */
  readonly paidUnits: Units;
  readonly receivedUnits: Units;
}
