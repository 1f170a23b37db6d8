import { useSyncExternalStore } from "react";

/** Creates a hook that returns whether a media query matches. */
function watched(query: string): () => boolean {
  const list = window.matchMedia(query);
  const subscribe = (listener: () => void): (() => void) => {
    list.addEventListener("change", listener);
    return () => list.removeEventListener("change", listener);
  };
  const matches = (): boolean => list.matches;
  return () => useSyncExternalStore(subscribe, matches);
}

/** Wide enough for top bar and tables. */
export const useDesktop = watched("(min-width: 1024px)");

/** Wide and high enough for chart, book and ticket together: tablets, but not phones in landscape. */
export const useTablet = watched("(min-width: 768px) and (min-height: 600px), (min-width: 1024px)");

/** Wide enough for one column per order figure. */
export const useExtraColumns = watched("(min-width: 1400px)");

/** Wide enough for a book that extends to the bottom of the window. */
export const useLongBook = watched("(min-width: 1440px)");

/** Wide enough for a separate column of last trades. */
export const useTapeColumn = watched("(min-width: 1600px)");
