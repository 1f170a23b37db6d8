import type { RejectionParams } from "@candor/wire/rejection";

/** The params of a rejection as they travel: times that a message names are there as text too. */
export function replyParams(params: RejectionParams | undefined): RejectionParams | undefined {
  if (params === undefined || typeof params.untilMs !== "number") return params;
  return { until: new Date(params.untilMs).toISOString(), ...params };
}
