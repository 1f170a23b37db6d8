/** A list of markets that a user has made, in addition to the favorites. */
export interface Watchlist {
  readonly id: string;
  readonly name: string;
  /** Keys of markets, in the order in which they were added. */
  readonly markets: readonly string[];
}

export const MAX_LISTS = 20;
export const MAX_LIST_NAME = 24;
const MAX_LIST_MARKETS = 150;

export const NO_LISTS: readonly Watchlist[] = [];

/** Reads stored lists. Broken ones are dropped. */
export function readWatchlists(kept: unknown): readonly Watchlist[] | undefined {
  const lists = (kept as { readonly lists?: unknown } | null)?.lists;
  return Array.isArray(lists) ? lists.flatMap(readList).slice(0, MAX_LISTS) : undefined;
}

function readList(kept: unknown): readonly Watchlist[] {
  const { id, name, markets } = (kept ?? {}) as Partial<Record<keyof Watchlist, unknown>>;
  if (typeof id !== "string" || typeof name !== "string" || !Array.isArray(markets)) return [];
  const keys = markets.filter((each): each is string => typeof each === "string");
  return [{ id, name: name.slice(0, MAX_LIST_NAME), markets: [...new Set(keys)].slice(0, MAX_LIST_MARKETS) }];
}

/** Whether another list has the name, apart from letter case and spaces around it. */
export const isNameTaken = (lists: readonly Watchlist[], id: string, name: string): boolean =>
  lists.some((each) => each.id !== id && nameKey(each.name) === nameKey(name));

const nameKey = (name: string): string => name.trim().toLowerCase();

/** Adds a list at the end, or replaces the one with its id. */
export function withList(lists: readonly Watchlist[], list: Watchlist): readonly Watchlist[] {
  return lists.some(({ id }) => id === list.id)
    ? lists.map((each) => (each.id === list.id ? list : each))
    : [...lists, list];
}

/** Moves a list by one place; at the end it stays. */
export function moved(lists: readonly Watchlist[], id: string, by: -1 | 1): readonly Watchlist[] {
  const from = lists.findIndex((each) => each.id === id);
  const [list, other] = [lists[from], lists[from + by]];
  if (list === undefined || other === undefined) return lists;
  const swapped = [...lists];
  swapped[from] = other;
  swapped[from + by] = list;
  return swapped;
}

export const toggled = (markets: readonly string[], key: string): readonly string[] =>
  markets.includes(key) ? markets.filter((each) => each !== key) : [...markets, key].slice(-MAX_LIST_MARKETS);
