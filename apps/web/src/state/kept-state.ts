import type { PersistStorage, StorageValue } from "zustand/middleware";
import type { AppState } from "./app-state.ts";

type Kept = StorageValue<AppState>;

/**
 * Where the device keeps the state, for all of its tabs. Each tab has a session of its own, but only one is kept: a tab
 * that has neither begun nor ended one since it looked writes what it finds, and one whose session was taken over by
 * another tab's login forgets nothing but its own. Otherwise a visitor's tab that notes a price would log the others out.
 */
export function keptState(): PersistStorage<AppState> {
  const read = (name: string): Kept | null => {
    try {
      return JSON.parse(localStorage.getItem(name) ?? "null") as Kept | null;
    } catch {
      return null; // damaged state is nobody's session, and some browsers let nothing be kept
    }
  };
  /** The token that was kept when this tab last looked. */
  let seen = "";
  return {
    getItem: (name) => {
      const kept = read(name);
      seen = kept?.state?.token ?? "";
      return kept;
    },
    setItem: (name, value) => {
      const { state } = value;
      const { token = seen, vuex_user = null } = read(name)?.state ?? {};
      const isLogin = state.token !== "" && state.token !== seen;
      const isTheirs = token !== seen && !isLogin;
      const kept = isTheirs ? { ...value, state: { ...state, token, vuex_user } } : value;
      try {
        localStorage.setItem(name, JSON.stringify(kept));
        if (!isTheirs) seen = state.token;
      } catch {
        // A full store, or none: the tab goes on with what it has, and a reload begins anew.
      }
    },
    removeItem: (name) => localStorage.removeItem(name),
  };
}
