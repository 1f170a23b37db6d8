import type { Language } from "@candor/domain/enumerations";
import { CATALOGUES, fillMessage } from "@candor/wire/translations/messages";
import { phraseOf } from "../anti-phishing.ts";
import type { IdentityContext } from "../identity-context.ts";
import type { User } from "../user-and-session.ts";
import { mailLanguage } from "./mail-language.ts";

/**
 * Mails to a user's mailbox in the account's language, with the anti-phishing code. Rejects if the email could not be
 * sent.
 * @returns false if the user has no mailbox or is banned
 */
export async function mailUser(
  context: IdentityContext,
  user: User,
  write: (language: Language) => { readonly subject: string; readonly text: string },
): Promise<boolean> {
  if (user.email === null || user.banned) return false;
  const language = mailLanguage(user);
  const { subject, text } = write(language);
  const phrase = phraseOf(context, user);
  const { antiPhishing } = CATALOGUES[language].codeMessage;
  const signed = phrase === null ? text : `${text}\n${fillMessage(antiPhishing, { phrase })}`;
  await context.sender.send({ to: user.email, channel: "ems", language, subject, text: signed });
  return true;
}
