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
/** A journal with fewer outdated records than this is never written anew. */
const MIN_OUTDATED = 1_000;

export interface ContentOptions {
  readonly directory: string;
  /** What comes with the program. */
  readonly seeds: readonly Item[];
  readonly nowMs: () => number;
  /** The journal takes nothing more; the process has to end. */
  readonly onFailure: (error: Error) => void;
}

/** An item that the public sees. */
export interface LiveItem extends Item {
  readonly live: LiveContent;
}

export interface ArticleFilter {
  readonly category: ArticleCategory;
  /** Words that title, summary or text contain, in the reader's language. */
  readonly question: string;
  readonly language: Language;
}

/** Why something was not saved or published. */
export class ContentProblem {
  readonly problem: string;

  constructor(problem: string) {
    this.problem = problem;
  }
}

/** Told when an announcement comes into view. */
export type AnnouncementListener = (item: LiveItem) => void;

/** The site's own texts: articles, announcements and adverts, in all languages, and who has read what. */
export class Content {
  private readonly store: RecordStore<ContentRecord, ContentState>;
  private readonly nowMs: () => number;
  private readonly listeners = new Set<AnnouncementListener>();

  private constructor(store: RecordStore<ContentRecord, ContentState>, nowMs: () => number) {
    this.store = store;
    this.nowMs = nowMs;
  }

  /** Throws what the journal throws on a locked or damaged directory. */
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

  /** For editors: everything, newest change first. */
  all(): readonly Item[] {
    return [...this.store.state.items()].sort((a, b) =>
      byNewest({ timeMs: a.changedAtMs, id: a.id }, { timeMs: b.changedAtMs, id: b.id }),
    );
  }

  /** For editors. */
  item(id: string): Item | undefined {
    return this.store.state.item(id);
  }

  /** What the public sees of these kinds, newest first. */
  visible(kinds: readonly ItemKind[]): readonly LiveItem[] {
    return [...this.store.state.items()]
      .filter((item): item is LiveItem => kinds.includes(item.kind) && this.isVisible(item))
      .sort((a, b) =>
        byNewest({ timeMs: a.live.publishedAtMs, id: a.id }, { timeMs: b.live.publishedAtMs, id: b.id }),
      );
  }

  /** undefined: there is none of these kinds, or it is not (yet, or any more) published. */
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

  /** Resolves when it is on disk. */
  async markRead(userId: number, id: string): Promise<void> {
    if (!this.hasRead(userId, id)) await this.store.commit({ type: "read", userId, ids: [id] });
  }

  /** Called with each bulletin and notice that is published for now; one for a later time is found by whoever looks. */
  onAnnouncement(listener: AnnouncementListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** What saving would leave; nothing is changed. */
  withInput(id: string, input: ContentInput): Item | ContentProblem {
    const before = this.item(id);
    const kind = before?.kind ?? input.kind;
    if (kind === undefined) return new ContentProblem(`The page ${id} is new: give its kind.`);
    if (before !== undefined && input.kind !== undefined && input.kind !== kind)
      return new ContentProblem(`The page ${id} is of the kind ${kind}, which does not change.`);
    if (before === undefined && this.count() >= CONTENT_LIMITS.items)
      return new ContentProblem(`There are ${CONTENT_LIMITS.items} items already.`);
    const conflict = conflictOf(before, input.revision);
    if (conflict !== undefined) return conflict;
    if (kind !== "advert" && input.link !== undefined && input.link !== null)
      return new ContentProblem("Only adverts have a link.");
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
      // Whoever has it kept.
      changedBy: before?.changedBy ?? "",
    };
  }

  /** What publishing would leave; nothing is changed. */
  published(id: string, input: PublishInput): Item | ContentProblem {
    const before = this.item(id);
    if (before === undefined) return new ContentProblem(`There is no page ${id}.`);
    const conflict = conflictOf(before, input.revision) ?? lackOf(before);
    if (conflict !== undefined) return conflict;
    const nowMs = this.nowMs();
    if (input.atMs !== undefined && input.atMs > nowMs + CONTENT_LIMITS.publishAheadMs)
      return new ContentProblem("This is more than a year ahead.");
    return {
      ...before,
      revision: before.revision + 1,
      live: { ...before.draft, publishedAtMs: input.atMs ?? nowMs },
      changedAtMs: nowMs,
    };
  }

  /** What taking it off the site would leave; its draft stays. */
  unpublished(id: string): Item | ContentProblem {
    const before = this.item(id);
    if (before === undefined) return new ContentProblem(`There is no page ${id}.`);
    if (before.live === null) return new ContentProblem(`The page ${id} is not published.`);
    return { ...before, revision: before.revision + 1, live: null, changedAtMs: this.nowMs() };
  }

  /** Resolves when it is on disk. */
  async keep(item: Item, changedBy: string): Promise<void> {
    const before = this.item(item.id)?.live ?? null;
    await this.store.commit({ type: "kept", item: { ...item, changedBy } });
    const isAnnouncement = (ANNOUNCEMENT_KINDS as readonly string[]).includes(item.kind);
    if (!isAnnouncement || item.live === before || !this.isVisible(item)) return;
    for (const listener of this.listeners) listener(item);
  }

  /** Resolves when it is on disk. */
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

/** A text never changes, so it is folded once, however often people search. */
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
    : new ContentProblem(`Somebody else has changed it: it is at revision ${present}, not ${revision}.`);
}

/** What a draft lacks to be published. */
function lackOf({ id, kind, draft }: Item): ContentProblem | undefined {
  const english = draft.texts[FALLBACK_LANGUAGE];
  if (english === undefined) return new ContentProblem(`The page ${id} has no English text.`);
  if (kind === "advert")
    return draft.coverUrl === null ? new ContentProblem(`The advert ${id} has no picture.`) : undefined;
  const empty = LANGUAGES.find((language) => draft.texts[language]?.body.trim() === "");
  return empty && new ContentProblem(`The page ${id} has an empty text in ${empty}.`);
}
