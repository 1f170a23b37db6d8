import type { Bracket } from "@candor/formulas/perpetual/margin";
import type { LiquidationStep } from "./check.ts";
import type { CrossAccount } from "./cross-account.ts";
import type { EvidenceNumbers } from "./evidence-numbers.ts";

/** What the formulas take of a step: whole numbers. */
export interface StepNumbers {
  readonly numbers: EvidenceNumbers;
  readonly step: LiquidationStep;
  /** Of a cross position; absent: isolated. */
  readonly account: CrossAccount | undefined;
  /** What the position could lose before nothing is left for it. */
  readonly backingUnits: number;
  readonly liquidationFeePpm: number;
  readonly lots: number;
  readonly costUnits: number;
  readonly marginUnits: number;
  readonly brackets: readonly Bracket[];
}
