import type { Ppm, Units } from "@candor/money/brand";
import type { Direction } from "../enumerations.ts";
import type { OptionTerms } from "../specs/option-terms.ts";

/** What can happen to timed options. Nothing here or anywhere sets a tick, an outcome or a payout. */

/**
 * What is offered from now on. Open options keep the rate, the expiry and the escrow that they were sold with.
 */
export interface SetOptionTerms {
  readonly kind: "set-option-terms";
  readonly terms: OptionTerms;
}

/** Buys one: up or down on a spot market's index, paid from the option wallet. */
export interface PlaceOption {
  readonly kind: "place-option";
  readonly userId: number;
  readonly marketId: number;
  readonly direction: Direction;
  readonly stakeUnits: Units;
  /** 0: none was chosen. */
  readonly durationSeconds: number;
  /** The rate that the user was shown: a lower one is refused. 0: none is. */
  readonly minPayoutPpm: Ppm;
  readonly key: string;
}

export type OptionCommand = SetOptionTerms | PlaceOption;
