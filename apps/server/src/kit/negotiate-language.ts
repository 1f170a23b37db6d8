import { LANGUAGES, type Language } from "@candor/domain/enumerations";

const CODES = new Set<string>(LANGUAGES);
/** Primary BCP 47 subtags whose code on the wire differs. */
const BY_TAG: Readonly<Record<string, Language>> = { pt: "br", es: "esp", zh: "zh" };

/** Chooses the language of a reply: the `lang` header, else the profile's, else Accept-Language, else English. */
export function negotiateLanguage(
  lang: string | undefined,
  profile: Language | null,
  acceptLanguage: string | undefined,
): Language {
  if (lang !== undefined && CODES.has(lang)) return lang as Language;
  if (profile !== null) return profile;
  return acceptLanguage === undefined ? "en" : fromAcceptLanguage(acceptLanguage);
}

function fromAcceptLanguage(header: string): Language {
  let best: Language = "en";
  let bestWeight = 0;
  for (const part of header.slice(0, 256).split(",")) {
    const [tag = "", weight = ""] = part.trim().split(";");
    const language = languageOfTag(tag.trim());
    const value = weight.trim().startsWith("q=") ? Number(weight.trim().slice(2)) : 1;
    if (language !== undefined && value > bestWeight) {
      best = language;
      bestWeight = value;
    }
  }
  return best;
}

function languageOfTag(tag: string): Language | undefined {
  const primary = tag.toLowerCase().split("-")[0] ?? "";
  const language = BY_TAG[primary] ?? primary;
  return CODES.has(language) && language !== "br" && language !== "esp"
    ? (language as Language)
    : BY_TAG[primary];
}
