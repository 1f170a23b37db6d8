import type { Ppm, Units } from "@candor/money/brand";
import type { Direction } from "../enumerations.ts";
import type { OptionTerms } from "../specs/option-terms.ts";

/** Commands for timed options. No command sets a tick, an outcome or a payout. */

/** Terms from now on. Open options keep the rate, expiry and escrow they were sold with. */
export interface SetOptionTerms {
  readonly kind: "set-option-terms";
  readonly terms: OptionTerms;
}

/** Buys an option: up or down on a spot market's index, paid from the option wallet. */
export interface PlaceOption {
  readonly kind: "place-option";
  readonly userId: number;
  readonly marketId: number;
  readonly direction: Direction;
  readonly stakeUnits: Units;
  /** 0 if none was chosen. */
  readonly durationSeconds: number;
  /** The rate shown to the user; a lower one is rejected. 0 if none was shown. */
  readonly minPayoutPpm: Ppm;
  readonly key: string;
}

export type OptionCommand = SetOptionTerms | PlaceOption;
