import type { ProposedAct } from "./proposal-records.ts";

type AcceptedJump = Extract<ProposedAct, { readonly kind: "clock" }>;

/** Describes an accepted jump of the clock in words. */
export function describeJump(jump: AcceptedJump): string {
  return `the clock was accepted, ${jumpInWords(jump)}`;
}

export function jumpInWords({ deviationMs }: AcceptedJump): string {
  const seconds = Math.round(Math.abs(deviationMs) / 1_000).toLocaleString("en");
  return `${seconds} s ${deviationMs > 0 ? "ahead of" : "behind"} the expected time`;
}
