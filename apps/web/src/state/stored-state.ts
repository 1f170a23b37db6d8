import type { PersistStorage, StorageValue } from "zustand/middleware";
import type { AppState } from "./app-state.ts";
import { fromStoredState, type StoredState, toStoredState } from "./legacy-stored-state.ts";

type Kept = Partial<StorageValue<Partial<StoredState>>>;

/**
 * Storage of the state, shared by all tabs. Each tab has its own session, but only one is stored: a tab that has not
 * logged in or out since its last read keeps the stored session, and a tab whose session was replaced by another tab's
 * login only clears its own. Otherwise a visitor's tab that saves a price would log the other tabs out.
 */
export function storedState(): PersistStorage<AppState> {
  const read = (name: string): Kept | null => {
    try {
      return JSON.parse(localStorage.getItem(name) ?? "null") as Kept | null;
    } catch {
      return null; // corrupt state is not a session, and some browsers have no storage
    }
  };
  /** The stored token at this tab's last read. */
  let seen = "";
  return {
    getItem: (name) => {
      const stored = read(name);
      seen = stored?.state?.token ?? "";
      return stored === null
        ? null
        : ({ ...stored, state: fromStoredState(stored.state ?? {}) } as StorageValue<AppState>);
    },
    setItem: (name, value) => {
      const state = toStoredState(value.state);
      const { token = seen, vuex_user = null } = read(name)?.state ?? {};
      const isLogin = state.token !== "" && state.token !== seen;
      const isTheirs = token !== seen && !isLogin;
      const stored = { ...value, state: isTheirs ? { ...state, token, vuex_user } : state };
      try {
        localStorage.setItem(name, JSON.stringify(stored));
        if (!isTheirs) seen = state.token;
      } catch {
        // Storage is full or missing: the tab continues in memory, and a reload starts over.
      }
    },
    removeItem: (name) => localStorage.removeItem(name),
  };
}
