import type { InclusionCheck, InclusionFault } from "@candor/formulas/liability-tree/verify-inclusion";

/** In order of checking: steps after a fault were not reached. */
const ORDER = ["amounts", "leaf", "place", "totals", "root"] as const satisfies readonly InclusionFault[];

export interface InclusionStep {
  readonly key: InclusionFault;
  readonly verdict: "agrees" | "differs" | "notReached";
}

/** Returns the result of a check, step by step. */
export function inclusionSteps({ fault }: InclusionCheck): readonly InclusionStep[] {
  const wrongAt = fault === undefined ? ORDER.length : ORDER.indexOf(fault);
  return ORDER.map((key, at) => ({
    key,
    verdict: at < wrongAt ? "agrees" : at === wrongAt ? "differs" : "notReached",
  }));
}
