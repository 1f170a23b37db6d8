import { maskContact } from "@candor/text/mask-contact";
import { z } from "zod";
import { handsOf, settledAtMs } from "../accounts/access-grants.ts";
import type { OperatorAccount } from "../accounts/operator-account.ts";
import type { OperatorChange } from "../proposals/proposal-records.ts";
import { type ChannelRequest, type JsonObject, Refusal, type Row } from "../protocol/operator-messages.ts";
import { ROLES, type Role } from "../protocol/roles.ts";
import {
  type ChangePorts,
  changeFacts,
  changeProblem,
  describeOperatorChange,
  factsBefore,
  makeChange,
} from "./operator-changes.ts";
import type { ActCommand, OperatorCommand, PlannedAction } from "./operator-command.ts";
import type { OperatorPorts } from "./operator-ports.ts";
import { timeOf } from "./time-of.ts";
import { confirmable, othersThan } from "./two-people.ts";

type Ports = ChangePorts & Pick<OperatorPorts, "settings">;

const MAILBOX = /^[\x21-\x7e]{1,64}@[A-Za-z0-9.-]{1,253}$/;
const roles = z.array(z.enum(ROLES)).min(1).max(ROLES.length);
const mailbox = z.string().regex(MAILBOX).optional();
const inviteInput = z.strictObject({ roles, mailbox });
const ROLES_RULE = `Choose one or more roles of ${ROLES.join(", ")}.`;
const rolesInput = z.strictObject({ roles });
const resetInput = z.strictObject({ mailbox });

/**
 * Manages access to the console. Accounts are never deleted, because the audit log refers to them. Once there is an
 * independent second owner, granting access is a proposal that such an owner confirms; one owner can revoke access at
 * once.
 */
export function operatorAccountCommands(ports: Ports) {
  return {
    "operator list": {
      kind: "read",
      read: () => ({ note: "", rows: ports.operators.list().map((account) => rowOf(ports, account)) }),
    },
    "operator invite": change(ports, readInvitation),
    "operator roles": change(ports, ({ target: name, input }) => {
      const read = rolesInput.safeParse(input);
      return read.success
        ? { what: "roles", name, roles: inOrder(read.data.roles) }
        : new Refusal(ROLES_RULE);
    }),
    "operator reset": change(ports, ({ target: name, input }) => {
      const read = resetInput.safeParse(input ?? {});
      return read.success
        ? { what: "reset", name, mailbox: read.data.mailbox ?? null }
        : new Refusal('The input is {"mailbox":"name@host"}, or {} for the known mailbox.');
    }),
    "operator enable": change(ports, ({ target: name }) => ({ what: "enable", name })),
    "operator confirm": { kind: "act", plan: (request) => confirm(ports, request) },
    "operator disable": { kind: "act", plan: ({ target }) => disable(ports, target) },
    "operator vouch": { kind: "act", plan: (request) => vouch(ports, request) },
  } as const satisfies Record<string, OperatorCommand>;
}

function rowOf({ operators }: Ports, account: OperatorAccount): Row {
  const { name, mailbox: to } = account;
  const settled = settledAtMs(account);
  const hands = [...handsOf(name, (each) => operators.get(each))].filter(
    (hand) => hand !== name.toLowerCase(),
  );
  return {
    operator: name,
    roles: account.roles.join(", "),
    state: account.disabled ? "disabled" : account.passwordHash === null ? "invited" : "active",
    invitedBy: account.invitedBy,
    since: account.signedUpAtMs === null ? null : timeOf(account.signedUpAtMs),
    mailbox: to === null ? null : maskContact(to),
    /** Accounts that count as the same person. */
    samePersonAs: hands.map((hand) => operators.get(hand)?.name ?? hand).join(", "),
    countsFrom: settled === 0 ? null : timeOf(settled),
  };
}

const inOrder = (chosen: readonly Role[]): readonly Role[] => ROLES.filter((role) => chosen.includes(role));

