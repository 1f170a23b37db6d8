import type { Lots, Ppm, Ticks, Units } from "@candor/money/brand";
import type { OrderType, SelfTrade, Side, TimeInForce } from "../enumerations.ts";
import type { LeverSpec } from "../specs/lever-listing.ts";

/**
 * What can happen to leveraged trading: isolated margin on the books of the spot markets. A user has one margin account
 * a market. cancel-order, cancel-all and reduce-order work on leveraged orders as on all others.
 */

/** Opens a spot market to leverage. Once and for all: its terms do not change. */
export interface ListLever {
  readonly kind: "list-lever";
  readonly marketId: number;
  readonly lever: LeverSpec;
}

/** What an order does to the debts of its margin account; binary numbers: append only. */
export const LEVER_EFFECTS = ["none", "borrow", "repay"] as const;
export type LeverEffect = (typeof LEVER_EFFECTS)[number];

/** A spot order that is paid from, and brings to, the user's margin account of its market. Absent numbers are 0. */
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
  /** `borrow`: what the account lacks is lent; `repay`: what the order brings pays debt. */
  readonly effect: LeverEffect;
  /** One of the market's steps: after borrowing debt ÷ equity is at most leverage − 1. 0: the largest step. */
  readonly leverage: number;
  readonly key: string;
}

/** Pays what is owed of one asset out of the margin account, interest before principal. */
export interface RepayLoan {
  readonly kind: "repay-loan";
  readonly userId: number;
  readonly marketId: number;
  readonly assetId: number;
  /** 0: all that is possible. */
  readonly amountUnits: Units;
  readonly key: string;
}

/** Between the spot wallet and the margin account of a market. */
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
