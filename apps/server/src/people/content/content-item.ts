import type { Language } from "@candor/domain/enumerations";

export const ARTICLE_CATEGORIES = ["news", "help", "about", "guide"] as const;
export type ArticleCategory = (typeof ARTICLE_CATEGORIES)[number];

/** What everybody is told: a bulletin is news of the moment, a notice stands for longer. */
export const ANNOUNCEMENT_KINDS = ["bulletin", "notice"] as const;
export type AnnouncementKind = (typeof ANNOUNCEMENT_KINDS)[number];

export const ITEM_KINDS = [...ARTICLE_CATEGORIES, ...ANNOUNCEMENT_KINDS, "advert"] as const;
export type ItemKind = (typeof ITEM_KINDS)[number];

/** An item in one language. */
export interface ItemText {
  readonly title: string;
  /** Plain text; "" for none. */
  readonly summary: string;
  /** Markdown; adverts have none. */
  readonly body: string;
}

export type ItemTexts = Readonly<Partial<Record<Language, ItemText>>>;

/** What an item says, in all its languages. */
export interface ItemContent {
  readonly texts: ItemTexts;
  /** A picture of this site, `/pictures/…`. */
  readonly coverUrl: string | null;
  /** Where an advert leads: a page of the app (`#/pages/…`) or an https address. */
  readonly link: string | null;
}

/** What the public sees, from its time on. */
export interface LiveContent extends ItemContent {
  readonly publishedAtMs: number;
}

/** One thing that editors write. Its draft is theirs; what is live changes by publishing alone. */
export interface Item {
  readonly id: string;
  readonly kind: ItemKind;
  /** Counts changes, so that nobody writes over what somebody else has just written. */
  readonly revision: number;
  readonly draft: ItemContent;
  readonly live: LiveContent | null;
  readonly changedAtMs: number;
  readonly changedBy: string;
}

/** The language that everything is written in before it is published; the others fall back to it. */
export const FALLBACK_LANGUAGE: Language = "en";

export interface LocalText extends ItemText {
  /** Which language it is in, after the fallback. */
  readonly language: Language;
}

/** A text in the reader's language, otherwise in English; undefined: in neither. */
export function textIn({ texts }: ItemContent, language: Language): LocalText | undefined {
  const own = texts[language];
  if (own !== undefined) return { ...own, language };
  const fallback = texts[FALLBACK_LANGUAGE];
  return fallback && { ...fallback, language: FALLBACK_LANGUAGE };
}
