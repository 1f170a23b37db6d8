import type { Language } from "@candor/domain/enumerations";
import type { IdentityContext } from "./identity-context.ts";
import type { User } from "./user-and-session.ts";

/** Sets the language of an account without one to the one its owner uses now; it can be changed in the app later. */
export async function keepLanguage({ store }: IdentityContext, user: User, lang: Language): Promise<void> {
  if (user.lang === null)
    await store.commit({ type: "profile-changed", userId: user.userId, changes: { lang } });
}
