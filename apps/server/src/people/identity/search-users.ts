import { readAccount } from "./identifier-rules.ts";
import type { IdentityState } from "./identity-state.ts";
import { findUser } from "./login/log-in.ts";
import type { User } from "./user-and-session.ts";

const USER_ID = /^[0-9]{1,10}$/;
/** Names checked per turn of the event loop: under a millisecond, so that a search blocks nothing. */
const NAMES_PER_TURN = 10_000;

/**
 * Finds users by text. An id, a mailbox or a phone matches one user; otherwise all users with the text in mailbox,
 * phone, username or nickname, ignoring case, at most `limit`. All of identity is in memory, so scanning all users
 * takes a few milliseconds, split into turns.
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
  /** @returns whether to continue */
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
