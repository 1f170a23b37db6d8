import type { StateStorage } from "zustand/middleware";

/** Device storage for data that is convenient but not essential: some browsers have no storage. */
export const safeStorage: StateStorage = {
  getItem: (name) => {
    try {
      const text = localStorage.getItem(name);
      JSON.parse(text ?? "null");
      return text;
    } catch {
      return null; // storage is missing or corrupt
    }
  },
  setItem: (name, value) => {
    try {
      localStorage.setItem(name, value);
    } catch {
      // Storage is full or missing, so the choice lasts only until the page reloads.
    }
  },
  removeItem: (name) => {
    try {
      localStorage.removeItem(name);
    } catch {
      // Storage is missing.
    }
  },
};

/** Returns the names that start with `prefix`; none if there is no storage. */
export function storedNames(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(prefix));
  } catch {
    return [];
  }
}

/** Copies of account documents, by owner and name. Those of an account are cleared together with its session. */
export const DOCUMENTS = "candor-document:";

/** Personal data: cleared together with the session. */
export const RECENT_SEARCHES = "candor-searches";
