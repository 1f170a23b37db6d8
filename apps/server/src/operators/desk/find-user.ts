import { readAccount } from "../../people/identity/identifier-rules.ts";
import type { Identity } from "../../people/identity/identity-service.ts";
import type { User } from "../../people/identity/user-and-session.ts";
import { Refusal } from "../protocol/operator-messages.ts";
import { timeOf } from "./time-of.ts";

const USER_ID = /^[0-9]{1,10}$/;

/** Finds a user by id, e-mail address, phone or username. A closed account is not found. */
export function findUser(identity: Identity, text: string): User | Refusal {
  const account = readAccount(text);
  const closed = USER_ID.test(text) ? identity.closedAccount(Number(text)) : undefined;
  if (closed !== undefined)
    return new Refusal(
      `User ${closed.userId} closed the account on ${timeOf(closed.closedAtMs)}. This cannot be undone.`,
    );
  const user = USER_ID.test(text)
    ? identity.user(Number(text))
    : account === undefined
      ? undefined
      : identity.userByAccount(account);
  return user ?? new Refusal("There is no such user.");
}
