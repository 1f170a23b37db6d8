import type { ConsoleItemTexts } from "@candor/wire/console/content";

/** What an editor has written and not saved, and upon what. */
export interface UnsavedDraft {
  readonly revision: number;
  readonly texts: ConsoleItemTexts;
  readonly coverUrl: string | null;
  readonly link: string;
}

/**
 * By operator and item, in this page's memory alone: a session that ends takes the page away, and must not take hours of
 * writing with it. The texts are to be public, so they may outlast the sign-in; only who wrote them finds them again.
 */
const drafts = new Map<string, UnsavedDraft>();

const keyOf = (operator: string, id: string): string => `${operator} ${id}`;

export function keepDraft(operator: string, id: string, draft: UnsavedDraft): void {
  drafts.set(keyOf(operator, id), draft);
}

export function dropDraft(operator: string, id: string): void {
  drafts.delete(keyOf(operator, id));
}

/** undefined: there is none, or somebody has saved a newer item since. */
export function draftOf(operator: string, id: string, revision: number): UnsavedDraft | undefined {
  const draft = drafts.get(keyOf(operator, id));
  return draft?.revision === revision ? draft : undefined;
}
