import type { Bracket } from "@candor/formulas/perpetual/margin";
import type { LiquidationStep } from "./check.ts";
import type { CrossAccount } from "./cross-account.ts";
import type { EvidenceNumbers } from "./evidence-numbers.ts";

/** A step as the integers that the formulas take. */
export interface StepNumbers {
  readonly numbers: EvidenceNumbers;
  readonly step: LiquidationStep;
  /** The cross account; undefined for isolated positions. */
  readonly account: CrossAccount | undefined;
  /** Maximum loss before the position is bankrupt. */
  readonly backingUnits: number;
  readonly liquidationFeePpm: number;
  readonly lots: number;
  readonly costUnits: number;
  readonly marginUnits: number;
  readonly brackets: readonly Bracket[];
}
