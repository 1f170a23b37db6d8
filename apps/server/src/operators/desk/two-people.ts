import { settledAtMs, sharedHand } from "../accounts/access-grants.ts";
import { isActive, type OperatorAccount } from "../accounts/operator-account.ts";
import type { OperatorAccounts } from "../accounts/operator-accounts.ts";
import type { Proposal } from "../proposals/proposal-state.ts";
import type { Proposals } from "../proposals/proposals.ts";
import { type ChannelRequest, Refusal } from "../protocol/operator-messages.ts";
import { mayUse, type Role } from "../protocol/roles.ts";
import type { OperatorPorts } from "./operator-ports.ts";
import { timeOf } from "./time-of.ts";

type Accounts = Pick<OperatorAccounts, "get" | "list">;
type Ports = Pick<OperatorPorts, "operators" | "nowMs"> & {
  readonly settings: { readonly proposals: Proposals };
};

/** The command line does not authenticate names: one person could act as two. */
export function refusesUnproven({ via }: ChannelRequest): Refusal | undefined {
  return via === "console"
    ? undefined
    : new Refusal("This needs two people, so it requires the console, where each of them logs in.");
}

/** Returns the open proposal with this number. */
export function openProposal(proposals: Proposals, target: string): Proposal | Refusal {
  const proposal = /^[1-9][0-9]{0,8}$/.test(target) ? proposals.find(Number(target)) : undefined;
  if (proposal === undefined) return new Refusal(`There is no proposal ${target}.`);
  const { decided } = proposal;
  return decided === undefined
    ? proposal
    : new Refusal(`Proposal ${target} was ${decided.decision} by ${decided.decidedBy}.`);
}

/** Returns the proposal if this operator may confirm it. */
export function confirmable(
  ports: Ports,
  request: ChannelRequest,
  kind: Proposal["act"]["kind"],
): Proposal | Refusal {
  const proposal = openProposal(ports.settings.proposals, request.target);
  if (proposal instanceof Refusal) return proposal;
  if (proposal.act.kind !== kind)
    return new Refusal(
      `Proposal ${request.target} is of a different kind: use ${proposal.act.kind} confirm.`,
    );
  if (proposal.proposedBy.toLowerCase() === request.operator.toLowerCase())
    return new Refusal("You proposed this yourself: another operator must confirm it.");
  return (
    refusesUnproven(request) ??
    whyNotTwo(ports.operators, proposal.proposedBy, request.operator, ports.nowMs()) ??
    proposal
  );
}

/**
 * Returns why these two do not count as two people, or `undefined` if they do. The order of the names does not matter.
 */
export function whyNotTwo(
  operators: Accounts,
  proposer: string,
  confirmer: string,
  nowMs: number,
): Refusal | undefined {
  const [first, second] = [operators.get(proposer), operators.get(confirmer)];
  if (first === undefined || !isActive(first))
    return new Refusal(
      `The operator who proposed this, ${proposer}, is no longer active. Refuse the proposal and make a new one.`,
    );
  if (second === undefined || !isActive(second))
    return new Refusal(`There is no active operator ${confirmer}.`);
  for (const account of [second, first]) {
    const settled = settledAtMs(account);
    if (settled > nowMs)
      return new Refusal(
        `The access of ${account.name} was granted or changed within the last 24 hours. It counts in decisions from ${timeOf(settled)}.`,
      );
  }
  const hand = sharedHand(first.name, second.name, (name) => operators.get(name));
  return hand === undefined
    ? undefined
    : new Refusal(
        `Together, ${first.name} and ${second.name} count as one person, because ${hand} granted or saw the access of one of them. Another operator must confirm this, or someone on the server's machine must vouch for one of the two (npm run operator -- operator vouch NAME).`,
      );
}

/** Returns other active operators with one of the roles whose access is independent of this one. */
export function othersThan(
  operators: Accounts,
  name: string,
  roles: readonly Role[],
): readonly OperatorAccount[] {
  const find = (each: string) => operators.get(each);
  return operators
    .list()
    .filter(
      (account) =>
        isActive(account) &&
        mayUse(account.roles, roles) &&
        sharedHand(name, account.name, find) === undefined,
    );
}

/** Rejects a proposal that nobody could confirm, and says what to do first. */
export function refusesAlone(
  operators: Accounts,
  { operator }: ChannelRequest,
  roles: readonly Role[],
): Refusal | undefined {
  return othersThan(operators, operator, roles).length > 0
    ? undefined
    : new Refusal(
        `This needs a second person, and there is none. Every other operator with the role ${roles.join(" or ")} got access through ${operator}. On the server's machine, invite one (npm run operator -- operator invite NAME --input '{"roles":["owner"]}') or vouch for an existing one (npm run operator -- operator vouch NAME). They can confirm a day later.`,
      );
}
