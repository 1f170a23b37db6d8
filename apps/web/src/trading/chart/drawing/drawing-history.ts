/** Versions of a value that can be undone and redone. */
export interface History<Value> {
  /** Oldest first. */
  readonly past: readonly Value[];
  /** Newest undone version first. */
  readonly future: readonly Value[];
}

/** Steps that can be undone. */
export const MOST_STEPS = 50;

export const NO_HISTORY: History<never> = { past: [], future: [] };

/** Remembers the version before a change. A change ends what could be redone. */
export const remember = <Value>({ past }: History<Value>, before: Value): History<Value> => ({
  past: [...past, before].slice(-MOST_STEPS),
  future: [],
});

/** Returns the version before `present` and the new history; undefined if there is none. */
export function undo<Value>(
  { past, future }: History<Value>,
  present: Value,
): { readonly value: Value; readonly history: History<Value> } | undefined {
  const value = past.at(-1);
  if (value === undefined) return undefined;
  return { value, history: { past: past.slice(0, -1), future: [present, ...future] } };
}

/** Returns the version undone last and the new history; undefined if there is none. */
export function redo<Value>(
  { past, future }: History<Value>,
  present: Value,
): { readonly value: Value; readonly history: History<Value> } | undefined {
  const [value, ...rest] = future;
  if (value === undefined) return undefined;
  return { value, history: { past: [...past, present], future: rest } };
}
