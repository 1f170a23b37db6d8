import type { StateStorage } from "zustand/middleware";

/** The device's storage, for what is convenient to keep and no loss without: some browsers let nothing be kept. */
export const triedStorage: StateStorage = {
  getItem: (name) => {
    try {
      const text = localStorage.getItem(name);
      JSON.parse(text ?? "null");
      return text;
    } catch {
      return null; // nothing can be kept here, or what was kept is damaged
    }
  },
  setItem: (name, value) => {
    try {
      localStorage.setItem(name, value);
    } catch {
      // A full store, or none: the choice holds until the page is loaded again.
    }
  },
  removeItem: (name) => {
    try {
      localStorage.removeItem(name);
    } catch {
      // Nothing is kept here.
    }
  },
};

/** What somebody searched for, which is theirs: it goes with their session. */
export const RECENT_SEARCHES = "candor-searches";
