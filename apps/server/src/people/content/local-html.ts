import { LANGUAGE_TAGS, type Language } from "@candor/domain/enumerations";
import { type ItemContent, textIn } from "./content-item.ts";
import type { LiveItem } from "./content-service.ts";
import { renderMarkdown } from "./render-markdown.ts";

/** Live content never changes, so each text is rendered once. */
const rendered = new WeakMap<ItemContent, Map<Language, Promise<string>>>();

/** Returns an item's text as HTML, marked with its language if it is not the reader's. */
export async function localHtml({ live }: LiveItem, language: Language): Promise<string> {
  const text = textIn(live, language);
  if (text === undefined) return "";
  const known = rendered.get(live) ?? new Map<Language, Promise<string>>();
  rendered.set(live, known);
  const html = known.get(text.language) ?? renderMarkdown(text.body);
  known.set(text.language, html);
  // On failure this caller gets the error, and the next one retries.
  html.catch(() => known.delete(text.language));
  return text.language === language
    ? await html
    : `<div lang="${LANGUAGE_TAGS[text.language]}">${await html}</div>`;
}
