import type { Language } from "@candor/domain/enumerations";

/** An item's text, in the `data` of `content show`. */
export interface ConsoleItemText {
  readonly title: string;
  readonly summary: string;
  /** Markdown. */
  readonly body: string;
}

export type ConsoleItemTexts = Readonly<Partial<Record<Language, ConsoleItemText>>>;

interface ConsoleItemContent {
  readonly texts: ConsoleItemTexts;
  readonly coverUrl: string | null;
  readonly link: string | null;
}

export const CONSOLE_ITEM_KINDS = ["news", "help", "guide", "about", "bulletin", "notice", "advert"] as const;
export type ConsoleItemKind = (typeof CONSOLE_ITEM_KINDS)[number];

export interface ConsoleItem {
  readonly id: string;
  readonly kind: ConsoleItemKind;
  readonly revision: number;
  readonly draft: ConsoleItemContent;
  readonly live: (ConsoleItemContent & { readonly publishedAtMs: number }) | null;
}
