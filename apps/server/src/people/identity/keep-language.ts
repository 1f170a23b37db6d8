import type { Language } from "@candor/domain/enumerations";
import type { IdentityContext } from "./identity-context.ts";
import type { User } from "./user-and-session.ts";

/** Gives an account without a language the one its owner uses now; the owner changes it in the app later. */
export async function keepLanguage({ store }: IdentityContext, user: User, lang: Language): Promise<void> {
  if (user.lang === null)
    await store.commit({ type: "profile-changed", userId: user.userId, changes: { lang } });
}
