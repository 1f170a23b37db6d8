import type { SettingValue } from "@candor/domain/events/setting-events";

/** A setting's value as a form has it: each field as a text, what is more than one word as JSON. */
export type FieldTexts = Readonly<Record<string, string>>;

export function textsOf(value: SettingValue): FieldTexts {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return {};
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      typeof field === "string" ? field : JSON.stringify(field),
    ]),
  );
}

/** Fields that are lists or objects, which need more than one line. */
export function isLong(value: SettingValue, name: string): boolean {
  const field = (value as Readonly<Record<string, SettingValue>>)[name];
  return typeof field === "object" && field !== null;
}

/**
 * The value that the texts stand for, in the form of the one in force; undefined: one of them is not in its form. What
 * was a text stays one, so that "100" of coins is not taken for a number.
 */
export function valueOf(before: SettingValue, texts: FieldTexts): Record<string, unknown> | undefined {
  const fields = before as Readonly<Record<string, SettingValue>>;
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

/** The fields whose texts say something else. */
export function changedFields(before: SettingValue, texts: FieldTexts): readonly string[] {
  const now = textsOf(before);
  return Object.entries(texts)
    .filter(([field, text]) => now[field] !== text.trim())
    .map(([field]) => field);
}
