import { useState } from "react";
import { newRequestKey } from "../../data/request-key.ts";
import { useAccountDocument } from "../../shell/documents/use-account-document.ts";
import { moved, NO_LISTS, readWatchlists, type Watchlist, withList } from "./watchlists.ts";

/** The favorites: the first list, which has a call of its own. */
export const FAVOURITES_LIST = "";

const asDocument = (lists: readonly Watchlist[]) => ({ lists });
const readDocument = (kept: unknown) => {
  const lists = readWatchlists(kept);
  return lists === undefined ? undefined : asDocument(lists);
};
const NONE = asDocument(NO_LISTS);

export interface WatchlistControl {
  readonly lists: readonly Watchlist[];
  /** Undefined for the favorites. */
  readonly chosen: Watchlist | undefined;
  readonly choose: (id: string) => void;
  /** Adds or replaces a list, and shows it. */
  readonly save: (list: Watchlist) => void;
  readonly remove: (id: string) => void;
  readonly move: (id: string, by: -1 | 1) => void;
  /** Returns an id that no list has, on no device. */
  readonly newId: () => string;
}

/** The user's own lists of markets, kept in the account; a visitor's on the device. */
export function useWatchlists(): WatchlistControl {
  const [{ lists }, set] = useAccountDocument("watchlists", readDocument, NONE);
  const [chosenId, choose] = useState(FAVOURITES_LIST);
  return {
    lists,
    chosen: lists.find(({ id }) => id === chosenId),
    choose,
    save: (list) => {
      set((current) => asDocument(withList(current.lists, list)));
      choose(list.id);
    },
    remove: (id) => {
      set((current) => asDocument(current.lists.filter((each) => each.id !== id)));
      choose(FAVOURITES_LIST);
    },
    move: (id, by) => set((current) => asDocument(moved(current.lists, id, by))),
    newId: newRequestKey,
  };
}
