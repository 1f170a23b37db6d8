import { readAccount } from "../identity/identifier-rules.ts";
import type { Identity } from "../identity/identity-service.ts";
import type { User } from "../identity/identity-state.ts";
import { Refusal } from "./operator-messages.ts";

const USER_ID = /^[0-9]{1,10}$/;

/** By id, e-mail address, phone or username. */
export function findUser(identity: Identity, text: string): User | Refusal {
  const account = readAccount(text);
  const user = USER_ID.test(text)
    ? identity.user(Number(text))
    : account === undefined
      ? undefined
      : identity.userByAccount(account);
  return user ?? new Refusal("there is no such user");
}
