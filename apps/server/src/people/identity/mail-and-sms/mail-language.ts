import type { Language } from "@candor/domain/enumerations";
import type { User } from "../user-and-session.ts";

/**
 * Returns the account's language, used for all its messages no matter who triggers them. English for accounts that
 * registered before the language was stored and have not been used since.
 */
export const mailLanguage = ({ lang }: Pick<User, "lang">): Language => lang ?? "en";
