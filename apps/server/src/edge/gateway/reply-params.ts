import type { RejectionParams } from "@candor/wire/rejection";

/** Returns the params of a rejection in wire format: times named in a message are included as text too. */
export function replyParams(params: RejectionParams | undefined): RejectionParams | undefined {
  if (params === undefined || typeof params.untilMs !== "number") return params;
  return { until: new Date(params.untilMs).toISOString(), ...params };
}
