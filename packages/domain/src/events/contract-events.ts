import type { Lots, PriceE8, Ticks, Units } from "@candor/money/brand";
import type { LiquidationMethod, MarginMode, PositionCause, TriggerBy } from "../enumerations.ts";
import type { ContractSpec } from "../specs/contract-listing.ts";

/**
 * What happens to contracts, told with every input that decided it, so that whoever reads it can compute it again.
 * Lots of a position are signed: above zero long, below zero short. Money is in units of the quote coin.
 *
 * Of a contract's trades, `makerBaseAfter` and `takerBaseAfter` are the users' lots after the trade, `…QuoteAfter` what
 * their contract wallets hold in all; the fees are in the quote coin on both sides. Their fund records (`trade-fee`,
 * `realized-profit`) follow as funds-posted events with the trade's id.
 */

export interface ContractListed {
  readonly kind: "contract-listed";
  readonly marketId: number;
  readonly contract: ContractSpec;
}

/** The complete position after the command; with 0 lots there is none, and what is told are the user's settings. */
export interface PositionChanged extends PositionState {
  readonly kind: "position-changed";
  readonly cause: PositionCause;
}

export interface PositionState {
  /** 0: never one yet. Stays that of the last position while there is none. */
  readonly positionId: number;
  readonly userId: number;
  readonly marketId: number;
  readonly lots: number;
  /** What was paid for (long) or received for (short) the open lots; ÷ (lots × factor) is the average price. */
  readonly entryCostUnits: Units;
  /** Frozen for the position. */
  readonly marginUnits: Units;
  /** Frozen for the resting orders that would enlarge or flip it. */
  readonly orderMarginUnits: Units;
  readonly marginMode: MarginMode;
  readonly leverage: number;
  /** Since it was opened, fees not included; signed. */
  readonly realizedUnits: number;
  /** Since it was opened; above zero: paid. */
  readonly fundingPaidUnits: number;
  /** 0: none. */
  readonly takeProfitTicks: Ticks;
  readonly stopLossTicks: Ticks;
  readonly triggerBy: TriggerBy;
  /**
   * The mark at which it is liquidated: the last one that is too low (long) or too high (short); 0: none. Of a cross
   * position with the marks of all other contracts as they are.
   */
  readonly liquidationTicks: Ticks;
  readonly openedAtMs: number;
  readonly updatedAtMs: number;
}

/** The mark: the median of its three terms, in the nearest whole tick. */
export interface MarkChanged {
  readonly kind: "mark-changed";
  readonly marketId: number;
  readonly markTicks: Ticks;
  readonly indexE8: PriceE8;
  /** index × (1 + last funding rate × time to funding ÷ interval). */
  readonly fundingTermE8: PriceE8;
  /** index + mean of (mid − index) over 30 s. */
  readonly basisTermE8: PriceE8;
  /** Last trade, liquidations left out; before the first the index. */
  readonly lastTermE8: PriceE8;
  readonly lastFundingPpm: number;
  /** Of the samples so far. */
  readonly expectedFundingPpm: number;
  readonly nextFundingAtMs: number;
  readonly openInterestLots: Lots;
}

/** A funding rate was fixed. The payments follow, in this command and the next ones. */
export interface FundingSettled {
  readonly kind: "funding-settled";
  readonly marketId: number;
  /** Counts the contract's fundings from 1. */
  readonly round: number;
  readonly ratePpm: number;
  /** Mean of the samples, rounded towards zero. */
  readonly premiumPpm: number;
  readonly interestPpm: number;
  readonly capPpm: number;
  readonly markTicks: Ticks;
  readonly indexE8: PriceE8;
  /** When it was due. */
  readonly dueAtMs: number;
  /** One a minute, each the 30 s mean of (mid − index) ÷ index. */
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
  /** Above zero: received. Payers round up, receivers down. */
  readonly amountUnits: number;
  /** What the payer could not pay; the exchange has. */
  readonly missingUnits: Units;
}

/** All positions of a round have paid and received: what is left went to the rounding account. */
export interface FundingClosed {
  readonly kind: "funding-closed";
  readonly marketId: number;
  readonly round: number;
  /** Below zero: the exchange has paid what payers could not. */
  readonly remainderUnits: number;
}

/** The user of a step or a trade that is the insurance fund itself, which reduces what it has taken over. */
export const INSURANCE_FUND_USER_ID = 0;

/** An open position of a cross account, as it stood before a step: with its mark and the terms of that. */
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

/** What one trade of a forced close came to for the user whose position it closed. */
export interface ForcedFill {
  readonly tradeId: number;
  /** Profit, or the part of the loss that the user could bear; signed, the fee not included. */
  readonly realizedUnits: number;
  /** Liquidation fee, to the insurance fund. */
  readonly feeUnits: Units;
  /** The rest of the loss: the insurance fund has paid it. */
  readonly lossUnits: Units;
}

/**
 * One step of a liquidation: what stood before it, why it was taken, and what it did. Of a cross account
 *
 *   equity = walletUnits − Σ margin of isolated positions + Σ (side × (value − entry cost)) of cross positions,
 *   maintenance = Σ maintenance of cross positions,
 *
 * over `positions`, which are all that the account has open in this coin; of an isolated position the step says all by
 * itself. There are at most as many positions as contracts.
 */
export interface LiquidationStep {
  readonly kind: "liquidation-step";
  /** The steps of one liquidation share it. */
  readonly liquidationId: number;
  readonly method: LiquidationMethod;
  readonly userId: number;
  readonly marketId: number;
  readonly positionId: number;
  readonly marginMode: MarginMode;
  /** Before the step; equity and maintenance are the account's with cross margin, else the position's. */
  readonly lots: number;
  readonly entryCostUnits: Units;
  readonly marginUnits: Units;
  readonly equityUnits: number;
  readonly maintenanceUnits: Units;
  /** All that the contract wallet held, frozen or not; of the fund what it held in money. */
  readonly walletUnits: Units;
  /** From 1. */
  readonly tier: number;
  readonly markTicks: Ticks;
  readonly indexE8: PriceE8;
  readonly fundingTermE8: PriceE8;
  readonly basisTermE8: PriceE8;
  readonly lastTermE8: PriceE8;
  /** Lots closed, their value, and the price: the worst accepted (book), the bankruptcy price (fund, adl). */
  readonly closedLots: Lots;
  readonly closedQuoteUnits: Units;
  readonly priceTicks: Ticks;
  /** Liquidation fee, to the insurance fund. */
  readonly feeUnits: Units;
  /** What the insurance fund has paid, and what it holds afterwards. */
  readonly lossUnits: Units;
  readonly fundUnits: Units;
  /** What the fund holds of this contract afterwards, signed, and what that has cost it. */
  readonly fundLots: number;
  readonly fundEntryCostUnits: Units;
  /** The order on the book; 0: none, the fund has taken the lots over (insurance-fund) or somebody else has (adl). */
  readonly orderId: number;
  /** Whose position was deleveraged, with what it realized; 0: nobody's. */
  readonly counterpartyUserId: number;
  readonly counterpartyRealizedUnits: number;
  /** With cross margin all open positions of the account, this one included; else none. */
  readonly positions: readonly AccountPosition[];
  /** Of the order on the book, in the order of its trades; their fees and losses add up to the step's. */
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
