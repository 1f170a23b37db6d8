import type { PriceE8, Ticks, Units } from "@candor/money/brand";
import type { FundRecordKind } from "../enumerations.ts";
import type { LeverSpec } from "../specs/lever-listing.ts";

/** Where a margin account stands: its level is above 1.3, at most that, or it is being liquidated. */
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

/** How a step of a liquidation ended: what the book took paid all, or waits for more; or the fund has paid the rest. */
export const LEVER_LIQUIDATION_METHODS = ["book", "insurance-fund"] as const;
export type LeverLiquidationMethod = (typeof LEVER_LIQUIDATION_METHODS)[number];

export interface LeverListed {
  readonly kind: "lever-listed";
  readonly marketId: number;
  readonly lever: LeverSpec;
}

/** The complete margin account after the command. Its balances are told here and nowhere else. */
export interface LeverChanged extends LeverState {
  readonly kind: "lever-changed";
  readonly cause: LeverCause;
}

/** Units are of the base coin or of the quote coin, as the name begins. */
export interface LeverState {
  readonly userId: number;
  readonly marketId: number;
  readonly status: LeverStatus;
  readonly baseAvailableUnits: Units;
  readonly baseFrozenUnits: Units;
  /** Principal lent and not repaid. */
  readonly baseDebtUnits: Units;
  /** Charged and not repaid. */
  readonly baseInterestUnits: Units;
  readonly quoteAvailableUnits: Units;
  readonly quoteFrozenUnits: Units;
  readonly quoteDebtUnits: Units;
  readonly quoteInterestUnits: Units;
  /** The index, in whole ticks, at which it is liquidated; 0: none. */
  readonly liquidationTicks: Ticks;
  readonly updatedAtMs: number;
}

/** A margin account's ledger entry that is not part of a trade; as FundsPosted. */
export interface LeverPosted {
  readonly kind: "lever-posted";
  readonly userId: number;
  readonly marketId: number;
  readonly assetId: number;
  /** Signed. */
  readonly amountUnits: number;
  /** available + frozen of the margin account after it. */
  readonly afterUnits: Units;
  readonly record: FundRecordKind;
  readonly refId: number;
}

/** Money was lent, interest charged, or a debt paid. With what it takes to compute the interest again. */
export interface LoanChanged {
  readonly kind: "loan-changed";
  readonly loanId: number;
  readonly loanKind: LoanKind;
  readonly userId: number;
  readonly marketId: number;
  readonly assetId: number;
  /** Principal lent or repaid; 0 where interest alone was charged. */
  readonly amountUnits: Units;
  /** Charged (borrow, interest) or repaid (repay). */
  readonly interestUnits: Units;
  /** What the interest was charged on: the amount lent, or the principal of that time. */
  readonly chargedUnits: Units;
  readonly hourlyPpm: number;
  /** Hours charged: 1 at borrowing, the full hours that have passed afterwards, 0 for a repayment. */
  readonly hours: number;
  /** What is owed afterwards. */
  readonly debtUnits: Units;
  readonly owedInterestUnits: Units;
}

/**
 * One step of a liquidation: what the account had and owed before it and at which index, what the book took, what was
 * paid and by whom. Owed is principal and interest together.
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
  /** The last order that it sent to the book; 0: none. Bought when base was owed, sold otherwise. */
  readonly orderId: number;
  readonly closedLots: number;
  readonly closedQuoteUnits: Units;
  /** In what was received. */
  readonly feeUnits: Units;
  /** Paid out of the account, in this step. */
  readonly baseRepaidUnits: Units;
  readonly quoteRepaidUnits: Units;
  /** Of the rest: paid by the insurance fund into the lending pool, and lost by the pool. */
  readonly baseFundUnits: Units;
  readonly quoteFundUnits: Units;
  readonly baseLossUnits: Units;
  readonly quoteLossUnits: Units;
  /** Still owed afterwards: the book took no more for now. */
  readonly baseLeftUnits: Units;
  readonly quoteLeftUnits: Units;
}

export type LeverEvent = LeverListed | LeverChanged | LeverPosted | LoanChanged | LeverLiquidated;
