import { readAccount } from "./identifier-rules.ts";
import type { IdentityState } from "./identity-state.ts";
import { findUser } from "./log-in.ts";
import type { User } from "./user-and-session.ts";

const USER_ID = /^[0-9]{1,10}$/;
/** Names looked at in one turn of the event loop: under a millisecond, so that nobody waits for a search. */
const NAMES_PER_TURN = 10_000;

/**
 * Users whom a text names. An id, a mailbox or a phone is one user's; otherwise whoever has the text in mailbox, phone,
 * username or nickname, in any letter case, at most `limit`. All of identity is in memory: looking at everybody is
 * milliseconds of work, in turns.
 */
export async function searchUsers(
  state: IdentityState,
  text: string,
  limit: number,
): Promise<readonly User[]> {
  const wanted = text.trim().toLowerCase();
  const exact = named(state, wanted);
  if (exact !== undefined && exact.username?.toLowerCase() !== wanted) return [exact];
  const found = new Set<User>(exact === undefined ? [] : [exact]);
  let looked = 0;
  /** @returns whether to look on */
  const look = (name: string, user: User): boolean => {
    if (name.includes(wanted)) found.add(user);
    looked++;
    return found.size < limit;
  };
  for (const names of state.accountNames)
    for (const [name, user] of names) {
      if (!look(name, user)) return [...found];
      if (looked % NAMES_PER_TURN === 0) await nextTurn();
    }
  for (const user of state.allUsers()) {
    if (!look(user.nickname.toLowerCase(), user)) break;
    if (looked % NAMES_PER_TURN === 0) await nextTurn();
  }
  return [...found];
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function named(state: IdentityState, text: string): User | undefined {
  const byId = USER_ID.test(text) ? state.user(Number(text)) : undefined;
  if (byId !== undefined) return byId;
  const account = readAccount(text);
  return account === undefined ? undefined : findUser(state, account);
}
