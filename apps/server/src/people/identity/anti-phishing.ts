import type { IdentityContext } from "./identity-context.ts";
import type { User } from "./user-and-session.ts";

const sealContext = (userId: number): string => `anti-phishing phrase of ${userId}`;

/** Returns the phrase included in every email to the user, or `null` if none is set. */
export function phraseOf(context: Pick<IdentityContext, "sealing">, user: User): string | null {
  const { antiPhishingCode, userId } = user;
  return antiPhishingCode === null ? null : context.sealing.openText(antiPhishingCode, sealContext(userId));
}

/** Seals the phrase for the journal. */
export function sealPhrase(
  context: Pick<IdentityContext, "sealing">,
  userId: number,
  phrase: string | null,
): string | null {
  return phrase === null ? null : context.sealing.sealText(phrase, sealContext(userId));
}
