import type { Lots, PriceE8, Ticks, Units } from "@candor/money/brand";
import type {
  LiquidationMethod,
  MarginMode,
  PositionCause,
  PositionLeg,
  TriggerBy,
} from "../enumerations.ts";
import type { ContractSpec } from "../specs/contract-listing.ts";

/**
 * Contract events. Each carries all inputs of its result, so that any reader can recompute it. Lots of a position are
 * signed: positive long, negative short. Money is in units of the quote coin.
 *
 * In trades of contracts, `makerBaseAfter` and `takerBaseAfter` are the users' lots after the trade, `…QuoteAfter`
 * their total contract wallet balances; fees are in the quote coin on both sides. The fund records (`trade-fee`,
 * `realized-profit`) follow as funds-posted events with the trade's id.
 */

export interface ContractListed {
  readonly kind: "contract-listed";
  readonly marketId: number;
  readonly contract: ContractSpec;
}

/** The complete position after the command. With 0 lots there is no position, only the user's settings. */
export interface PositionChanged extends PositionState {
  readonly kind: "position-changed";
  readonly cause: PositionCause;
}

export interface PositionState {
  /** 0 before the first position. Keeps the last position's id while there is none. */
  readonly positionId: number;
  readonly userId: number;
  readonly marketId: number;
  readonly lots: number;
  /** Amount paid (long) or received (short) for the open lots; ÷ (lots × factor) is the average price. */
  readonly entryCostUnits: Units;
  /** Frozen as position margin. */
  readonly marginUnits: Units;
  /** Frozen for resting orders that would enlarge or flip it. */
  readonly orderMarginUnits: Units;
  readonly marginMode: MarginMode;
  /** Which of the contract's two positions it is; absent in one-way mode. */
  readonly leg?: PositionLeg | undefined;
  readonly leverage: number;
  /** Since it was opened, without fees; signed. */
  readonly realizedUnits: number;
  /** Since it was opened; positive when paid. */
  readonly fundingPaidUnits: number;
  /** 0 for none. */
  readonly takeProfitTicks: Ticks;
  readonly stopLossTicks: Ticks;
  readonly triggerBy: TriggerBy;
  /**
   * Mark at which it is liquidated: the first one too low (long) or too high (short); 0 for none. For a cross position,
   * assumes unchanged marks of all other contracts. A cross account with both positions of a contract moves with this
   * mark on both sides, so only one of the two may have a price.
   */
  readonly liquidationTicks: Ticks;
  readonly openedAtMs: number;
  readonly updatedAtMs: number;
}

/** The mark: the median of its three terms, rounded to the nearest tick. */
export interface MarkChanged {
  readonly kind: "mark-changed";
  readonly marketId: number;
  readonly markTicks: Ticks;
  readonly indexE8: PriceE8;
  /** index × (1 + last funding rate × time to funding ÷ interval). */
  readonly fundingTermE8: PriceE8;
  /** index + mean of (mid − index) over 30 s. */
  readonly basisTermE8: PriceE8;
  /** Last trade, excluding liquidations; before the first, the index. */
  readonly lastTermE8: PriceE8;
  readonly lastFundingPpm: number;
  /** From the samples so far. */
  readonly expectedFundingPpm: number;
  readonly nextFundingAtMs: number;
  readonly openInterestLots: Lots;
}

/** A funding rate was fixed. Its payments follow in this command and the next ones. */
export interface FundingSettled {
  readonly kind: "funding-settled";
  readonly marketId: number;
  /** Number of the contract's funding, starting at 1. */
  readonly round: number;
  readonly ratePpm: number;
  /** Mean of the samples, rounded toward zero. */
  readonly premiumPpm: number;
  readonly interestPpm: number;
  readonly capPpm: number;
  readonly markTicks: Ticks;
  readonly indexE8: PriceE8;
  /** When the funding was due. */
  readonly dueAtMs: number;
  /** One per minute, each the 30 s mean of (mid − index) ÷ index. */
  readonly samplesPpm: readonly number[];
}

export interface FundingPaid {
  readonly kind: "funding-paid";
  readonly fundingId: number;
  readonly marketId: number;
  readonly round: number;
  readonly userId: number;
  readonly lots: number;
  readonly ratePpm: number;
  readonly markTicks: Ticks;
  /** Positive when received. Payers round up, receivers down. */
  readonly amountUnits: number;
  /** The part the payer could not pay, paid by the exchange. */
  readonly missingUnits: Units;
}

