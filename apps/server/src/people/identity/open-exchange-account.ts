import { AccountExistsError } from "./exchange-accounts.ts";
import type { IdentityContext } from "./identity-context.ts";
import type { User } from "./user-and-session.ts";

/** Tells the exchange about a user: the account, who invited them, a ban; each unless it is known to have been told. */
export async function openExchangeAccount(context: IdentityContext, userId: number): Promise<void> {
  const { exchange, store, accountsOpening } = context;
  const user = store.state.user(userId);
  if (user === undefined) return;
  if (!user.accountOpened) {
    // Once at a time: the second one would meet the account of the first.
    const opening = accountsOpening.get(userId) ?? openNewAccount(context, user);
    accountsOpening.set(userId, opening);
    try {
      await opening;
    } finally {
      accountsOpening.delete(userId);
    }
  }
  if (user.invitedBy !== 0 && !user.inviterTold) {
    await exchange.setInviter(userId, user.invitedBy);
    await store.commit({ type: "inviter-told", userId });
  }
  if (user.banned === user.banTold) return;
  const { banned } = user;
  await exchange.freezeUser(userId, banned);
  await store.commit({ type: "ban-told", userId, banned });
}

/** Throws AccountExistsError, now and at every later try, when the account is somebody else's. */
async function openNewAccount({ exchange, store }: IdentityContext, user: User): Promise<void> {
  const { userId, kind } = user;
  if (user.accountRefused === true) throw new AccountExistsError(userId);
  try {
    await exchange.openAccount(userId, kind, true);
  } catch (error) {
    if (error instanceof AccountExistsError) await store.commit({ type: "account-refused", userId });
    throw error;
  }
  await store.commit({ type: "account-opened", userId });
}

/**
 * The same at a start, for a user whom a crash may have left between the exchange and identity. That the account is
 * nobody else's was checked before: the exchange has no account above the last number that identity issued.
 */
export async function reopenExchangeAccount(context: IdentityContext, user: User): Promise<void> {
  if (user.accountRefused === true) return;
  const { userId, kind } = user;
  if (!user.accountOpened) {
    await context.exchange.openAccount(userId, kind, false);
    await context.store.commit({ type: "account-opened", userId });
  }
  await openExchangeAccount(context, userId);
}

/** Tells an exchange that lost its history about a user whom it knew: the account, the inviter, a ban. */
export async function retellExchange({ exchange }: IdentityContext, user: User): Promise<void> {
  const { userId, kind, invitedBy, inviterTold, banTold } = user;
  await exchange.openAccount(userId, kind, false);
  if (invitedBy !== 0 && inviterTold) await exchange.setInviter(userId, invitedBy);
  if (banTold) await exchange.freezeUser(userId, true);
}

/** Whether the exchange may not know all of a user yet. */
export function isUntold({ accountOpened, invitedBy, inviterTold, banned, banTold }: User): boolean {
  return !accountOpened || (invitedBy !== 0 && !inviterTold) || banned !== banTold;
}