function readInvitation({
  target: name,
  input,
}: Readonly<{ target: string; input?: JsonObject }>): OperatorChange | Refusal {
  const read = inviteInput.safeParse(input);
  if (read.success)
    return { what: "invite", name, roles: inOrder(read.data.roles), mailbox: read.data.mailbox ?? null };
  return read.error.issues[0]?.path[0] === "mailbox"
    ? new Refusal("Write the mailbox as name@host, in ASCII letters.")
    : new Refusal(ROLES_RULE);
}

/** Carried out at once from the command line, or by an owner without another owner to confirm; otherwise proposed. */
function change(ports: Ports, read: (request: ChannelRequest) => OperatorChange | Refusal): ActCommand {
  return {
    kind: "act",
    plan: (request) => {
      const wanted = read(request);
      if (wanted instanceof Refusal) return wanted;
      const problem = changeProblem(ports, wanted, request.via);
      if (problem !== undefined) return problem;
      const account = ports.operators.get(wanted.name);
      const named = { ...wanted, name: account?.name ?? wanted.name };
      const { via } = request;
      const before = factsBefore(account);
      if (via === "console" && othersThan(ports.operators, request.operator, ["owner"]).length > 0)
        return proposed(ports, request, named, before);
      return {
        target: named.name,
        before,
        act: (actor) => makeChange(ports, named, { proposer: actor, actor, via }),
      };
    },
  };
}

function proposed(
  { operatorMail, settings: { proposals } }: Ports,
  request: ChannelRequest,
  wanted: OperatorChange,
  before: PlannedAction["before"],
): PlannedAction {
  return {
    target: wanted.name,
    before,
    act: async (operator) => {
      const act = { kind: "operator", change: wanted } as const;
      const proposal = await proposals.propose(act, operator, request.reason);
      return {
        after: { proposal, ...changeFacts(wanted) },
        note: `Proposal ${proposal} is waiting for another owner: ${describeOperatorChange(wanted, operatorMail)}`,
      };
    },
  };
}

function confirm(ports: Ports, request: ChannelRequest): PlannedAction | Refusal {
  const proposal = confirmable(ports, request, "operator");
  if (proposal instanceof Refusal) return proposal;
  const { act, proposalId, proposedBy } = proposal;
  if (act.kind !== "operator") throw new Error(`proposal ${proposalId} does not change an operator`);
  const { change: wanted } = act;
  const problem = changeProblem(ports, wanted, "console");
  if (problem !== undefined) return problem;
  return {
    target: request.target,
    before: { proposedBy, ...factsBefore(ports.operators.get(wanted.name)) },
    act: async (actor) => {
      // Decided first, so that nobody confirms it twice even if a later step fails.
      await ports.settings.proposals.decide(proposalId, "confirmed", actor, 0);
      return await makeChange(ports, wanted, { proposer: proposedBy, actor, via: "console" });
    },
  };
}

function disable({ operators }: Ports, target: string): PlannedAction | Refusal {
  const account = operators.get(target);
  if (account === undefined) return new Refusal(`There is no operator ${target}.`);
  if (account.disabled) return new Refusal(`Operator ${account.name} is already disabled.`);
  if (operators.isLastOwner(account))
    return new Refusal(`The exchange needs an owner, and ${account.name} is the last one.`);
  return {
    target: account.name,
    before: { disabled: false },
    act: async () => {
      await operators.disable(account.name);
      return { after: { disabled: true }, note: `Operator ${account.name} is disabled.` };
    },
  };
}

/** Only the command line can detach an account from the operators who granted its access. */
function vouch({ operators }: Ports, { target, via }: ChannelRequest): PlannedAction | Refusal {
  if (via === "console")
    return new Refusal("Only someone with the server's own account can vouch, on its command line.");
  const account = operators.get(target);
  if (account === undefined) return new Refusal(`There is no operator ${target}.`);
  return {
    target: account.name,
    before: { grants: account.grants.map(({ how, by }) => `${how} ${by.join("+")}`.trim()).join(", ") },
    act: async () => {
      await operators.vouch(account.name);
      return {
        after: { grants: "machine" },
        note: `Operator ${account.name} will count as a separate person in 24 hours.`,
      };
    },
  };
}
