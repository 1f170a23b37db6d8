import { LANGUAGES, type Language } from "@candor/domain/enumerations";
import { foldText, wordsOf } from "@candor/text/fold-text";
import { RecordStore } from "../../kit/durable/record-store.ts";
import type { ContentInput, PublishInput } from "./content-input.ts";
import {
  ANNOUNCEMENT_KINDS,
  type AnnouncementKind,
  type ArticleCategory,
  FALLBACK_LANGUAGE,
  type Item,
  type ItemKind,
  type ItemText,
  type LiveContent,
} from "./content-item.ts";
import { CONTENT_LIMITS } from "./content-limits.ts";
import type { ContentRecord } from "./content-records.ts";
import { ContentState } from "./content-state.ts";
import { byNewest } from "./message-order.ts";

const JOURNAL_NAME = "content";
/** A journal with fewer outdated records is never rewritten. */
const MIN_OUTDATED = 1_000;

export interface ContentOptions {
  readonly directory: string;
  /** Items that ship with the program. */
  readonly seeds: readonly Item[];
  readonly nowMs: () => number;
  /** Called when the journal is closed after a failed write; the process must exit. */
  readonly onFailure: (error: Error) => void;
}

/** A publicly visible item. */
export interface LiveItem extends Item {
  readonly live: LiveContent;
}

export interface ArticleFilter {
  readonly category: ArticleCategory;
  /** Text to search in title, summary and body, in the reader's language. */
  readonly question: string;
  readonly language: Language;
}

/** Why an item could not be saved or published. */
export class ContentProblem {
  readonly problem: string;

  constructor(problem: string) {
    this.problem = problem;
  }
}

/** Called when an announcement becomes visible. */
export type AnnouncementListener = (item: LiveItem & { readonly kind: AnnouncementKind }) => void;

/** The site's own texts (articles, announcements and adverts in all languages), and who has read which. */
export class Content {
  private readonly store: RecordStore<ContentRecord, ContentState>;
  private readonly nowMs: () => number;
  private readonly listeners = new Set<AnnouncementListener>();

  private constructor(store: RecordStore<ContentRecord, ContentState>, nowMs: () => number) {
    this.store = store;
    this.nowMs = nowMs;
  }

  /** Throws the journal's error on a locked or damaged directory. */
  static open({ directory, seeds, nowMs, onFailure }: ContentOptions): Content {
    const worthRewriting = ({ outdated, size }: ContentState): boolean =>
      outdated > Math.max(MIN_OUTDATED, 4 * size);
    const store = RecordStore.open<ContentRecord, ContentState>(directory, {
      name: JOURNAL_NAME,
      newState: () => new ContentState(seeds),
      worthRewriting,
      worthRewritingNow: worthRewriting,
      nowMs,
      onFailure,
    });
    return new Content(store, nowMs);
  }

  close(): void {
    this.store.close();
  }

  /** Returns all items for editors, most recently changed first. */
  all(): readonly Item[] {
    return [...this.store.state.items()].sort((a, b) =>
      byNewest({ timeMs: a.changedAtMs, id: a.id }, { timeMs: b.changedAtMs, id: b.id }),
    );
  }

  /** Returns an item for editors. */
  item(id: string): Item | undefined {
    return this.store.state.item(id);
  }

  /** Returns visible items of these kinds, newest first. */
  visible(kinds: readonly ItemKind[]): readonly LiveItem[] {
    return [...this.store.state.items()]
      .filter((item): item is LiveItem => kinds.includes(item.kind) && this.isVisible(item))
      .sort((a, b) =>
        byNewest({ timeMs: a.live.publishedAtMs, id: a.id }, { timeMs: b.live.publishedAtMs, id: b.id }),
      );
  }

  /** Returns undefined when there is none of these kinds, or it is not currently published. */
  find(kinds: readonly ItemKind[], id: string): LiveItem | undefined {
    const item = this.store.state.item(id);
    return item !== undefined && kinds.includes(item.kind) && this.isVisible(item) ? item : undefined;
  }

  articles({ category, question, language }: ArticleFilter): readonly LiveItem[] {
    const words = wordsOf(question);
    const articles = this.visible([category]);
    if (words.length === 0) return articles;
    return articles.filter(({ live }) => {
      const text = live.texts[language] ?? live.texts[FALLBACK_LANGUAGE];
      return text !== undefined && words.every((word) => searchTextOf(text).includes(word));
    });
  }

  hasRead(userId: number, id: string): boolean {
    return this.store.state.hasRead(userId, id);
  }

  unread(userId: number, kinds: readonly AnnouncementKind[]): number {
    return this.visible(kinds).filter(({ id }) => !this.hasRead(userId, id)).length;
  }

  /** Removes an item. Resolves once it is durable. */
  async markRead(userId: number, id: string): Promise<void> {
    if (!this.hasRead(userId, id)) await this.store.commit({ type: "read", userId, ids: [id] });
  }

