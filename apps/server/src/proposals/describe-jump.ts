import type { ProposedAct } from "./proposal-records.ts";

type AcceptedJump = Extract<ProposedAct, { readonly kind: "clock" }>;

/** An accepted jump of the clock in words. */
export function describeJump({ deviationMs }: AcceptedJump): string {
  const seconds = Math.round(Math.abs(deviationMs) / 1_000).toLocaleString("en");
  return `the clock was accepted, ${seconds} s ${deviationMs > 0 ? "ahead of" : "behind"} where it was expected`;
}
