import type { Proposal } from "../proposals/proposal-state.ts";
import type { Proposals } from "../proposals/proposals.ts";
import { type AskedRequest, Refusal } from "./operator-messages.ts";

/** On the command line nobody proves who they are: one person could be two there. */
export function refusesUnproven({ via }: AskedRequest): Refusal | undefined {
  return via === "console"
    ? undefined
    : new Refusal("two people decide this, so it needs the console, where each logs in as themselves");
}

/** The proposal that waits under this number. */
export function openProposal(proposals: Proposals, target: string): Proposal | Refusal {
  const proposal = /^[1-9][0-9]{0,8}$/.test(target) ? proposals.find(Number(target)) : undefined;
  if (proposal === undefined) return new Refusal(`there is no proposal ${target}`);
  const { decided } = proposal;
  return decided === undefined
    ? proposal
    : new Refusal(`proposal ${target} was ${decided.decision} by ${decided.decidedBy}`);
}

/** The proposal, when this person may confirm it. */
export function confirmable(
  proposals: Proposals,
  request: AskedRequest,
  kind: Proposal["act"]["kind"],
): Proposal | Refusal {
  const proposal = openProposal(proposals, request.target);
  if (proposal instanceof Refusal) return proposal;
  if (proposal.act.kind !== kind) return new Refusal(`proposal ${request.target} is no ${kind}`);
  if (proposal.proposedBy.toLowerCase() === request.operator.toLowerCase())
    return new Refusal("whoever proposed it cannot confirm it: another operator has to");
  return refusesUnproven(request) ?? proposal;
}
