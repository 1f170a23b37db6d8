import type { IdentityContext } from "./identity-context.ts";

/** Tells the exchange about a user, unless it is known to have been told. */
export async function openExchangeAccount(context: IdentityContext, userId: number): Promise<void> {
  const user = context.store.state.user(userId);
  if (user === undefined || user.accountOpened) return;
  await context.openAccount(userId, user.kind);
  await context.store.commit({ type: "account-opened", userId });
}
