import { formatDecimalText, numberMarks } from "@candor/text/decimal-text";
import type { RejectionParams } from "@candor/wire/rejection";
import { i18n } from "./i18n.ts";

/** Returns the parameter names of a compiled message. */
function namesIn(message: unknown): readonly string[] {
  if (!Array.isArray(message)) return [];
  return message.flatMap((part: unknown) => (Array.isArray(part) ? [String(part[0])] : []));
}

/**
 * Returns the app's own text for an error; the build derives the texts from the protocol's messages. Undefined if there
 * is none, or if the reply lacks a parameter: then the server's text describes another cause.
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
