import type { IdentityContext } from "../identity-context.ts";
import type { User } from "../user-and-session.ts";
import { AccountExistsError } from "./exchange-accounts.ts";

/**
 * Sends a user's missing data to the exchange: the account, the inviter, a ban; each unless it is known to have been
 * sent.
 */
export async function openExchangeAccount(context: IdentityContext, userId: number): Promise<void> {
  const { exchange, store, accountsOpening } = context;
  const user = store.state.user(userId);
  if (user === undefined) return;
  if (!user.accountOpened) {
    // Once at a time: a second call would fail on the account that the first created.
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

/** Throws AccountExistsError, now and on every retry, if the account belongs to someone else. */
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
 * Reopens an account at startup that a crash may have left between exchange and identity. It cannot belong to someone
 * else: it was checked that the exchange has no account above identity's last issued number.
 */
async function reopenExchangeAccount(context: IdentityContext, user: User): Promise<void> {
  if (user.accountRefused === true) return;
  const { userId, kind } = user;
  if (!user.accountOpened) {
    await context.exchange.openAccount(userId, kind, false);
    await context.store.commit({ type: "account-opened", userId });
  }
  await openExchangeAccount(context, userId);
}

/** Sends an exchange that lost its history a user it used to have: the account, the inviter, a ban. */
export async function resendToExchange({ exchange }: IdentityContext, user: User): Promise<void> {
  const { userId, kind, invitedBy, inviterTold, banTold } = user;
  await exchange.openAccount(userId, kind, false);
  if (invitedBy !== 0 && inviterTold) await exchange.setInviter(userId, invitedBy);
  if (banTold) await exchange.freezeUser(userId, true);
}

/** Sends users to the exchange that it may not fully have, after a crash between the two; returns how many. */
export async function openMissingAccounts(context: IdentityContext): Promise<number> {
  let opened = 0;
  for (const user of context.store.state.allUsers()) {
    if (!needsExchangeSync(user)) continue;
    await reopenExchangeAccount(context, user);
    opened++;
  }
  return opened;
}

/** Returns whether the exchange may be missing data of a user. */
function needsExchangeSync({ accountOpened, invitedBy, inviterTold, banned, banTold }: User): boolean {
  return !accountOpened || (invitedBy !== 0 && !inviterTold) || banned !== banTold;
}
