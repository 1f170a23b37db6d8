import { openExchangeAccount } from "../exchange-account/open-exchange-account.ts";
import type { IdentityContext } from "../identity-context.ts";
import type { User } from "../user-and-session.ts";

/** Bans a user or lifts the ban, and reports it to the exchange. */
export async function setBanned(context: IdentityContext, user: User, banned: boolean): Promise<void> {
  const { userId } = user;
  const written = context.store.commit({ type: "ban", userId, banned });
  // An operator who lifts a ban has talked to the owner, so this also ends the owner's own freeze.
  if (!banned && user.frozenByOwner !== null) void context.store.commit({ type: "owner-unfrozen", userId });
  await written;
  if (banned) {
    context.sessions.tellBanned(userId);
    context.apiKeys.emitEnded({ userId, apiKeyIds: user.apiKeys.map(({ apiKeyId }) => apiKeyId) });
  }
  await openExchangeAccount(context, userId);
}
