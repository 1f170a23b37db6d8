import type { PriceE8, Units } from "@candor/money/brand";
import type { Direction, OptionCause, OptionStatus } from "../enumerations.ts";
import type { OptionTerms } from "../specs/option-terms.ts";

/** Timed option events with all inputs of their results. Money is in units of the terms' coin. */

interface OptionTermsSet {
  readonly kind: "option-terms-set";
  readonly terms: OptionTerms;
}

/**
 * An index tick an open option may need: its strike, or one of the last three seconds before an expiry. A tick is the
 * index after an observation, if there is one.
 */
export interface OptionTicked {
  readonly kind: "option-ticked";
  readonly marketId: number;
  readonly priceE8: PriceE8;
  /** Every source that has reported, by id, as used by the index. */
  readonly sources: readonly TickSource[];
}

export interface TickSource {
  readonly sourceId: number;
  readonly priceE8: PriceE8;
  readonly observedAtMs: number;
  /** Part of the index: fresh and not an outlier. */
  readonly isUsed: boolean;
  /** Fresh, but cut as an outlier. Absent before version 3 of the rules, which cut none. */
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
  /** Profit of a winner on top of the stake. */
  readonly incomeUnits: Units;
  readonly durationSeconds: number;
  /** Sequence number of the command that bought it. */
  readonly acceptedSeq: number;
  readonly acceptedAtMs: number;
  readonly expiresAtMs: number;
  /** The strike tick: its price, command and time; 0 if there is none yet. */
  readonly strikeE8: PriceE8;
  readonly strikeSeq: number;
  readonly strikeAtMs: number;
  /** Median of the ticks before the expiry; 0 if not settled, or there were none. */
  readonly sellE8: PriceE8;
  /** Number of deciding ticks, and the commands of the first and last; 0 if not settled, or there were none. */
  readonly tickCount: number;
  readonly firstTickSeq: number;
  readonly lastTickSeq: number;
  /** 0 until it is settled. */
  readonly payoutUnits: Units;
  readonly key: string;
}

export type OptionEvent = OptionTermsSet | OptionTicked | OptionChanged;
