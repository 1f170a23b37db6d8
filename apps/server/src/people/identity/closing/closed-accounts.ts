import { createHmac } from "node:crypto";
import type { Account } from "../identifier-rules.ts";
import type { IdentityContext } from "../identity-context.ts";
import { IDENTITY_LIMITS } from "../identity-limits.ts";
import type { ClosedAccount } from "../identity-records.ts";
import { closingMessage } from "../mail-and-sms/notify-user.ts";
import type { User } from "../user-and-session.ts";

type Name = NonNullable<Account>;

/** A closed account whose owner is still informed on login, with the password that identifies them. */
export type TellableClosing = ClosedAccount & { readonly passwordHash: string };

/**
 * Closes an account with a single record: before it the account is open; after it the person's data is dropped here,
 * every session and key is invalid, and mailbox, phone and name are free. Resolves when that is durable.
 */
export async function closeAccount(context: IdentityContext, user: User): Promise<ClosedAccount> {
  const { store, sessions, nowMs, sender, report } = context;
  const { userId, createdAtMs, invitedBy, passwordHash } = user;
  const message = closingMessage(context, user);
  const live = sessions.list(userId);
  const closedAtMs = nowMs();
  const account: ClosedAccount = {
    userId,
    createdAtMs,
    closedAtMs,
    invitedBy,
    names: namesOf(user).map((name) => nameHash(context, name)),
    passwordHash,
    knownUntilMs: closedAtMs + IDENTITY_LIMITS.closedToldMs,
    isFinished: false,
  };
  const durable = store.commit({ type: "closed", account });
  sessions.tellEnded(live, "closed");
  await durable;
  if (message !== undefined)
    sender.send(message).catch((error: unknown) => report(error, "security mail not sent"));
  return account;
}

/**
 * Call when all other modules have erased the user: removes outdated records from disk, and only then marks the closing
 * as finished.
 */
export async function finishClosing({ store }: IdentityContext, userId: number): Promise<void> {
  const account = store.state.closedAccount(userId);
  if (account === undefined) throw new Error(`user ${userId} was not closed`);
  await store.rewriteNow();
  await store.commit({ type: "closed", account: { ...account, isFinished: true } });
}

/** Returns `undefined` if no closed account had this name or its notice period is over. */
export function tellableClosing(context: IdentityContext, account: Name): TellableClosing | undefined {
  const closed = context.store.state.closedByNameHash(nameHash(context, account));
  if (closed === undefined || closed.knownUntilMs <= context.nowMs()) return undefined;
  const { passwordHash } = closed;
  return passwordHash === null ? undefined : { ...closed, passwordHash };
}

export async function forgetClosedNames({ store, nowMs }: IdentityContext): Promise<void> {
  const due = [...store.state.allClosed()].filter(
    ({ names, knownUntilMs }) => names.length > 0 && knownUntilMs <= nowMs(),
  );
  if (due.length === 0) return;
  const nameless = due.map((account) => ({ ...account, names: [], passwordHash: null }));
  // Marked unfinished until the names are removed from disk, so that the next start retries after a kill.
  await Promise.all(
    nameless.map((account) => store.commit({ type: "closed", account: { ...account, isFinished: false } })),
  );
  await store.rewriteNow();
  await Promise.all(
    nameless.map((account) => store.commit({ type: "closed", account: { ...account, isFinished: true } })),
  );
}

function namesOf({ email, phone, username }: User): Name[] {
  return [
    ...(email === null ? [] : [{ kind: "email", name: email } as const]),
    ...(phone === null ? [] : [{ kind: "phone", name: phone } as const]),
    ...(username === null ? [] : [{ kind: "username", name: username.toLowerCase() } as const]),
  ];
}

/** Keyed with a secret outside the journal, so that mailboxes cannot be found by brute force. */
function nameHash({ sealing }: IdentityContext, { kind, name }: Name): string {
  const key = sealing.derive("names of closed accounts");
  return createHmac("sha256", key).update(`${kind} ${name}`).digest("base64url");
}
