import { readAccount } from "./identifier-rules.ts";
import type { IdentityState, User } from "./identity-state.ts";
import { findUser } from "./log-in.ts";

const REGEXP_SIGNS = /[.*+?^${}()|[\]\\/-]/g;
const USER_ID = /^[0-9]{1,10}$/;
/** Users looked at in one turn of the event loop: under a millisecond, so that nobody waits for a search. */
const USERS_PER_TURN = 5_000;

/**
 * Users whom a text names, first those whose id, mailbox, phone or username it is, then those of whose it is a part, in
 * the order in which they registered. All of identity is in memory: looking at everybody is milliseconds of work.
 */
export async function searchUsers(
  state: IdentityState,
  text: string,
  limit: number,
): Promise<readonly User[]> {
  const wanted = text.trim();
  const found = new Set<User>(named(state, wanted));
  const part = new RegExp(wanted.replaceAll(REGEXP_SIGNS, "\\$&"), "i");
  let looked = 0;
  for (const user of state.allUsers()) {
    if (found.size >= limit) break;
    if (isPartOf(part, user)) found.add(user);
    looked++;
    if (looked % USERS_PER_TURN === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  return [...found].slice(0, limit);
}

function named(state: IdentityState, text: string): User[] {
  const account = readAccount(text);
  const users = [
    USER_ID.test(text) ? state.user(Number(text)) : undefined,
    account === undefined ? undefined : findUser(state, account),
  ];
  return users.filter((user) => user !== undefined);
}

function isPartOf(part: RegExp, { username, email, phone, nickname }: User): boolean {
  return [username, email, phone, nickname].some((name) => name !== null && part.test(name));
}
