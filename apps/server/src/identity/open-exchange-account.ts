import type { IdentityContext } from "./identity-context.ts";
import type { User } from "./identity-state.ts";

/** Tells the exchange about a user: the account, who invited them, a ban; each unless it is known to have been told. */
export async function openExchangeAccount(context: IdentityContext, userId: number): Promise<void> {
  const { exchange, store } = context;
  const user = store.state.user(userId);
  if (user === undefined) return;
  if (!user.accountOpened) {
    await exchange.openAccount(userId, user.kind);
    await store.commit({ type: "account-opened", userId });
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

/** Whether the exchange may not know all of a user yet. */
export function isUntold({ accountOpened, invitedBy, inviterTold, banned, banTold }: User): boolean {
  return !accountOpened || (invitedBy !== 0 && !inviterTold) || banned !== banTold;
}
