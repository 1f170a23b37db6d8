import type { OptionState } from "@candor/domain/events/option-events";
import type { PriceE8, Units } from "@candor/money/brand";

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** An option that has not ended. Its maximum payout is in escrow: its stake and its income. */
export type OpenOption = Writable<OptionState>;

/** An index tick: the index right after an observation, if there is one. */
export interface Tick {
  readonly seq: number;
  readonly atMs: number;
  readonly priceE8: number;
}

/** The option's maximum payout. */
export function escrowOf(option: OpenOption): number {
  return option.stakeUnits + option.incomeUnits;
}

export function strike(option: OpenOption, tick: Tick): void {
  option.strikeE8 = tick.priceE8 as PriceE8;
  option.strikeSeq = tick.seq;
  option.strikeAtMs = tick.atMs;
  option.status = "running";
}

/** The initial state of an option that was only bought so far. */
export const UNSTRUCK = {
  status: "accepted",
  strikeE8: 0 as PriceE8,
  strikeSeq: 0,
  strikeAtMs: 0,
  sellE8: 0 as PriceE8,
  tickCount: 0,
  firstTickSeq: 0,
  lastTickSeq: 0,
  payoutUnits: 0 as Units,
} as const;
