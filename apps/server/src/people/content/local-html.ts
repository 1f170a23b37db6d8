import { LANGUAGE_TAGS, type Language } from "@candor/domain/enumerations";
import { type ItemContent, textIn } from "./content-item.ts";
import type { LiveItem } from "./content-service.ts";
import { renderMarkdown } from "./render-markdown.ts";

/** What is live does not change, so each of its texts is rendered once. */
const rendered = new WeakMap<ItemContent, Map<Language, Promise<string>>>();

/** An item's text as HTML; one that is not in the reader's language says which it is in. */
export async function localHtml({ live }: LiveItem, language: Language): Promise<string> {
  const text = textIn(live, language);
  if (text === undefined) return "";
  const known = rendered.get(live) ?? new Map<Language, Promise<string>>();
  rendered.set(live, known);
  const html = known.get(text.language) ?? renderMarkdown(text.body);
  known.set(text.language, html);
  // Whoever asks next tries it again; this one is told.
  html.catch(() => known.delete(text.language));
  return text.language === language
    ? await html
    : `<div lang="${LANGUAGE_TAGS[text.language]}">${await html}</div>`;
}
