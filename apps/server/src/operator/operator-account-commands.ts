import { z } from "zod";
import type { OperatorAccount } from "../operator-accounts/operator-account.ts";
import type { OperatorAccounts, SignUpLink } from "../operator-accounts/operator-accounts.ts";
import type { ActCommand, OperatorCommand, PlannedAction } from "./operator-command.ts";
import {
  type JsonObject,
  OPERATOR_NAME,
  type OperatorChannel,
  Refusal,
  type Row,
} from "./operator-messages.ts";
import type { OperatorPorts } from "./operator-ports.ts";
import { ROLES, type Role } from "./roles.ts";
import { timeOf } from "./time-of.ts";

const rolesInput = z.strictObject({ roles: z.array(z.enum(ROLES)).min(1).max(ROLES.length) });

/** Who may use the console. Nobody is ever deleted: the audit log names them. */
export function operatorAccountCommands({ operators }: Pick<OperatorPorts, "operators">) {
  return {
    "operator list": {
      kind: "read",
      read: () => ({ note: "", rows: operators.list().map(rowOf) }),
    },
    "operator invite": { kind: "act", plan: ({ target, input }) => invite(operators, target, input) },
    "operator roles": { kind: "act", plan: ({ target, input }) => setRoles(operators, target, input) },
    "operator reset": { kind: "act", plan: ({ target, via }) => reset(operators, target, via) },
    "operator disable": setDisabled(operators, true),
    "operator enable": setDisabled(operators, false),
  } as const satisfies Record<string, OperatorCommand>;
}

function rowOf(account: OperatorAccount): Row {
  return {
    operator: account.name,
    roles: account.roles.join(", "),
    state: account.disabled ? "disabled" : account.passwordHash === null ? "invited" : "active",
    invitedBy: account.invitedBy,
    since: account.signedUpAtMs === null ? null : timeOf(account.signedUpAtMs),
  };
}

function readRoles(input: JsonObject | undefined): readonly Role[] | Refusal {
  const read = rolesInput.safeParse(input);
  return read.success
    ? ROLES.filter((role) => read.data.roles.includes(role))
    : new Refusal(`say roles, some of ${ROLES.join(", ")}`);
}

function invite(
  operators: OperatorAccounts,
  name: string,
  input: JsonObject | undefined,
): PlannedAction | Refusal {
  const roles = readRoles(input);
  if (roles instanceof Refusal) return roles;
  if (!OPERATOR_NAME.test(name)) return new Refusal(`"${name}" is no operator's name`);
  if (operators.get(name) !== undefined) return new Refusal(`there is an operator ${name} already`);
  return {
    target: name,
    before: {},
    act: async (operator) => {
      const link = await operators.invite(name, roles, operator);
      return link instanceof Refusal
        ? link
        : { after: { roles: roles.join(", ") }, note: `${name}: invited`, rows: [linkRow(link)] };
    },
  };
}

/** The last owner who has lost phone or password is helped by the command line alone: who has the server has the exchange. */
function reset(operators: OperatorAccounts, name: string, via: OperatorChannel): PlannedAction | Refusal {
  const account = operators.get(name);
  if (account === undefined) return new Refusal(`there is no operator ${name}`);
  if (via === "console" && operators.isLastOwner(account))
    return new Refusal(`${account.name} is the last owner`);
  return {
    target: account.name,
    before: { signedUp: account.passwordHash !== null },
    act: async () => {
      const link = await operators.reset(account.name);
      return {
        after: { signedUp: false },
        note: `${account.name}: needs a new password`,
        rows: [linkRow(link)],
      };
    },
  };
}

const linkRow = ({ path, expiresAtMs }: SignUpLink): Row => ({ link: path, until: timeOf(expiresAtMs) });

function setRoles(
  operators: OperatorAccounts,
  name: string,
  input: JsonObject | undefined,
): PlannedAction | Refusal {
  const roles = readRoles(input);
  if (roles instanceof Refusal) return roles;
  const account = operators.get(name);
  if (account === undefined) return new Refusal(`there is no operator ${name}`);
  if (operators.isLastOwner(account) && !roles.includes("owner"))
    return new Refusal(`${account.name} is the last owner`);
  return {
    target: account.name,
    before: { roles: account.roles.join(", ") },
    act: async () => {
      await operators.setRoles(account.name, roles);
      return { after: { roles: roles.join(", ") }, note: `${account.name}: ${roles.join(", ")}` };
    },
  };
}

function setDisabled(operators: OperatorAccounts, disabled: boolean): ActCommand {
  return {
    kind: "act",
    plan: ({ target }) => {
      const account = operators.get(target);
      if (account === undefined) return new Refusal(`there is no operator ${target}`);
      if (account.disabled === disabled)
        return new Refusal(`${account.name} is ${disabled ? "disabled already" : "not disabled"}`);
      if (disabled && operators.isLastOwner(account)) return new Refusal(`${account.name} is the last owner`);
      return {
        target: account.name,
        before: { disabled: !disabled },
        act: async () => {
          await operators.setDisabled(account.name, disabled);
          return { after: { disabled }, note: `${account.name}: ${disabled ? "disabled" : "enabled"}` };
        },
      };
    },
  };
}
