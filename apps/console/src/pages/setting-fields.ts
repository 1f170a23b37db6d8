import type { ConsoleSettingValue } from "@candor/wire/console/settings";

/** A setting's value in a form: each field as text, lists and objects as JSON. */
export type FieldTexts = Readonly<Record<string, string>>;

export function textsOf(value: ConsoleSettingValue): FieldTexts {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return {};
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      typeof field === "string" ? field : JSON.stringify(field),
    ]),
  );
}

/** Whether a field is a list or an object, which needs several lines. */
export function isLong(value: ConsoleSettingValue, name: string): boolean {
  const field = (value as Readonly<Record<string, ConsoleSettingValue>>)[name];
  return typeof field === "object" && field !== null;
}

/**
 * Parses the fields' strings into a value with the current value's types; undefined if a field is invalid. Strings stay
 * strings, so that an amount of "100" does not become a number.
 */
export function valueOf(before: ConsoleSettingValue, texts: FieldTexts): Record<string, unknown> | undefined {
  const fields = before as Readonly<Record<string, ConsoleSettingValue>>;
  const value: Record<string, unknown> = {};
  for (const [name, text] of Object.entries(texts)) {
    if (typeof fields[name] === "string") {
      value[name] = text.trim();
      continue;
    }
    try {
      value[name] = JSON.parse(text);
    } catch {
      return undefined;
    }
  }
  return value;
}

/** Returns the fields whose strings have changed. */
export function changedFields(before: ConsoleSettingValue, texts: FieldTexts): readonly string[] {
  const now = textsOf(before);
  return Object.entries(texts)
    .filter(([field, text]) => now[field] !== text.trim())
    .map(([field]) => field);
}
