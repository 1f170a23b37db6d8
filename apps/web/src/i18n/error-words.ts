import { formatDecimalText, numberMarks } from "@candor/text/decimal-text";
import type { RejectionParams } from "@candor/wire/rejection";
import { i18n } from "./i18n.ts";

/** The parameter names in a compiled message. */
function namesIn(message: unknown): readonly string[] {
  if (!Array.isArray(message)) return [];
  return message.flatMap((part: unknown) => (Array.isArray(part) ? [String(part[0])] : []));
}

/**
 * The app's own words for an error, by its name; the build takes them from the protocol's messages. Undefined when the
 * error has none, or when the reply lacks a parameter of them: then the server's sentence names another cause.
 */
export function errorWords(error: string, params: RejectionParams): string | undefined {
  const key = `errors.${error}`;
  const message: unknown = i18n.messages[key];
  if (message === undefined) return undefined;
  const marks = numberMarks(i18n.locale);
  const values: Record<string, string> = {};
  for (const name of namesIn(message)) {
    const value = params[name];
    if (typeof value !== "string") return undefined;
    values[name] = formatDecimalText(value, marks, { minDecimals: 0 });
  }
  return i18n._(key, values);
}
