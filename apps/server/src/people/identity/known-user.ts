import type { IdentityContext } from "./identity-context.ts";
import type { User } from "./user-and-session.ts";

/** Throws for a user who does not exist. */
export function knownUser({ store }: Pick<IdentityContext, "store">, userId: number): User {
  const user = store.state.user(userId);
  if (user === undefined) throw new Error(`unknown user ${userId}`);
  return user;
}
