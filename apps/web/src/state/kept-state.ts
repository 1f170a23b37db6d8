import { createJSONStorage, type PersistStorage, type StorageValue } from "zustand/middleware";
import type { AppState } from "./app-store.ts";

type Kept = StorageValue<AppState>;

/**
 * Where the device keeps the state, for all of its tabs. Each tab has a session of its own, but only one is kept: a tab
 * that has neither begun nor ended one since it looked writes what it finds, and one whose session was taken over by
 * another tab's login forgets nothing but its own. Otherwise a visitor's tab that notes a price would log the others out.
 */
export function keptState(): PersistStorage<AppState> | undefined {
  const storage = createJSONStorage<AppState>(() => localStorage);
  if (storage === undefined) return undefined;
  // Of `localStorage`, which answers at once.
  const read = (name: string): Kept | null => storage.getItem(name) as Kept | null;
  /** What was kept when this tab last looked. */
  let seen = "";
  return {
    getItem: (name) => {
      const kept = read(name);
      seen = tokenOf(kept);
      return kept;
    },
    setItem: (name, value) => {
      const theirs = readable(() => read(name))?.state;
      const isOvertaken = theirs !== undefined && theirs.token !== seen;
      const isLogin = value.state.token !== "" && value.state.token !== seen;
      if (isOvertaken && !isLogin) {
        const { token, vuex_user } = theirs;
        storage.setItem(name, { ...value, state: { ...value.state, token, vuex_user } });
        return;
      }
      seen = value.state.token;
      storage.setItem(name, value);
    },
    removeItem: (name) => storage.removeItem(name),
  };
}

const tokenOf = (kept: Kept | null): string =>
  typeof kept?.state?.token === "string" ? kept.state.token : "";

/** Damaged state is nobody's session. */
function readable(kept: () => Kept | null): Kept | null {
  try {
    const found = kept();
    return typeof found?.state?.token === "string" ? found : null;
  } catch {
    return null;
  }
}
