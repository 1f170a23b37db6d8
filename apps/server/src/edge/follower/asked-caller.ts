import { type Identity } from "../../people/identity/identity-service.ts";
import { tokenHash } from "../../people/identity/random-codes.ts";
import type { AskedCaller } from "./caller-cache.ts";

/** Answers a gateway thread's question about a token; counts as a use of the session. */
export function askedCaller(
  identity: Pick<Identity, "session" | "user" | "whySessionEnded">,
  token: string,
): AskedCaller {
  const session = identity.session(token);
  const user = session === undefined ? undefined : identity.user(session.userId);
  if (session === undefined || user === undefined) return { ended: identity.whySessionEnded(token) };
  const { userId, kind, banned, frozenByOwner, lang } = user;
  return {
    session,
    tokenHash: tokenHash(token),
    user: { userId, kind, banned, frozenByOwner },
    language: lang,
  };
}
