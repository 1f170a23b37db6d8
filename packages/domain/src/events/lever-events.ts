import type { PriceE8, Ticks, Units } from "@candor/money/brand";
import type { FundRecordKind } from "../enumerations.ts";
import type { LeverSpec } from "../specs/lever-listing.ts";

/** Status of a margin account: its level is above 1.3, at most 1.3, or it is being liquidated. */
export const LEVER_STATUSES = ["normal", "margin-call", "liquidating"] as const;
export type LeverStatus = (typeof LEVER_STATUSES)[number];

/** Why a margin account changed. */
export const LEVER_CAUSES = [
  "order",
  "trade",
  "transfer",
  "loan",
  "interest",
  "repay",
  "margin-call",
  "liquidation",
] as const;
export type LeverCause = (typeof LEVER_CAUSES)[number];

export const LOAN_KINDS = ["borrow", "interest", "repay"] as const;
export type LoanKind = (typeof LOAN_KINDS)[number];

/** How a liquidation step ended: the book's fills repaid all or more are awaited, or the fund paid the rest. */
export const LEVER_LIQUIDATION_METHODS = ["book", "insurance-fund"] as const;
export type LeverLiquidationMethod = (typeof LEVER_LIQUIDATION_METHODS)[number];

interface LeverListed {
  readonly kind: "lever-listed";
  readonly marketId: number;
  readonly lever: LeverSpec;
}

/** The complete margin account after the command. Its balances appear in no other event. */
export interface LeverChanged extends LeverState {
  readonly kind: "lever-changed";
  readonly cause: LeverCause;
}

/** Units are in the base or quote coin, according to the name's prefix. */
export interface LeverState {
  readonly userId: number;
  readonly marketId: number;
  readonly status: LeverStatus;
  readonly baseAvailableUnits: Units;
  readonly baseFrozenUnits: Units;
  /** Outstanding principal. */
  readonly baseDebtUnits: Units;
  /** Outstanding interest charged. */
  readonly baseInterestUnits: Units;
  readonly quoteAvailableUnits: Units;
  readonly quoteFrozenUnits: Units;
  readonly quoteDebtUnits: Units;
  readonly quoteInterestUnits: Units;
  /** Index in whole ticks at which it is liquidated; 0 for none. */
  readonly liquidationTicks: Ticks;
  readonly updatedAtMs: number;
}

/** A margin account's ledger entry that is not part of a trade; like FundsPosted. */
export interface LeverPosted {
  readonly kind: "lever-posted";
  readonly userId: number;
  readonly marketId: number;
  readonly assetId: number;
  /** Signed. */
  readonly amountUnits: number;
  /** available + frozen of the margin account after the entry. */
  readonly afterUnits: Units;
  readonly record: FundRecordKind;
  readonly refId: number;
}

/** A loan, an interest charge or a repayment, with the inputs to recompute the interest. */
export interface LoanChanged {
  readonly kind: "loan-changed";
  readonly loanId: number;
  readonly loanKind: LoanKind;
  readonly userId: number;
  readonly marketId: number;
  readonly assetId: number;
  /** Principal lent or repaid; 0 for an interest charge. */
  readonly amountUnits: Units;
  /** Charged (borrow, interest) or repaid (repay). */
  readonly interestUnits: Units;
  /** Base of the interest: the amount lent, or the principal at that time. */
  readonly chargedUnits: Units;
  readonly hourlyPpm: number;
  /** Hours charged: 1 when borrowing, the full hours passed since then for interest, 0 for a repayment. */
  readonly hours: number;
  /** Debt afterwards. */
  readonly debtUnits: Units;
  readonly owedInterestUnits: Units;
}

/**
 * One liquidation step: the account's assets, debt and index before it, the book's fills, and what was paid by whom.
 * Debt is principal plus interest.
 */
export interface LeverLiquidated {
  readonly kind: "lever-liquidated";
  readonly liquidationId: number;
  readonly method: LeverLiquidationMethod;
  readonly userId: number;
  readonly marketId: number;
  readonly indexE8: PriceE8;
  readonly indexTicks: Ticks;
  readonly baseUnits: Units;
  readonly quoteUnits: Units;
  readonly baseOwedUnits: Units;
  readonly quoteOwedUnits: Units;
  /** Margin level in 1/10,000, rounded down. */
  readonly levelE4: number;
  /** The last order it sent to the book; 0 for none. A buy when base is owed, otherwise a sell. */
  readonly orderId: number;
  readonly closedLots: number;
  readonly closedQuoteUnits: Units;
  /** In the received coin. */
  readonly feeUnits: Units;
  /** Repaid from the account in this step. */
  readonly baseRepaidUnits: Units;
  readonly quoteRepaidUnits: Units;
  /** The rest: paid by the insurance fund into the lending pool, and lost by the pool. */
  readonly baseFundUnits: Units;
  readonly quoteFundUnits: Units;
  readonly baseLossUnits: Units;
  readonly quoteLossUnits: Units;
  /** Debt remaining afterwards, when the book cannot take more for now. */
  readonly baseLeftUnits: Units;
  readonly quoteLeftUnits: Units;
}

export type LeverEvent = LeverListed | LeverChanged | LeverPosted | LoanChanged | LeverLiquidated;
