import type { ApiError } from "../../data/api-error.ts";
import { withWords } from "../../i18n/i18n.ts";

type ErrorWords = typeof import("../../i18n/error-words.ts").errorWords;

let errorWords: ErrorWords | undefined;

/** Returns the app's own text for an error; undefined if the server's text should be used. */
export const errorText = (error: ApiError): string | undefined => errorWords?.(error.error, error.params);

/** Loads the app's error texts after the first error. Until then the server's text is shown. */
export async function loadErrorTexts(): Promise<void> {
  if (errorWords !== undefined) return;
  try {
    ({ errorWords } = await withWords(["errors"], () => import("../../i18n/error-words.ts")));
  } catch {
    // The connection is lost again: the error is reported anyway.
  }
}
