import type { Lots, Ppm, Ticks, Units } from "@candor/money/brand";
import type { OrderType, SelfTrade, Side, TimeInForce } from "../enumerations.ts";
import type { LeverSpec } from "../specs/lever-listing.ts";

/**
 * Commands for margin trading: isolated margin on the books of the spot markets. A user has one margin account per
 * market. cancel-order, cancel-all and reduce-order also work on margin orders.
 */

/** Enables margin trading on a spot market. One-time: it cannot change the terms later. */
export interface ListLever {
  readonly kind: "list-lever";
  readonly marketId: number;
  readonly lever: LeverSpec;
}

/** Effect of an order on the debts of its margin account. Binary numbers; append only. */
export const LEVER_EFFECTS = ["none", "borrow", "repay"] as const;
export type LeverEffect = (typeof LEVER_EFFECTS)[number];

/** A spot order paid from, and credited to, the user's margin account of its market. Absent numbers are 0. */
export interface PlaceLeverOrder {
  readonly kind: "place-lever-order";
  readonly userId: number;
  readonly marketId: number;
  readonly side: Side;
  readonly type: Exclude<OrderType, "oco">;
  readonly timeInForce: TimeInForce;
  readonly selfTrade: SelfTrade;
  readonly quantityLots: Lots;
  readonly quoteUnits: Units;
  readonly priceTicks: Ticks;
  readonly stopTicks: Ticks;
  readonly trailingPpm: Ppm;
  /** `borrow`: borrows the missing amount; `repay`: repays debt with the proceeds. */
  readonly effect: LeverEffect;
  /** One of the market's steps: after borrowing, debt ÷ equity is at most leverage − 1. 0 means the largest step. */
  readonly leverage: number;
  readonly key: string;
}

/** Repays debt of one asset from the margin account, interest before principal. */
export interface RepayLoan {
  readonly kind: "repay-loan";
  readonly userId: number;
  readonly marketId: number;
  readonly assetId: number;
  /** 0 for the maximum possible. */
  readonly amountUnits: Units;
  readonly key: string;
}

/** Moves money between the spot wallet and the margin account of a market. */
export interface MoveLeverFunds {
  readonly kind: "move-lever-funds";
  readonly userId: number;
  readonly marketId: number;
  readonly assetId: number;
  readonly direction: "in" | "out";
  readonly amountUnits: Units;
  readonly key: string;
}

export type LeverCommand = ListLever | PlaceLeverOrder | RepayLoan | MoveLeverFunds;
