import type { Language } from "@candor/protocol/enumerations";
import type { User } from "./identity-state.ts";

/**
 * The language of every message to an account: its own, whoever causes the message. English for accounts registered before
 * the language was kept and not used since.
 */
export const mailLanguage = ({ lang }: Pick<User, "lang">): Language => lang ?? "en";
