import type { Language } from "@candor/domain/enumerations";

export const ARTICLE_CATEGORIES = ["news", "help", "about", "guide"] as const;
export type ArticleCategory = (typeof ARTICLE_CATEGORIES)[number];

/** Announcements: a bulletin is current news, a notice stays relevant for longer. */
export const ANNOUNCEMENT_KINDS = ["bulletin", "notice"] as const;
export type AnnouncementKind = (typeof ANNOUNCEMENT_KINDS)[number];

export const ITEM_KINDS = [...ARTICLE_CATEGORIES, ...ANNOUNCEMENT_KINDS, "advert"] as const;
export type ItemKind = (typeof ITEM_KINDS)[number];

/** An item's text in one language. */
export interface ItemText {
  readonly title: string;
  /** Plain text; "" for none. */
  readonly summary: string;
  /** Markdown; adverts have none. */
  readonly body: string;
}

type ItemTexts = Readonly<Partial<Record<Language, ItemText>>>;

/** An item's content in all its languages. */
export interface ItemContent {
  readonly texts: ItemTexts;
  /** A picture of this site, `/pictures/…`. */
  readonly coverUrl: string | null;
  /** Target of an advert: a page of the app (`#/pages/…`) or an https address. */
  readonly link: string | null;
}

/** Public content, visible from its publication time. */
export interface LiveContent extends ItemContent {
  readonly publishedAtMs: number;
}

/** An item managed by editors. Editing changes only the draft; only publishing changes the live content. */
export interface Item {
  readonly id: string;
  readonly kind: ItemKind;
  /** Counts changes, so that concurrent edits do not overwrite each other. */
  readonly revision: number;
  readonly draft: ItemContent;
  readonly live: LiveContent | null;
  readonly changedAtMs: number;
  readonly changedBy: string;
}

/** Required for publishing; other languages fall back to it. */
export const FALLBACK_LANGUAGE: Language = "en";

export interface LocalText extends ItemText {
  /** The language after the fallback. */
  readonly language: Language;
}

/** Returns the text in the reader's language, otherwise in English; undefined if there is neither. */
export function textIn({ texts }: ItemContent, language: Language): LocalText | undefined {
  const own = texts[language];
  if (own !== undefined) return { ...own, language };
  const fallback = texts[FALLBACK_LANGUAGE];
  return fallback && { ...fallback, language: FALLBACK_LANGUAGE };
}
