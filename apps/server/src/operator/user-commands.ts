import { maskContact, readAccount } from "../identity/identifier-rules.ts";
import type { Identity } from "../identity/identity-service.ts";
import type { User } from "../identity/identity-state.ts";
import type { ActCommand, OperatorCommand } from "./operator-command.ts";
import { Refusal, type Row } from "./operator-messages.ts";
import type { OperatorPorts } from "./operator-ports.ts";
import { timeOf } from "./time-of.ts";

const USER_ID = /^[0-9]{1,10}$/;

export function userCommands({ identity, verification }: Pick<OperatorPorts, "identity" | "verification">) {
  return {
    "user show": {
      kind: "read",
      read: ({ target }) => {
        const user = findUser(identity, target);
        return user instanceof Refusal
          ? user
          : { note: "", rows: [rowOf(user, verification.levelOf(user.userId))] };
      },
    },
    "user freeze": setFrozen(identity, true),
    "user unfreeze": setFrozen(identity, false),
  } as const satisfies Record<string, OperatorCommand>;
}

function rowOf(user: User, level: number): Row {
  const { email, phone } = user;
  return {
    user: user.userId,
    kind: user.kind,
    username: user.username,
    email: email === null ? null : maskContact(email),
    phone: phone === null ? null : maskContact(phone),
    frozen: user.banned,
    verification: level,
    registered: timeOf(user.createdAtMs),
  };
}

function findUser(identity: Identity, text: string): User | Refusal {
  const account = readAccount(text);
  const user = USER_ID.test(text)
    ? identity.user(Number(text))
    : account === undefined
      ? undefined
      : identity.userByAccount(account);
  return user ?? new Refusal("there is no such user");
}

function setFrozen(identity: Identity, frozen: boolean): ActCommand {
  return {
    kind: "act",
    plan: ({ target }) => {
      const user = findUser(identity, target);
      if (user instanceof Refusal) return user;
      if (user.kind === "labelled")
        return new Refusal(`user ${user.userId} is one of the sandbox's own traders`);
      if (user.banned === frozen)
        return new Refusal(`user ${user.userId} is ${frozen ? "frozen already" : "not frozen"}`);
      return {
        target: String(user.userId),
        before: { frozen: !frozen },
        act: async () => {
          await identity.setBanned(user.userId, frozen);
          return {
            after: { frozen },
            note: `user ${user.userId}: ${frozen ? "frozen" : "no longer frozen"}`,
          };
        },
      };
    },
  };
}
