import type { Lots, Ppm, Ticks, Units } from "@candor/money/brand";
import type { MarginMode, OrderType, SelfTrade, Side, TimeInForce, TriggerBy } from "../enumerations.ts";
import type { ContractSpec } from "../specs/contract-listing.ts";

/**
 * What can happen to contracts. They share the numbers of markets with the spot markets, and cancel-order, cancel-all,
 * reduce-order and set-market-status work on both. A user has one position a contract; buying reduces a short one first.
 */

/** Lists a contract under the next market number. */
export interface ListContract {
  readonly kind: "list-contract";
  readonly contract: ContractSpec;
  /** Kept beside the spot market's own: a contract follows the index of its spot market, with that market's sources. */
  readonly minSources: number;
}

/** Absent numbers are 0. */
export interface PlaceContractOrder {
  readonly kind: "place-contract-order";
  readonly userId: number;
  readonly marketId: number;
  readonly side: Side;
  readonly type: Exclude<OrderType, "oco">;
  readonly timeInForce: TimeInForce;
  readonly selfTrade: SelfTrade;
  readonly quantityLots: Lots;
  readonly priceTicks: Ticks;
  /** Trigger of `stop-limit` and `stop-market`; optional activation price of `trailing-stop`. */
  readonly stopTicks: Ticks;
  readonly trailingPpm: Ppm;
  /** Which price stops, take-profit and stop-loss look at. */
  readonly triggerBy: TriggerBy;
  /** Never opens, never flips: shrinks to the position. */
  readonly reduceOnly: boolean;
  /** Above 0: sets the contract's leverage first; both are accepted or neither. */
  readonly leverage: number;
  /** Become the position's once the order has executed. */
  readonly takeProfitTicks: Ticks;
  readonly stopLossTicks: Ticks;
  readonly key: string;
}

/** Take-profit and stop-loss of the whole position: 0 removes, −1 leaves as it is. */
export interface SetProtection {
  readonly kind: "set-protection";
  readonly userId: number;
  readonly marketId: number;
  readonly takeProfitTicks: number;
  readonly stopLossTicks: number;
  readonly triggerBy: TriggerBy;
  readonly key: string;
}

/** A reduce-only order over the position or a part of it: immediate-or-cancel at market, else a limit order. */
export interface ClosePosition {
  readonly kind: "close-position";
  readonly userId: number;
  readonly marketId: number;
  /** 0: all of it; more than there is shrinks to it. */
  readonly quantityLots: number;
  /** 0: at market. */
  readonly priceTicks: number;
  readonly key: string;
}

/** Cancels the orders of one contract or of all (−1), then closes each position at market. */
export interface CloseAllPositions {
  readonly kind: "close-all-positions";
  readonly userId: number;
  readonly marketId: number;
  readonly key: string;
}

export interface SetLeverage {
  readonly kind: "set-leverage";
  readonly userId: number;
  readonly marketId: number;
  /** 0: unchanged. */
  readonly leverage: number;
  /** "": unchanged. */
  readonly marginMode: MarginMode | "";
  readonly key: string;
}

/** Between the contract wallet and an isolated position. */
export interface MoveMargin {
  readonly kind: "move-margin";
  readonly userId: number;
  readonly marketId: number;
  readonly direction: "add" | "remove";
  readonly amountUnits: Units;
  readonly key: string;
}

export type ContractCommand =
  | ListContract
  | PlaceContractOrder
  | SetProtection
  | ClosePosition
  | CloseAllPositions
  | SetLeverage
  | MoveMargin;
