import type { IdentityContext } from "./identity-context.ts";
import type { User } from "./user-and-session.ts";

const sealContext = (userId: number): string => `anti-phishing phrase of ${userId}`;

/** The phrase that stands in every mail to the user; null: none chosen. */
export function phraseOf(context: Pick<IdentityContext, "sealing">, user: User): string | null {
  const { antiPhishingCode, userId } = user;
  return antiPhishingCode === null ? null : context.sealing.openText(antiPhishingCode, sealContext(userId));
}

/** As the journal keeps it. */
export function sealPhrase(
  context: Pick<IdentityContext, "sealing">,
  userId: number,
  phrase: string | null,
): string | null {
  return phrase === null ? null : context.sealing.sealText(phrase, sealContext(userId));
}
