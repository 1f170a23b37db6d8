import { hashKey } from "@tanstack/react-query";

/** The call, whose answer it is, its language, and what was asked. */
type AnswerKey = readonly [call: string, userId: string | number, lang: string, ...asked: unknown[]];

const withoutLanguage = ([call, userId, , ...asked]: readonly unknown[]): string =>
  hashKey([call, userId, ...asked]);

/**
 * What a screen shows until the answer in the language just chosen is there: the last one to the same question. Without
 * it every switch of the language would empty the screen, and whoever has filled in half a form would lose it.
 */
export function keepOverLanguages(key: AnswerKey) {
  return <Answer>(
    last: Answer | undefined,
    lastQuery: { readonly queryKey: readonly unknown[] } | undefined,
  ): Answer | undefined =>
    lastQuery !== undefined && withoutLanguage(lastQuery.queryKey) === withoutLanguage(key)
      ? last
      : undefined;
}
