import type { ApiError } from "../data/api-error.ts";
import { withWords } from "../i18n/i18n.ts";

type ErrorWords = typeof import("../i18n/error-words.ts").errorWords;

let errorWords: ErrorWords | undefined;

/** The app's own words for a refusal; undefined: the server's sentence is the best there is. */
export const refusalWords = (error: ApiError): string | undefined => errorWords?.(error.error, error.params);

/** Loads them when the first call is refused; without them people read the server's sentence. */
export async function loadRefusalWords(): Promise<void> {
  if (errorWords !== undefined) return;
  try {
    ({ errorWords } = await withWords(["errors"], () => import("../i18n/error-words.ts")));
  } catch {
    // The connection is gone again: the refusal is told all the same.
  }
}
