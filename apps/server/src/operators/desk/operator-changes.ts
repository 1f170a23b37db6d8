import { OPERATOR_NAME, OPERATOR_NAME_RULE } from "@candor/text/account-rules";
import { maskContact } from "@candor/text/mask-contact";
import type { AuditFacts } from "../../kit/durable/audit-log.ts";
import type { AccessGrant, GrantKind } from "../accounts/access-grants.ts";
import type { SignUpLink } from "../accounts/founding-links.ts";
import type { OperatorAccount } from "../accounts/operator-account.ts";
import type { OperatorChange } from "../proposals/proposal-records.ts";
import { type OperatorChannel, Refusal, type Row } from "../protocol/operator-messages.ts";
import type { PlannedAction } from "./operator-command.ts";
import type { OperatorPorts } from "./operator-ports.ts";
import { timeOf } from "./time-of.ts";

export type ChangePorts = Pick<OperatorPorts, "operators" | "operatorMail" | "nowMs" | "site">;

/** The operator carrying out a change, and its proposer. */
export interface ChangedBy {
  readonly proposer: string;
  /** Sees the link if no mail is configured. */
  readonly actor: string;
  readonly via: OperatorChannel;
}

type Done = Awaited<ReturnType<PlannedAction["act"]>>;

const GRANT_OF: Readonly<Record<OperatorChange["what"], GrantKind>> = {
  invite: "invited",
  reset: "reset",
  roles: "roles",
  enable: "enabled",
};

/** Returns why the change is not possible now, or `undefined` if it is. */
export function changeProblem(
  { operators, operatorMail }: ChangePorts,
  change: OperatorChange,
  via: OperatorChannel,
): Refusal | undefined {
  const account = operators.get(change.name);
  if (change.what === "invite") {
    if (!OPERATOR_NAME.test(change.name)) return new Refusal(OPERATOR_NAME_RULE);
    if (account !== undefined) return new Refusal(`There is already an operator named ${change.name}.`);
    return needsMailbox(operatorMail, change.mailbox, via);
  }
  if (account === undefined) return new Refusal(`There is no operator ${change.name}.`);
  switch (change.what) {
    case "reset":
      // Only the command line can do that: anyone with access to the server controls the exchange.
      return via === "console" && operators.isLastOwner(account)
        ? new Refusal(`The exchange needs an owner, and ${account.name} is the last one.`)
        : needsMailbox(operatorMail, change.mailbox ?? account.mailbox, via);
    case "roles":
      return operators.isLastOwner(account) && !change.roles.includes("owner")
        ? new Refusal(`The exchange needs an owner, and ${account.name} is the last one.`)
        : undefined;
    case "enable":
      return account.disabled ? undefined : new Refusal(`Operator ${account.name} is not disabled.`);
  }
}

function needsMailbox(
  mail: ChangePorts["operatorMail"],
  mailbox: string | null,
  via: OperatorChannel,
): Refusal | undefined {
  return via === "console" && mail !== undefined && mailbox === null
    ? new Refusal("Give a mailbox: the link is sent there, and nobody else sees it.")
    : undefined;
}

/** Returns the state before the change, for the audit log. */
export function factsBefore(account: OperatorAccount | undefined): AuditFacts {
  return account === undefined
    ? {}
    : {
        roles: account.roles.join(", "),
        signedUp: account.passwordHash !== null,
        disabled: account.disabled,
      };
}

/** Formats the change for a row and the audit log; a mailbox is masked, because the log is permanent. */
export function changeFacts(change: OperatorChange): AuditFacts {
  const { what, name } = change;
  return {
    what,
    operator: name,
    ...("roles" in change && { roles: change.roles.join(", ") }),
    ...("mailbox" in change && change.mailbox !== null && { mailbox: maskContact(change.mailbox) }),
  };
}

/** Describes the change in one sentence, for the confirming operator. */
export function describeOperatorChange(
  change: OperatorChange,
  operatorMail: ChangePorts["operatorMail"],
): string {
  // Without mail the link is not sent, even if there is a mailbox.
  const isSent = "mailbox" in change && change.mailbox !== null && operatorMail !== undefined;
  const to = isSent ? ` and send the link to ${change.mailbox}` : "";
  switch (change.what) {
    case "invite":
      return `Invite ${change.name} as ${change.roles.join(", ")}${to}.`;
    case "reset":
      return `Let ${change.name} set a new password and code${to}.`;
    case "roles":
      return `Change the roles of ${change.name} to ${change.roles.join(", ")}.`;
    case "enable":
      return `Enable ${change.name}.`;
  }
}

/** Makes the change, and records in the account who authorized it and who saw the link. */
export async function makeChange(ports: ChangePorts, change: OperatorChange, by: ChangedBy): Promise<Done> {
  const { operators } = ports;
  const { name } = change;
  switch (change.what) {
    case "invite": {
      const grant = grantOf(ports, change, by, change.mailbox);
      const link = await operators.invite(name, change.roles, grant, change.mailbox);
      return link instanceof Refusal ? link : await handOver(ports, change, by, link, "is invited");
    }
    case "reset": {
      const mailbox = change.mailbox ?? operators.get(name)?.mailbox ?? null;
      const link = await operators.reset(name, grantOf(ports, change, by, mailbox), mailbox);
      return await handOver(ports, { ...change, mailbox }, by, link, "needs a new password and code");
    }
    case "roles": {
      const roles = change.roles.join(", ");
      await operators.setRoles(name, change.roles, grantOf(ports, change, by, null));
      return { after: changeFacts(change), note: `The roles of ${name} are now ${roles}.` };
    }
    case "enable":
      await operators.enable(name, grantOf(ports, change, by, null));
      return { after: changeFacts(change), note: `Operator ${name} is enabled.` };
  }
}

/** On the command line the machine is the authority, regardless of the given name. */
function grantOf(
  { nowMs, operatorMail }: ChangePorts,
  { what }: OperatorChange,
  { proposer, actor, via }: ChangedBy,
  mailbox: string | null,
): AccessGrant {
  if (via === "command-line") return { how: "machine", by: [], atMs: nowMs() };
  const hasLink = what === "invite" || what === "reset";
  const seesLink = hasLink && (operatorMail === undefined || mailbox === null);
  const by = seesLink && actor !== proposer ? [proposer, actor] : [proposer];
  return { how: GRANT_OF[what], by, atMs: nowMs() };
}

async function handOver(
  { operatorMail, site }: ChangePorts,
  change: Extract<OperatorChange, { readonly mailbox: string | null }>,
  { via }: ChangedBy,
  link: SignUpLink,
  what: string,
): Promise<Done> {
  const { name, mailbox } = change;
  const after = changeFacts(change);
  if (operatorMail === undefined || mailbox === null)
    return { after, note: noteOf(`Operator ${name} ${what}.`, via), rows: [linkRow(link, site)] };
  const problem = await operatorMail(mailbox, name, link);
  return problem === undefined
    ? { after, note: `Operator ${name} ${what}. The link was sent to ${mailbox}.` }
    : new Refusal(
        `Operator ${name} ${what}, but the link was not sent. ${problem.problem} Use operator reset ${name} for another link.`,
      );
}

const noteOf = (done: string, via: OperatorChannel): string =>
  via === "console"
    ? `${done} You have seen the link, so the two of you count as one person until someone on the server's machine vouches for them.`
    : done;

const linkRow = ({ path, expiresAtMs }: SignUpLink, site: string): Row => ({
  link: `${site}${path}`,
  until: timeOf(expiresAtMs),
});
