import type { Language } from "@candor/domain/enumerations";
import { LANGUAGE_TAGS, LANGUAGES } from "@candor/domain/enumerations";

export const DEFAULT_LANGUAGE: Language = "en";

/** Each language's own name. */
export const LANGUAGE_LABELS: Readonly<Record<Language, string>> = {
  zh: "繁體中文",
  en: "English",
  br: "Português (Brasil)",
  fr: "Français",
  esp: "Español",
  hu: "Magyar",
  tr: "Türkçe",
  ro: "Română",
  de: "Deutsch",
  pl: "Polski",
  el: "Ελληνικά",
};

export const languageFlag = (language: Language): string => `./flags/${language}.svg`;

export const isLanguage = (value: unknown): value is Language =>
  LANGUAGES.some((language) => language === value);

/** Returns the first supported language among the user's; English if there is none. */
export function preferredLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const primary = tag.toLowerCase().split("-")[0];
    const found = LANGUAGES.find(
      (language) => LANGUAGE_TAGS[language].toLowerCase().split("-")[0] === primary,
    );
    if (found !== undefined) return found;
  }
  return DEFAULT_LANGUAGE;
}