  /**
   * Calls the listener with each bulletin or notice that is published immediately. Scheduled ones are not announced.
   */
  onAnnouncement(listener: AnnouncementListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Returns the item as saving would leave it, without changing anything. */
  withInput(id: string, input: ContentInput): Item | ContentProblem {
    const before = this.item(id);
    const kind = before?.kind ?? input.kind;
    if (kind === undefined) return new ContentProblem(`The page ${id} is new: specify its kind.`);
    if (before !== undefined && input.kind !== undefined && input.kind !== kind)
      return new ContentProblem(`The page ${id} has the kind ${kind}, which cannot be changed.`);
    if (before === undefined && this.count() >= CONTENT_LIMITS.items)
      return new ContentProblem(`The maximum of ${CONTENT_LIMITS.items} items is reached.`);
    const conflict = conflictOf(before, input.revision);
    if (conflict !== undefined) return conflict;
    if (kind !== "advert" && input.link !== undefined && input.link !== null)
      return new ContentProblem("Only adverts can have a link.");
    const draft = before?.draft ?? { texts: {}, coverUrl: null, link: null };
    return {
      id,
      kind,
      revision: (before?.revision ?? 0) + 1,
      draft: {
        texts: withTexts(draft.texts, input.texts),
        coverUrl: input.coverUrl === undefined ? draft.coverUrl : input.coverUrl,
        link: input.link === undefined ? draft.link : input.link,
      },
      live: before?.live ?? null,
      changedAtMs: this.nowMs(),
      // `keep` sets the editor.
      changedBy: before?.changedBy ?? "",
    };
  }

  /** Returns the item as publishing would leave it, without changing anything. */
  published(id: string, input: PublishInput): Item | ContentProblem {
    const before = this.item(id);
    if (before === undefined) return new ContentProblem(`There is no page ${id}.`);
    const conflict = conflictOf(before, input.revision) ?? missingForPublishing(before);
    if (conflict !== undefined) return conflict;
    const nowMs = this.nowMs();
    if (input.atMs !== undefined && input.atMs > nowMs + CONTENT_LIMITS.publishAheadMs)
      return new ContentProblem("The time is more than a year ahead.");
    return {
      ...before,
      revision: before.revision + 1,
      live: { ...before.draft, publishedAtMs: input.atMs ?? nowMs },
      changedAtMs: nowMs,
    };
  }

  /** Returns the item as unpublishing would leave it; its draft stays. */
  unpublished(id: string): Item | ContentProblem {
    const before = this.item(id);
    if (before === undefined) return new ContentProblem(`There is no page ${id}.`);
    if (before.live === null) return new ContentProblem(`The page ${id} is not published.`);
    return { ...before, revision: before.revision + 1, live: null, changedAtMs: this.nowMs() };
  }

  /** Removes an item. Resolves once it is durable. */
  async keep(item: Item, changedBy: string): Promise<void> {
    const before = this.item(item.id)?.live ?? null;
    await this.store.commit({ type: "kept", item: { ...item, changedBy } });
    const kind = ANNOUNCEMENT_KINDS.find((each) => each === item.kind);
    if (kind === undefined || item.live === before || !this.isVisible(item)) return;
    for (const listener of this.listeners) listener({ ...item, kind });
  }

  /** Removes an item. Resolves once it is durable. */
  async remove(id: string): Promise<void> {
    await this.store.commit({ type: "removed", id });
  }

  private isVisible(item: Item): item is LiveItem {
    return item.live !== null && item.live.publishedAtMs <= this.nowMs();
  }

  private count(): number {
    return [...this.store.state.items()].length;
  }
}

/** Texts are immutable, so each is case-folded once for all searches. */
const searchTexts = new WeakMap<ItemText, string>();

function searchTextOf(text: ItemText): string {
  const known = searchTexts.get(text) ?? foldText(`${text.title}\n${text.summary}\n${text.body}`);
  searchTexts.set(text, known);
  return known;
}

function withTexts(texts: Item["draft"]["texts"], changes: ContentInput["texts"]): Item["draft"]["texts"] {
  const merged: Partial<Record<Language, ItemText>> = { ...texts };
  for (const language of LANGUAGES) {
    const change = changes[language];
    if (change === null) delete merged[language];
    else if (change !== undefined) merged[language] = change;
  }
  return merged;
}

function conflictOf(before: Item | undefined, revision: number | undefined): ContentProblem | undefined {
  const present = before?.revision ?? 0;
  return revision === undefined || revision === present
    ? undefined
    : new ContentProblem(`Changed by someone else meanwhile: it is at revision ${present}, not ${revision}.`);
}

/** Returns what a draft needs before it can be published. */
function missingForPublishing({ id, kind, draft }: Item): ContentProblem | undefined {
  const english = draft.texts[FALLBACK_LANGUAGE];
  if (english === undefined) return new ContentProblem(`The page ${id} has no English text.`);
  if (kind === "advert")
    return draft.coverUrl === null ? new ContentProblem(`The advert ${id} has no picture.`) : undefined;
  const empty = LANGUAGES.find((language) => draft.texts[language]?.body.trim() === "");
  return empty && new ContentProblem(`The page ${id} has an empty ${empty} text.`);
}
