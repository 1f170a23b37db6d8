import type { PriceE8, Units } from "@candor/money/brand";
import type { Direction, OptionCause, OptionStatus } from "../enumerations.ts";
import type { OptionTerms } from "../specs/option-terms.ts";

/** What happens to timed options, told with every input that decided it. Money is in units of the terms' coin. */

export interface OptionTermsSet {
  readonly kind: "option-terms-set";
  readonly terms: OptionTerms;
}

/**
 * An index tick that an open option may need: its strike, or one of the last three seconds before an expiry. A tick is
 * the index right after an observation that leaves one.
 */
export interface OptionTicked {
  readonly kind: "option-ticked";
  readonly marketId: number;
  readonly priceE8: PriceE8;
  /** Every source that has spoken, by id, as the index has it. */
  readonly sources: readonly TickSource[];
}

export interface TickSource {
  readonly sourceId: number;
  readonly priceE8: PriceE8;
  readonly observedAtMs: number;
  /** Part of the index: fresh, and no outlier. */
  readonly isUsed: boolean;
  /** Fresh, and cut because it was too far from the others. Absent before version 3 of the rules, which cuts none. */
  readonly isOutlier?: boolean;
}

/** The complete option after the change. */
export interface OptionChanged extends OptionState {
  readonly kind: "option-changed";
  readonly cause: OptionCause;
}

export interface OptionState {
  readonly optionId: number;
  readonly userId: number;
  readonly marketId: number;
  readonly direction: Direction;
  readonly status: OptionStatus;
  readonly stakeUnits: Units;
  readonly payoutPpm: number;
  /** What a winner gets on top of the stake. */
  readonly incomeUnits: Units;
  readonly durationSeconds: number;
  /** Of the command that bought it. */
  readonly acceptedSeq: number;
  readonly acceptedAtMs: number;
  readonly expiresAtMs: number;
  /** The strike tick: its price, command and time; 0: none yet. */
  readonly strikeE8: PriceE8;
  readonly strikeSeq: number;
  readonly strikeAtMs: number;
  /** The median of the ticks before the expiry; 0: not settled, or none. */
  readonly sellE8: PriceE8;
  /** How many ticks decided, and the commands of the first and the last; 0: not settled, or none. */
  readonly tickCount: number;
  readonly firstTickSeq: number;
  readonly lastTickSeq: number;
  /** 0 until it is settled. */
  readonly payoutUnits: Units;
  readonly key: string;
}

export type OptionEvent = OptionTermsSet | OptionTicked | OptionChanged;
