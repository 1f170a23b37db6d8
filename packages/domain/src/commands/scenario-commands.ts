import type { PriceE8, Units } from "@candor/money/brand";
import type { Wallet } from "../enumerations.ts";

/**
 * Makes a new exchange a test rig, in which everything can be set (docs/adr/0048-repeatable-runs.md). Only as the first
 * command of a journal: an exchange is a test rig from its founding on, or never. The commands below are rejected
 * everywhere else.
 */
interface BeginScenario {
  readonly kind: "begin-scenario";
}

/** Sets the available balance of a user's wallet. The sandbox treasury gives or takes the difference. */
export interface SetBalance {
  readonly kind: "set-balance";
  readonly userId: number;
  readonly wallet: Wallet;
  readonly assetId: number;
  /** The new available balance; what is frozen stays frozen. */
  readonly availableUnits: Units;
}

/** Sets the index of a spot market at once, however far it moves: all other sources of the market are forgotten. */
export interface PushIndex {
  readonly kind: "push-index";
  readonly marketId: number;
  /** The source that reports this price from now on. */
  readonly sourceId: number;
  readonly priceE8: PriceE8;
}

/** Ends a contract's funding interval now, at the rate of its samples so far. The next one ends when it would have. */
export interface SettleFundingNow {
  readonly kind: "settle-funding-now";
  readonly marketId: number;
}

export type ScenarioCommand = BeginScenario | SetBalance | PushIndex | SettleFundingNow;
