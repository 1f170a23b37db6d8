import type { ConsoleItemTexts } from "@candor/wire/console/content";

/** An editor's unsaved drafts and the revision they are based on. */
export interface UnsavedDraft {
  readonly revision: number;
  readonly texts: ConsoleItemTexts;
  readonly coverUrl: string | null;
  readonly link: string;
}

/**
 * By operator and item, in memory only: when a session ends the page is replaced, which must not lose hours of writing.
 * The drafts are meant for publication, so they may outlast the session; only their author sees them again.
 */
const drafts = new Map<string, UnsavedDraft>();

const keyOf = (operator: string, id: string): string => `${operator} ${id}`;

export function keepDraft(operator: string, id: string, draft: UnsavedDraft): void {
  drafts.set(keyOf(operator, id), draft);
}

export function dropDraft(operator: string, id: string): void {
  drafts.delete(keyOf(operator, id));
}

/** undefined if there is none or a newer revision has been saved. */
export function draftOf(operator: string, id: string, revision: number): UnsavedDraft | undefined {
  const draft = drafts.get(keyOf(operator, id));
  return draft?.revision === revision ? draft : undefined;
}