/** All positions of a round have paid or received; the remainder went to the rounding account. */
export interface FundingClosed {
  readonly kind: "funding-closed";
  readonly marketId: number;
  readonly round: number;
  /** Negative when the exchange paid for payers who could not. */
  readonly remainderUnits: number;
}

/** User id of the insurance fund itself in steps and trades that reduce positions it took over. */
export const INSURANCE_FUND_USER_ID = 0;

/** An open position of a cross account before a step, with its mark and the terms of the mark. */
export interface AccountPosition {
  readonly marketId: number;
  readonly marginMode: MarginMode;
  readonly lots: number;
  readonly entryCostUnits: Units;
  readonly marginUnits: Units;
  readonly markTicks: Ticks;
  readonly indexE8: PriceE8;
  readonly fundingTermE8: PriceE8;
  readonly basisTermE8: PriceE8;
  readonly lastTermE8: PriceE8;
}

/** Result of one trade of a forced close for the position's user. */
export interface ForcedFill {
  readonly tradeId: number;
  /** Profit, or the part of the loss the user could bear; signed, without the fee. */
  readonly realizedUnits: number;
  /** Liquidation fee, paid to the insurance fund. */
  readonly feeUnits: Units;
  /** The rest of the loss, paid by the insurance fund. */
  readonly lossUnits: Units;
}

/**
 * One step of a liquidation: the state before it, its reason and its effect. For a cross account
 *
 *   equity = walletUnits − Σ margin of isolated positions + Σ (side × (value − entry cost)) of cross positions,
 *   maintenance = Σ maintenance of cross positions,
 *
 * over `positions`, which lists all open positions of the account in this coin. For an isolated position the step is
 * complete by itself. There are at most two positions per contract, of opposite sign.
 */
export interface LiquidationStep {
  readonly kind: "liquidation-step";
  /** Shared by all steps of one liquidation. */
  readonly liquidationId: number;
  readonly method: LiquidationMethod;
  readonly userId: number;
  readonly marketId: number;
  readonly positionId: number;
  readonly marginMode: MarginMode;
  /** Absent in one-way mode. */
  readonly leg?: PositionLeg | undefined;
  /** Before the step. Equity and maintenance are the account's for cross margin, otherwise the position's. */
  readonly lots: number;
  readonly entryCostUnits: Units;
  readonly marginUnits: Units;
  readonly equityUnits: number;
  readonly maintenanceUnits: Units;
  /** Total contract wallet balance, frozen or not; for the fund, its balance. */
  readonly walletUnits: Units;
  /** Starting at 1. */
  readonly tier: number;
  readonly markTicks: Ticks;
  readonly indexE8: PriceE8;
  readonly fundingTermE8: PriceE8;
  readonly basisTermE8: PriceE8;
  readonly lastTermE8: PriceE8;
  /** Closed lots, their value, and the price: the worst accepted price (book), or the bankruptcy price (fund, ADL). */
  readonly closedLots: Lots;
  readonly closedQuoteUnits: Units;
  readonly priceTicks: Ticks;
  /** Liquidation fee, paid to the insurance fund. */
  readonly feeUnits: Units;
  /** Amount paid by the insurance fund, and its balance afterwards. */
  readonly lossUnits: Units;
  readonly fundUnits: Units;
  /** The fund's signed lots of this contract afterwards, and their entry cost. */
  readonly fundLots: number;
  readonly fundEntryCostUnits: Units;
  /** The order on the book; 0 for none: the lots went to the fund (insurance-fund) or to another user (adl). */
  readonly orderId: number;
  /** User whose position was deleveraged, and the realized profit; 0 for none. */
  readonly counterpartyUserId: number;
  readonly counterpartyRealizedUnits: number;
  /** For cross margin all open positions of the account, including this one; otherwise empty. */
  readonly positions: readonly AccountPosition[];
  /** Fills of the order on the book, in trade order; their fees and losses add up to the step's. */
  readonly fills: readonly ForcedFill[];
}

export type ContractEvent =
  | ContractListed
  | PositionChanged
  | MarkChanged
  | FundingSettled
  | FundingPaid
  | FundingClosed
  | LiquidationStep;
