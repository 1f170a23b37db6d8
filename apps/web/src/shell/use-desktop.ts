import { useSyncExternalStore } from "react";

/** A hook that says whether the window is as the media query says. */
function watched(query: string): () => boolean {
  const list = window.matchMedia(query);
  const subscribe = (listener: () => void): (() => void) => {
    list.addEventListener("change", listener);
    return () => list.removeEventListener("change", listener);
  };
  const matches = (): boolean => list.matches;
  return () => useSyncExternalStore(subscribe, matches);
}

/** Wide enough for the top bar and tables. */
export const useDesktop = watched("(min-width: 1024px)");

/** Wide and high enough for chart, book and ticket together: a tablet, but not a phone on its side. */
export const useTablet = watched("(min-width: 768px) and (min-height: 600px), (min-width: 1024px)");

/** Wide enough for a column for each of an order's figures. */
export const useRoomy = watched("(min-width: 1400px)");

/** Wide enough for the last trades in a column of their own. */
export const useWide = watched("(min-width: 1600px)");
