import { useSyncExternalStore } from "react";

const query = window.matchMedia("(min-width: 1024px)");

function subscribe(listener: () => void): () => void {
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

/** Wide enough for the top bar, tables and terminals. */
export const useDesktop = (): boolean => useSyncExternalStore(subscribe, () => query.matches);
