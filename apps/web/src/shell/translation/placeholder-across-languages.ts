import { hashKey } from "@tanstack/react-query";

/** Call, user, language and request. */
type AnswerKey = readonly [call: string, userId: string | number, lang: string, ...asked: unknown[]];

const withoutLanguage = ([call, userId, , ...asked]: readonly unknown[]): string =>
  hashKey([call, userId, ...asked]);

/**
 * Shows the last reply to the same request until the reply in the new language arrives. Otherwise every language switch
 * would empty the screen and lose half-filled forms.
 */
export function placeholderAcrossLanguages(key: AnswerKey) {
  return <Answer>(
    last: Answer | undefined,
    lastQuery: { readonly queryKey: readonly unknown[] } | undefined,
  ): Answer | undefined =>
    lastQuery !== undefined && withoutLanguage(lastQuery.queryKey) === withoutLanguage(key)
      ? last
      : undefined;
}
