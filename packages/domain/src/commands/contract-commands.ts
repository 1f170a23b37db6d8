import type { Lots, Ppm, Ticks, Units } from "@candor/money/brand";
import type { ContractTerms } from "../contract-terms.ts";
import type {
  MarginMode,
  OrderType,
  PositionLeg,
  SelfTrade,
  Side,
  TimeInForce,
  TriggerBy,
} from "../enumerations.ts";
import type { ContractSpec } from "../specs/contract-listing.ts";

/**
 * Commands for contracts. Contracts and spot markets share market numbers, and cancel-order, cancel-all, reduce-order
 * and set-market-status work on both. In one-way mode a user has one position per contract, and buying first reduces a
 * short one. In hedge mode a user has two: the long one is opened by buys and reduced by reduce-only sells, the short one
 * is opened by sells and reduced by reduce-only buys. Commands for one of them name its `leg`, which is absent in one-way
 * mode.
 */

/** Lists a contract under the next market number. */
export interface ListContract {
  readonly kind: "list-contract";
  readonly contract: ContractSpec;
  /** A contract follows the index of its spot market, with that market's sources, but has its own minimum. */
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
  /** Price that triggers stops, take-profit and stop-loss. */
  readonly triggerBy: TriggerBy;
  /** Never opens or flips a position: it shrinks to the position's size. */
  readonly reduceOnly: boolean;
  /** If above 0, sets the contract's leverage first; both are accepted or neither. */
  readonly leverage: number;
  /** Applied to the position once the order executes. */
  readonly takeProfitTicks: Ticks;
  readonly stopLossTicks: Ticks;
  readonly key: string;
}

/** A contract order with rarely used terms, and without a take-profit and stop-loss of its own. */
export interface PlaceContractTerms extends Omit<PlaceContractOrder, "kind">, ContractTerms {
  readonly kind: "place-contract-terms";
  /**
   * It closes the whole position: a reduce-only stop or take-profit at market with the market's largest quantity. Only one
   * of each type may be live per side.
   */
  readonly closesPosition: boolean;
}

/** Take-profit and stop-loss of the whole position: 0 removes, −1 keeps. */
export interface SetProtection {
  readonly kind: "set-protection";
  readonly userId: number;
  readonly marketId: number;
  readonly takeProfitTicks: number;
  readonly stopLossTicks: number;
  readonly triggerBy: TriggerBy;
  readonly leg?: PositionLeg | undefined;
  readonly key: string;
}

/** A reduce-only order for all or part of the position: immediate-or-cancel at market, otherwise a limit order. */
export interface ClosePosition {
  readonly kind: "close-position";
  readonly userId: number;
  readonly marketId: number;
  /** 0 for all of it; larger values shrink to the position's size. */
  readonly quantityLots: number;
  /** 0 for a market order. */
  readonly priceTicks: number;
  readonly leg?: PositionLeg | undefined;
  readonly key: string;
}

/** Cancels the orders of one contract or of all (−1), then closes every position at market. */
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
  /** 0 keeps it unchanged. */
  readonly leverage: number;
  /** "" keeps it unchanged. */
  readonly marginMode: MarginMode | "";
  readonly key: string;
}

/** Moves margin between the contract wallet and an isolated position. */
export interface MoveMargin {
  readonly kind: "move-margin";
  readonly userId: number;
  readonly marketId: number;
  readonly direction: "add" | "remove";
  readonly amountUnits: Units;
  readonly leg?: PositionLeg | undefined;
  readonly key: string;
}

/** Chooses hedge mode (`dual`) or one-way mode for all contracts. Requires that no position and no order is open. */
export interface SetPositionMode {
  readonly kind: "set-position-mode";
  readonly userId: number;
  readonly dual: boolean;
  readonly key: string;
}

export type ContractCommand =
  | ListContract
  | PlaceContractOrder
  | PlaceContractTerms
  | SetProtection
  | ClosePosition
  | CloseAllPositions
  | SetLeverage
  | MoveMargin
  | SetPositionMode;
